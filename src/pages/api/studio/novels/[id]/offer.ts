import { acceptNovel, declineNovel, offerNovel } from '#shared/contracts/novel-team.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as offer from '#server/publishing/team/offer.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  offerNovel,
  [requireUser, onNovel('transfer')],
  async ({ app, caller, params, body }) => {
    const refusal = await offer.offerNovel(app, caller.user, params.id, body.userId);
    return refusal ?? { success: true as const };
  },
);

export const POST = endpoint(acceptNovel, requireUser, async ({ app, caller, params }) => {
  const refusal = await offer.acceptNovel(app, caller.user, params.id);
  return refusal ?? { success: true as const };
});

export const DELETE = endpoint(declineNovel, requireUser, async ({ app, caller, params }) => {
  const refusal = await offer.declineNovel(app, caller.user, params.id);
  return refusal ?? { success: true as const };
});
