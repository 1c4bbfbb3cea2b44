import { getChapter } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import {
  findChapter,
  isFree,
  readChapterText,
  toChapterBody,
  toPublicChapterBody,
} from '../../../../lib/server/catalogue/chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getChapter, async ({ app, params, query, visitorId, isCrossSite }) => {
  const place = await findChapter(app.db, params.id);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const now = app.clock.now();
  if (!isFree(place.chapter, now)) {
    const details = { chapter: toPublicChapterBody(place.chapter, now) };
    return refuse('PREMIUM_LOCKED', messages.premiumLocked, { details });
  }
  if (query.countView && !isCrossSite) app.views.count(place.chapter.id, visitorId);
  return toChapterBody(place, await readChapterText(app.db, place.chapter.id), now);
});
