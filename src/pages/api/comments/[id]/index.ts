import { removeComment as removeCommentCall } from '#shared/contracts/comments.ts';
import { removeComment } from '#server/community/remove-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const DELETE = endpoint(
  removeCommentCall,
  requireUser,
  async ({ app, caller, params, body }) => {
    const comments = await removeComment(app, caller.user, params.id, body.reason);
    return isRefusal(comments) ? comments : { comments };
  },
);
