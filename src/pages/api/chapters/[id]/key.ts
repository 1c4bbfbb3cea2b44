import { getChapterKey } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { findChapter } from '../../../../lib/server/catalogue/chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { findAccess } from '../../../../lib/server/protection/access.ts';
import { hasPassed } from '../../../../lib/server/protection/answer-challenge.ts';
import { contentKey } from '../../../../lib/server/protection/content-cipher.ts';

export const GET = endpoint(getChapterKey, requireUser, async ({ app, caller, params }) => {
  const place = await findChapter(app.db, params.id);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(app.db, place, caller, app.clock.now());
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  const use = { sessionId: caller.sessionId, chapterId: place.chapter.id };
  // Whoever has the text of a chapter that became free meanwhile needs no challenge for it.
  const mayHave = access.kind === 'free' || (await hasPassed(app.db, use.sessionId, use.chapterId));
  if (!mayHave) return refuse('CHALLENGE_REQUIRED', messages.challengeRequired);
  return { key: contentKey(app.config.secretKeys, use).toString('base64') };
});
