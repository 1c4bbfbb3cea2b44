import { getChapterInfo } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { findChapter } from '#server/catalogue/chapters.ts';
import { findChapterMarks } from '#server/community/chapter-marks.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findAccess } from '#server/protection/access.ts';

export const GET = endpoint(getChapterInfo, anyone, async ({ app, caller, params }) => {
  const place = await findChapter(app.db, params.id);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const { chapter, novel, next } = place;
  const { id, likes } = chapter;
  const marksOf = await findChapterMarks(app.db, caller?.user.id ?? null, { chapterId: id });
  const { likedBy, bookmarkedBy } = marksOf(id);
  const access =
    next && (await findAccess(app.db, { chapter: next, novel }, caller, app.clock.now()));
  return {
    novelId: novel.id,
    likes,
    hasLiked: likedBy.length > 0,
    isBookmarked: bookmarkedBy.length > 0,
    isNextOpen: access !== null && access.kind !== 'locked',
  };
});
