import {
  answerInvitation,
  readInvitation,
  withdrawInvitation,
  invite,
  acceptNovel,
  declineNovel,
  offerNovel,
  removeMember,
  setMemberRole,
  listTeam,
} from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import * as invitations from '#server/publishing/team/invitations.ts';
import * as team from '#server/publishing/team/team.ts';
import { toInvitationBody } from '#server/publishing/team/team.ts';
import { onNovel } from '#server/people/novel-powers/own-work.ts';
import * as offer from '#server/publishing/team/offer.ts';

export const calls = [
  endpoint(readInvitation, requireUser, ({ app, caller, body }) =>
    invitations.readInvitation(app, caller.user.id, body.token),
  ),

  endpoint(answerInvitation, requireUser, async ({ app, caller, body }) => {
    const novelId = await invitations.answerInvitation(app, caller.user.id, body);
    return isRefusal(novelId) ? novelId : { novelId };
  }),

  endpoint(withdrawInvitation, requireUser, async ({ app, caller, params }) => {
    const refusal = await invitations.withdrawInvitation(app, caller.user, params.id);
    return refusal ?? { success: true as const };
  }),

  endpoint(invite, [requireUser, onNovel('people')], async ({ app, caller, params, body }) => {
    const made = await invitations.invite(app, caller.user, params.id, body);
    if (isRefusal(made)) return made;
    return { invitation: toInvitationBody(made.invitation), token: made.token };
  }),

  endpoint(
    offerNovel,
    [requireUser, onNovel('transfer')],
    async ({ app, caller, params, body }) => {
      const refusal = await offer.offerNovel(app, caller.user, params.id, body.userId);
      return refusal ?? { success: true as const };
    },
  ),

  endpoint(acceptNovel, requireUser, async ({ app, caller, params }) => {
    const refusal = await offer.acceptNovel(app, caller.user, params.id);
    return refusal ?? { success: true as const };
  }),

  endpoint(declineNovel, requireUser, async ({ app, caller, params }) => {
    const refusal = await offer.declineNovel(app, caller.user, params.id);
    return refusal ?? { success: true as const };
  }),

  endpoint(
    setMemberRole,
    [requireUser, onNovel('people')],
    async ({ app, caller, params, body }) => {
      const refusal = await team.setMemberRole(app, caller.user, params, body.role);
      return refusal ?? { success: true as const };
    },
  ),

  endpoint(removeMember, requireUser, async ({ app, caller, params }) => {
    const refusal = await team.removeMember(app, caller.user, params);
    return refusal ?? { success: true as const };
  }),

  endpoint(listTeam, requireUser, ({ app, caller, params }) =>
    team.listTeam(app, caller.user, params.id),
  ),
];
