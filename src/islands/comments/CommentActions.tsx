import { useState, type RefObject } from 'react';
import type { CommentProps } from './Comment.tsx';
import { ReportForm } from './ReportForm.tsx';
import type { Done } from './use-comments.ts';

type Props = CommentProps & {
  user: NonNullable<CommentProps['user']>;
  answerButton: RefObject<HTMLButtonElement | null>;
  onAnswer: () => void;
};

/** What somebody signed in can do with a comment; the server decides, this only shows. */
export function CommentActions(props: Props) {
  const { comment, comments, user, tell, answerButton, onAnswer } = props;
  const [asked, setAsked] = useState<'remove' | 'report' | null>(null);
  const [failure, setFailure] = useState('');
  const { user: writerId, name } = comment;
  const isOwn = writerId === user._id;

  const run = async (doing: Done, sentence: string) => {
    const refused = await doing;
    setFailure(refused?.message ?? '');
    if (refused) return;
    setAsked(null);
    tell(sentence);
  };

  if (comment.state === 'removed') return null;
  if (comment.state === 'hidden') {
    if (writerId === null) return null;
    return (
      <div className="comment-actions">
        <Action
          label="Ne plus masquer"
          about={name}
          run={() => void run(comments.unhide(writerId), `${name} n’est plus masqué.`)}
        />
        <Failure sentence={failure} />
      </div>
    );
  }
  return (
    <div className="comment-actions">
      <button
        type="button"
        className="comment-action"
        aria-label={`Répondre à ${name}`}
        ref={answerButton}
        onClick={onAnswer}
      >
        Répondre
      </button>
      {!isOwn && <Action label="Signaler" about={name} run={() => setAsked('report')} />}
      {!isOwn && writerId !== null && (
        <Action
          label="Masquer"
          about={name}
          run={() => void run(comments.hide(writerId), `Les commentaires de ${name} sont masqués.`)}
        />
      )}
      {(isOwn || user.role === 'admin') && (
        <Action label="Supprimer" about={name} run={() => setAsked('remove')} />
      )}
      {asked === 'remove' && (
        <p className="comment-question">
          {'Supprimer ce commentaire\u00a0? '}
          <button
            type="button"
            className="comment-action"
            onClick={() => void run(comments.remove(comment), 'Commentaire supprimé.')}
          >
            Oui, supprimer
          </button>
          <button type="button" className="comment-action" onClick={() => setAsked(null)}>
            Non
          </button>
        </p>
      )}
      {asked === 'report' && (
        <ReportForm
          send={(reason) => run(comments.report(comment, reason), 'Merci, c’est signalé.')}
          onCancel={() => setAsked(null)}
        />
      )}
      <Failure sentence={failure} />
    </div>
  );
}

function Action({ label, about, run }: { label: string; about: string; run: () => void }) {
  return (
    <button type="button" className="comment-action" onClick={run}>
      {label}
      <span className="visually-hidden"> (commentaire de {about})</span>
    </button>
  );
}

function Failure({ sentence }: { sentence: string }) {
  return (
    <p className="comment-failure" role="alert">
      {sentence}
    </p>
  );
}
