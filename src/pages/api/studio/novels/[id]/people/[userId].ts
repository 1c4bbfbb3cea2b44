import { removeMember, setMemberRole } from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as team from '#server/publishing/team/team.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  setMemberRole,
  [requireUser, onNovel('people')],
  async ({ app, caller, params, body }) => {
    const refusal = await team.setMemberRole(app, caller.user, params, body.role);
    return refusal ?? { success: true as const };
  },
);

export const DELETE = endpoint(removeMember, requireUser, async ({ app, caller, params }) => {
  const refusal = await team.removeMember(app, caller.user, params);
  return refusal ?? { success: true as const };
});
