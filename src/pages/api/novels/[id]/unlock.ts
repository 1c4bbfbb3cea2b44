import { unlockNovel } from '#shared/contracts/credits.ts';
import { onPublicNovel } from '#server/catalogue/novels.ts';
import { unlockNovel as unlock } from '#server/credits/unlock-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { checkBeforeCharge } from '#server/protection/before-charge.ts';

export const POST = endpoint(
  unlockNovel,
  [requireUser, onPublicNovel],
  ({ app, caller, params, body, headers }) => {
    const bought = { novelId: params.id, part: body.part, expectedCredits: body.credits };
    return unlock(app, caller.user, bought, checkBeforeCharge(app, caller, headers));
  },
);
