import { unlockChapter } from '../../../../lib/shared/contracts/credits.ts';
import { unlockChapter as unlock } from '../../../../lib/server/credits/unlock-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { findStop } from '../../../../lib/server/protection/reading-pace.ts';

export const POST = endpoint(unlockChapter, requireUser, async (input) => {
  const { app, caller, params, body, headers } = input;
  // Nobody pays for a chapter that would not open after it.
  const stop = await findStop(app, { userId: caller.user.id, chapterId: params.id });
  if (stop) {
    headers.set('retry-after', String(stop.waitSeconds));
    return stop.refusal;
  }
  return unlock(app, caller.user, { chapterId: params.id, expectedCredits: body?.credits });
});
