import { removeComment as removeCommentCall } from '#shared/contracts/comments.ts';
import { onRemovedComment, removeComment } from '#server/community/remove-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const DELETE = endpoint(
  removeCommentCall,
  [requireUser, onRemovedComment],
  async ({ app, caller, found: { isOwn }, params: { id }, body: { reason } }) => {
    const comments = await removeComment(app, caller.user, { id, isOwn, reason });
    return isRefusal(comments) ? comments : { comments };
  },
);
