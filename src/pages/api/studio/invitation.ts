import { answerInvitation, readInvitation } from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import * as invitations from '#server/publishing/team/invitations.ts';

export const POST = endpoint(readInvitation, requireUser, ({ app, caller, body }) =>
  invitations.readInvitation(app, caller.user.id, body.token),
);

export const PUT = endpoint(answerInvitation, requireUser, async ({ app, caller, body }) => {
  const novelId = await invitations.answerInvitation(app, caller.user.id, body);
  return isRefusal(novelId) ? novelId : { novelId };
});
