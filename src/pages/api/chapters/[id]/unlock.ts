import { unlockChapter } from '#shared/contracts/credits.ts';
import { unlockChapter as unlock } from '#server/credits/unlock-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { findStop } from '#server/protection/reading-pace.ts';
import { refuseWithoutPass } from '#server/protection/session-pass.ts';

export const POST = endpoint(unlockChapter, requireUser, async (input) => {
  const { app, caller, params, body, headers } = input;
  // Nobody pays for a chapter that would not open afterwards.
  const stop = await findStop(app, { userId: caller.user.id, chapterId: params.id });
  if (stop) {
    headers.set('retry-after', String(stop.waitSeconds));
    return stop.refusal;
  }
  const bought = { chapterId: params.id, expectedCredits: body?.credits };
  return unlock(app, caller.user, bought, (db, chapterId) =>
    refuseWithoutPass({ ...app, db }, caller, chapterId),
  );
});
