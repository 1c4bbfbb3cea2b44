import { useId, useRef, type ReactNode } from 'react';
import type { CommentBody } from '#shared/contracts/comments.ts';
import { formatCount } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Comments } from './use-comments.ts';
import { useFocusAfterMore } from './use-focus-after-more.ts';

type Props = {
  comment: CommentBody;
  comments: Comments;
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
  /** Its replies. */
  children: ReactNode;
};

/** The replies of a comment, collapsible, with a button to load more. */
export function Replies({ comment, comments, isUnfolded, onUnfold, children }: Props) {
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
