import { invite } from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import * as invitations from '#server/publishing/team/invitations.ts';
import { toInvitationBody } from '#server/publishing/team/team.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const POST = endpoint(
  invite,
  [requireUser, onNovel('people')],
  async ({ app, caller, params, body }) => {
    const made = await invitations.invite(app, caller.user, params.id, body);
    if (isRefusal(made)) return made;
    return { invitation: toInvitationBody(made.invitation), token: made.token };
  },
);
