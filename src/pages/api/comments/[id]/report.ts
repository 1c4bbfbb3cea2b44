import { reportComment as reportCommentCall } from '../../../../lib/shared/contracts/comments.ts';
import { reportComment } from '../../../../lib/server/community/report-comment.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const POST = endpoint(
  reportCommentCall,
  requireUser,
  async ({ app, caller, params, body }) => {
    const refusal = await reportComment(app, caller, params.id, body.reason);
    return refusal ?? { success: true as const };
  },
);
