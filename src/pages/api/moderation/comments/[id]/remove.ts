import { moderateRemove } from '../../../../../lib/shared/contracts/moderation.ts';
import { moderateComment } from '../../../../../lib/server/community/moderate-comment.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../../lib/server/http/refusal.ts';

export const POST = endpoint(
  moderateRemove,
  requireRole('admin'),
  async ({ app, caller, params, body }) => {
    const act = { act: 'removed', id: params.id, reason: body.reason } as const;
    const comments = await moderateComment(app, caller.user.id, act);
    return isRefusal(comments) ? comments : { comments };
  },
);
