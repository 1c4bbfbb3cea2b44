import { withdrawInvitation } from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as invitations from '#server/publishing/team/invitations.ts';

export const DELETE = endpoint(withdrawInvitation, requireUser, async ({ app, caller, params }) => {
  const refusal = await invitations.withdrawInvitation(app, caller.user, params.id);
  return refusal ?? { success: true as const };
});
