import { moderateSettle } from '#shared/contracts/moderation.ts';
import { moderateComment, onAnyComment } from '#server/community/moderate-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const POST = endpoint(
  moderateSettle,
  [requireRole('admin'), onAnyComment],
  async ({ app, caller, params, body }) => {
    const act = { act: 'kept', id: params.id, reason: body.reason } as const;
    const comments = await moderateComment(app, caller.user, act);
    return isRefusal(comments) ? comments : { comments };
  },
);
