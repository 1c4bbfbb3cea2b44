import { getChapterKey } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { findChapter } from '#server/catalogue/chapters.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findAccess } from '#server/protection/access.ts';
import { hasPassed } from '#server/protection/answer-challenge.ts';
import { contentKey } from '#server/protection/content-cipher.ts';
import { countOpening, findStop } from '#server/protection/reading-pace.ts';

export const GET = endpoint(getChapterKey, requireUser, async (input) => {
  const { app, caller, params, headers } = input;
  const place = await findChapter(app.db, params.id);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(app.db, place, caller, app.clock.now());
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  const use = { sessionId: caller.sessionId, chapterId: place.chapter.id };
  const key = { key: contentKey(app.config.secretKeys, use).toString('base64') };
  // Whoever has the text of a chapter that became free meanwhile needs no challenge for it.
  if (access.kind === 'free') return key;

  const isPassed = await hasPassed(app.db, use.sessionId, use.chapterId);
  // Authors among their own texts, and admins, are not counted.
  if (!readsEverythingOf(place.novel, caller.user)) {
    const reading = { userId: caller.user.id, chapterId: use.chapterId };
    // Nobody is asked a question for a chapter that would not open after it.
    const pause = await (isPassed ? countOpening(app, reading) : findStop(app, reading));
    if (pause) {
      headers.set('retry-after', String(pause.waitSeconds));
      return pause.refusal;
    }
  }
  return isPassed ? key : refuse('CHALLENGE_REQUIRED', messages.challengeRequired);
});
