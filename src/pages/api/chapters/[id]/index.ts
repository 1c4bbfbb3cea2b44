import { getChapter } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import {
  findChapter,
  isFree,
  readChapterText,
  toChapterBody,
  toPublicChapterBody,
} from '../../../../lib/server/catalogue/chapters.ts';
import { findChapterMarks } from '../../../../lib/server/community/chapter-marks.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(
  getChapter,
  anyone,
  async ({ app, caller, params, query, visitorId, isCrossSite }) => {
    const place = await findChapter(app.db, params.id);
    if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
    const { chapter } = place;
    const now = app.clock.now();
    const marksOf = await findChapterMarks(app.db, caller?.user.id ?? null, {
      chapterId: chapter.id,
    });
    const marks = marksOf(chapter.id);
    if (!isFree(chapter, now)) {
      const details = { chapter: toPublicChapterBody(chapter, marks, now) };
      return refuse('PREMIUM_LOCKED', messages.premiumLocked, { details });
    }
    if (query.countView && !isCrossSite) app.views.count(chapter.id, visitorId);
    return toChapterBody(place, await readChapterText(app.db, chapter.id), marks, now);
  },
);
