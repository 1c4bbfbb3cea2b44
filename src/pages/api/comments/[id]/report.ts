import { reportComment as reportCommentCall } from '#shared/contracts/comments.ts';
import { onReportedComment, reportComment } from '#server/community/report-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const POST = endpoint(
  reportCommentCall,
  [requireUser, onReportedComment],
  async ({ app, caller, params, body }) => {
    const report = { commentId: params.id, userId: caller.user.id, reason: body.reason };
    return (await reportComment(app, report)) ?? { success: true as const };
  },
);
