import { removeComment as removeCommentCall } from '../../../../lib/shared/contracts/comments.ts';
import { removeComment } from '../../../../lib/server/community/remove-comment.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../lib/server/http/refusal.ts';

export const DELETE = endpoint(
  removeCommentCall,
  requireUser,
  async ({ app, caller, params, body }) => {
    const comments = await removeComment(app, caller.user, params.id, body.reason);
    return isRefusal(comments) ? comments : { comments };
  },
);
