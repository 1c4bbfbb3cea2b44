import { getChapterInfo } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { findChapter } from '../../../../lib/server/catalogue/chapters.ts';
import { findChapterMarks } from '../../../../lib/server/community/chapter-marks.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { findAccess } from '../../../../lib/server/protection/access.ts';

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
