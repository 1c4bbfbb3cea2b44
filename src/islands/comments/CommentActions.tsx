import { useRef, useState, type MouseEvent, type RefObject, useEffect } from 'react';
import type { CommentBody } from '#shared/contracts/comments.ts';
import { de } from '#shared/text/elision.ts';
import { commentLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { TextArea } from '../ui/field/TextField.tsx';
import type { Comments, Done, Writer } from './use-comments.ts';
import { bringIntoView, isFocusInComment } from './focus.ts';

type Props = {
  comment: CommentBody;
  comments: Comments;
  user: Writer;
  /** Announces the result to screen readers. */
  tell: (sentence: string) => void;
  /** The comment itself: receives the focus from controls that disappear. */
  place: RefObject<HTMLElement | null>;
  answerButton: RefObject<HTMLButtonElement | null>;
  onAnswer: () => void;
};

/** The way for everybody, signed in or not, to say that a comment is against the law. */
export function IllegalContentLink({ comment }: Pick<Props, 'comment'>) {
  return (
    <ButtonLink
      variant="link"
      className="comment-action"
      href={paths.contentNotice({ commentaire: comment._id })}
    >
      <span>Contenu illicite</span>
      <span className="visually-hidden">{` (commentaire ${de(comment.name)})`}</span>
    </ButtonLink>
  );
}

/** Actions of a signed-in user on a comment; the server authorizes. */
export function CommentActions(props: Props) {
  const { comment, comments, user, tell, place, answerButton, onAnswer } = props;
  const [question, setQuestion] = useState<'remove' | 'report' | null>(null);
  const [failure, setFailure] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const { user: writerId, name } = comment;
  const isOwn = writerId === user._id;

  const ask = (what: 'remove' | 'report', { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    opener.current = currentTarget;
    setQuestion(what);
  };
  const stopAsking = () => {
    setQuestion(null);
    opener.current?.focus();
  };
  const run = async (doing: Done, sentence: string, next: typeof place = place) => {
    const refused = await doing;
    setFailure(refused?.message ?? '');
    if (refused) return;
    // The pressed button disappears: restore the focus, unless the user has moved it.
    if (isFocusInComment(place.current)) next.current?.focus();
    setQuestion(null);
    tell(sentence);
  };

  if (comment.state === 'removed') return null;
  if (comment.state === 'hidden') {
    if (writerId === null) return null;
    return (
      <div className="comment-actions">
        <Action
          label="Ne plus masquer cette personne"
          about={name}
          run={() =>
            void run(comments.unhide(writerId), `Les commentaires ${de(name)} sont affichés.`)
          }
        />
        <Failure sentence={failure} />
      </div>
    );
  }
  return (
    <div className="comment-actions">
      {comment.state === 'shown' && comments.state.closedSentence === null && (
        <Button
          variant="link"
          className="comment-action"
          aria-label={`Répondre à ${name}`}
          ref={answerButton}
          onClick={onAnswer}
        >
          Répondre
        </Button>
      )}
      {!isOwn && (
        <Action
          label={comment.isReported ? 'Signalé' : 'Signaler'}
          isDone={comment.isReported}
          about={name}
          run={(event) => ask('report', event)}
        />
      )}
      {!isOwn && writerId !== null && (
        <Action
          label="Masquer"
          meaning=" cette personne"
          about={name}
          run={() =>
            void run(comments.hide(writerId), `Vous ne voyez plus les commentaires ${de(name)}.`)
          }
        />
      )}
      {!isOwn && <IllegalContentLink comment={comment} />}
      {(isOwn || user.role === 'admin') && (
        <Action label="Supprimer" about={name} run={(event) => ask('remove', event)} />
      )}
      {question === 'remove' && !isOwn && (
        <ReasonForm
          label="Motif de la suppression"
          action="Supprimer"
          isRequired
          send={(reason) => run(comments.remove(comment, reason), 'Commentaire supprimé.')}
          onCancel={stopAsking}
        />
      )}
      {question === 'remove' && isOwn && (
        <p className="comment-question" ref={bringIntoView}>
          {'Supprimer ce commentaire\u00a0? '}
          <Button
            variant="link"
            className="comment-action"
            onClick={() => void run(comments.remove(comment), 'Commentaire supprimé.')}
          >
            Oui, supprimer
          </Button>
          <Button variant="link" className="comment-action" onClick={stopAsking}>
            Non
          </Button>
        </p>
      )}
      {question === 'report' && (
        <ReasonForm
          label="Pourquoi le signaler (facultatif)"
          action="Envoyer le signalement"
          send={(reason) => run(comments.report(comment, reason), 'Merci, c’est signalé.', opener)}
          onCancel={stopAsking}
        />
      )}
      <Failure sentence={failure} />
    </div>
  );
}

type ActionProps = {
  label: string;
  /** The rest of the label, for who does not see what it stands under. */
  meaning?: string;
  /** Disabled: shows the result, and keeps the focus. */
  isDone?: boolean;
  about: string;
  run: (event: MouseEvent<HTMLButtonElement>) => void;
};

function Action({ label, meaning = '', isDone = false, about, run }: ActionProps) {
  return (
    <Button
      variant="link"
      className={isDone ? 'comment-action comment-done' : 'comment-action'}
      aria-disabled={isDone}
      onClick={isDone ? undefined : run}
    >
      <span>{label}</span>
      <span className="visually-hidden">{`${meaning} (commentaire ${de(about)})`}</span>
    </Button>
  );
}

function Failure({ sentence }: { sentence: string }) {
  return (
    <p className="comment-failure" role="alert">
      {sentence}
    </p>
  );
}

type ReasonFormProps = {
  /** The question, and the button's label. */
  label: string;
  action: string;
  isRequired?: boolean;
  send: (reason: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the reason of a report, or of a removal by an admin. */
export function ReasonForm({ label, action, isRequired = false, send, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const { onSubmit, isPending, wrong, onInput } = useSubmit(
    async () => {
      await send(reason);
      return null;
    },
    { reason: messages.moderationReasonMissing },
  );

  return (
    <form
      className="comment-form"
      ref={bringIntoView}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <TextArea
        name="reason"
        label={label}
        error={wrong('reason')}
        required={isRequired}
        rows={2}
        maxLength={commentLimits.reasonCharacters}
        value={reason}
        ref={field}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="comment-form-foot">
        <Button variant="quiet" onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" aria-disabled={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
