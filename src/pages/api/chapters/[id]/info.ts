import { getChapterInfo } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { findPublishedChapter } from '../../../../lib/server/catalogue/chapters.ts';
import { findChapterMarks } from '../../../../lib/server/community/chapter-marks.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getChapterInfo, anyone, async ({ app, caller, params }) => {
  const chapter = await findPublishedChapter(app.db, params.id);
  if (!chapter) return refuse('NOT_FOUND', messages.chapterMissing);
  const { id, novelId, likes } = chapter;
  const marksOf = await findChapterMarks(app.db, caller?.user.id ?? null, { chapterId: id });
  const { likedBy, bookmarkedBy } = marksOf(id);
  return {
    novelId,
    likes,
    hasLiked: likedBy.length > 0,
    isBookmarked: bookmarkedBy.length > 0,
  };
});
