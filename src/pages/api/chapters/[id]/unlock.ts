import { unlockChapter } from '#shared/contracts/credits.ts';
import { onPublicChapter, unlockChapter as unlock } from '#server/credits/unlock-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { checkBeforeCharge } from '#server/protection/before-charge.ts';

export const POST = endpoint(
  unlockChapter,
  [requireUser, onPublicChapter],
  ({ app, caller, params, body, headers }) => {
    const bought = { chapterId: params.id, expectedCredits: body?.credits };
    return unlock(app, caller.user, bought, checkBeforeCharge(app, caller, headers));
  },
);
