import { getChapterKey } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { contentKey } from '#server/protection/content-cipher.ts';
import { findKeyStanding } from '#server/protection/key-standing.ts';
import { countOpening, findStop, isHurried } from '#server/protection/reading-pace.ts';
import { refuseUnpassed } from '#server/protection/session-pass.ts';

export const GET = endpoint(getChapterKey, requireUser, async (input) => {
  const { app, caller, params, headers } = input;
  const standing = await findKeyStanding(app.db, params.id, caller, app.clock.now());
  if (!standing) return refuse('NOT_FOUND', messages.chapterMissing);
  const { access, novel, isSessionPassed, isCounted } = standing;
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  const use = { sessionId: caller.sessionId, chapterId: params.id };
  const key = { key: contentKey(app.config.secretKeys, use).toString('base64') };
  // Whoever has the text of a chapter that became free meanwhile needs no challenge for it.
  if (access.kind === 'free') return key;

  const isPassed =
    standing.isPassed ||
    // What was opened within the hour opens again, however fast others were opened since.
    (isSessionPassed && (isCounted || !(await isHurried(app, caller.user.id))));
  // Authors among their own texts, and admins, are not counted.
  if (!isCounted && !readsEverythingOf(novel, caller.user)) {
    const reading = { userId: caller.user.id, chapterId: use.chapterId };
    // Nobody is asked a question for a chapter that would not open after it.
    const pause = await (isPassed ? countOpening(app, reading) : findStop(app, reading));
    if (pause) {
      headers.set('retry-after', String(pause.waitSeconds));
      return pause.refusal;
    }
  }
  return isPassed ? key : refuseUnpassed(use.chapterId);
});
