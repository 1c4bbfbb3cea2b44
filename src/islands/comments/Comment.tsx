import { useLayoutEffect, useRef, useState, useId, type ReactNode } from 'react';
import type { CommentBody } from '#shared/contracts/comments.ts';
import { formatDay, formatCount } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { hasDraft } from '#browser/drafts/saved-drafts.ts';
import type { Elements } from '../ui/elements.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/button/Button.tsx';
import { useAction } from '../ui/use-action.ts';
import { CommentActions, IllegalContentLink } from './CommentActions.tsx';
import { CommentForm } from './CommentForm.tsx';
import type { Comments, Writer } from './use-comments.ts';
import { isFocusInComment, useFocusAfterMore } from './focus.ts';

type Props = {
  comment: CommentBody;
  comments: Comments;
  /** The signed-in user; null shows comments without actions. */
  user: Writer | null;
  /** Announces the result to screen readers. */
  tell: (sentence: string) => void;
  /** What it is about, above its text. */
  passage?: Elements;
};

const avatarPixels = 32;

/** One comment with its actions, its reply form, and its replies. */
export function Comment(props: Props) {
  const { comment, comments, user, tell, passage } = props;
  const [isAnswering, setAnswering] = useState(false);
  const [isOffered, setOffered] = useState(false);
  const [reader, setReader] = useState<string | null>(null);
  const draftPlace = { form: 'comment', personId: reader ?? '', subject: comment._id } as const;
  if (user && user._id !== reader) {
    setReader(user._id);
    // A reply draft saved when the session ended is offered where it was written.
    const isStored = hasDraft({ ...draftPlace, personId: user._id });
    setOffered(isStored);
    if (isStored) setAnswering(true);
  }
  const [isUnfolded, setUnfolded] = useState(comment.level > 1);
  const place = useRef<HTMLLIElement>(null);
  const answerButton = useRef<HTMLButtonElement>(null);
  const isWritten = comment.state === 'shown' || comment.state === 'held';
  const isSending = comments.state.sending.has(comment._id);

  useLayoutEffect(() => {
    const item = place.current;
    return () => {
      // A focused comment that is removed passes the focus to the list.
      if (item?.contains(document.activeElement)) {
        item.closest<HTMLElement>('.comments-list')?.focus();
      }
    };
  }, []);

  const stopAnswering = () => {
    setAnswering(false);
    setOffered(false);
    if (isFocusInComment(place.current)) answerButton.current?.focus();
  };
  const send = (text: string, writer: Writer) => {
    setUnfolded(true);
    return comments.send(text, comment, writer);
  };

  return (
    <li
      className="comment"
      data-level={comment.level}
      aria-busy={isSending && !comments.state.waiting.has(comment._id)}
      tabIndex={-1}
      ref={place}
    >
      <article>
        <CommentHead comment={comment} />
        {passage}
        {isWritten ? (
          <p className="comment-text" dir="auto">
            {comment.mentionName !== null && (
              <>
                <strong translate="no">{`@${comment.mentionName}`}</strong>{' '}
              </>
            )}
            <span>{comment.text}</span>
          </p>
        ) : (
          <p className="comments-quiet">{comment.text}</p>
        )}
        {comment.state === 'held' && <p className="comments-quiet">{messages.commentHeld}</p>}
        {comment.reason !== null && (
          <p className="comments-quiet" dir="auto">
            {`Motif\u00A0: ${comment.reason}`}
          </p>
        )}
        {isSending && (
          <p className="comments-quiet">
            {comments.state.waiting.has(comment._id) ? 'En attente de connexion' : 'Envoi...'}
          </p>
        )}
        {!user && comment.state === 'shown' && (
          <div className="comment-actions">
            <IllegalContentLink comment={comment} />
          </div>
        )}
        {user && !isSending && (
          <CommentActions
            comment={comment}
            comments={comments}
            user={user}
            tell={tell}
            place={place}
            answerButton={answerButton}
            onAnswer={() => setAnswering(true)}
          />
        )}
      </article>
      {user && isAnswering && comment.state === 'shown' && (
        <CommentForm
          key={user._id}
          label={`Votre réponse à ${comment.name}`}
          place={draftPlace}
          isOffered={isOffered}
          suspendedUntil={comments.state.suspendedUntil}
          send={(text) => send(text, user)}
          onSent={(waits) => {
            stopAnswering();
            tell(waits ? messages.commentWaits : 'Réponse envoyée.');
          }}
          onCancel={stopAnswering}
        />
      )}
      <Replies comment={comment} comments={comments} isUnfolded={isUnfolded} onUnfold={setUnfolded}>
        {comment.replies.map((reply) => (
          <Comment key={reply._id} {...props} passage={null} comment={reply} />
        ))}
      </Replies>
    </li>
  );
}

function CommentHead({ comment }: { comment: CommentBody }) {
  const { state, name, profileImage, date, isTeam } = comment;
  const isRemoved = state === 'removed';
  return (
    <header className="comment-head">
      {!isRemoved && <Avatar name={name} picture={profileImage} sizePixels={avatarPixels} />}
      <p>
        {!isRemoved && (
          <bdi className={name === messages.accountGone ? 'comments-quiet' : 'comment-name'}>
            {name}
          </bdi>
        )}{' '}
        {isTeam && (
          <>
            <span className="badge">
              Équipe<span className="visually-hidden"> du roman</span>
            </span>{' '}
          </>
        )}
        <time className="comments-quiet" dateTime={date}>
          {formatDay(date)}
        </time>
      </p>
    </header>
  );
}

type RepliesProps = {
  comment: CommentBody;
  comments: Comments;
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
  /** Its replies. */
  children: ReactNode;
};

/** The replies of a comment, collapsible, with a button to load more. */
function Replies({ comment, comments, isUnfolded, onUnfold, children }: RepliesProps) {
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const hasMore = comment.repliesCursor !== null;
  const expectMore = useFocusAfterMore(list, hasMore);
  const { run, isPending, refusal } = useAction(async () => {
    expectMore();
    const refused = await comments.loadReplies(comment);
    return refused && { sentence: refused.message };
  });
  if (comment.replies.length === 0) return null;

  return (
    <>
      <Button
        variant="link"
        className="comment-action"
        aria-expanded={isUnfolded}
        aria-controls={isUnfolded ? id : undefined}
        onClick={() => onUnfold(!isUnfolded)}
      >
        {isUnfolded ? 'Masquer les réponses' : `Afficher les réponses (${countOf(comment)})`}
      </Button>
      {isUnfolded && (
        <ul className="comment-replies" id={id} ref={list}>
          {children}
        </ul>
      )}
      {isUnfolded && hasMore && (
        <Button
          variant="link"
          className="comment-action"
          aria-disabled={isPending}
          onClick={() => run()}
        >
          {isPending ? 'Chargement...' : 'Afficher d’autres réponses'}
        </Button>
      )}
      <p className="comment-failure" role="alert">
        {refusal?.sentence}
      </p>
    </>
  );
}

/** “12”, or “plus de 10” while some are not loaded. */
function countOf(comment: CommentBody): string {
  const all = comment.replies.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
  return comment.repliesCursor === null ? formatCount(all) : `plus de ${formatCount(all)}`;
}
