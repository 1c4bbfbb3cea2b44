import { useId, useRef } from 'react';
import type { CommentBody } from '#shared/contracts/comments.ts';
import { formatCount } from '#shared/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { useAction } from '../ui/use-action.ts';
import { Comment, type CommentProps } from './Comment.tsx';
import { useFocusAfterMore } from './use-focus-after-more.ts';

type Props = CommentProps & { isUnfolded: boolean; onUnfold: (isUnfolded: boolean) => void };

/** The replies of a comment, collapsible, with a button to load more. */
export function Replies({ isUnfolded, onUnfold, ...props }: Props) {
  const { comment, comments } = props;
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
          {comment.replies.map((reply) => (
            <Comment key={reply._id} {...props} comment={reply} />
          ))}
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
