import { reportComment as reportCommentCall } from '#shared/contracts/comments.ts';
import { reportComment } from '#server/community/report-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const POST = endpoint(
  reportCommentCall,
  requireUser,
  async ({ app, caller, params, body }) => {
    const refusal = await reportComment(app, caller, params.id, body.reason);
    return refusal ?? { success: true as const };
  },
);
