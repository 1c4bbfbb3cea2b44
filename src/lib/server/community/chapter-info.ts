import type { ChapterInfoBody } from '#shared/contracts/chapters.ts';
import type { App } from '../app.ts';
import type { ChapterInPlace } from '../catalogue/chapters.ts';
import { findChapterMarks } from './chapter-marks.ts';
import { isFavorite } from './favorites.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { findAccess } from '#server/catalogue/reading/access.ts';

/**
 * A chapter's likes, the caller's marks on it, whether they follow its novel, and whether they may
 * read the next chapter.
 */
export async function readChapterInfo(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { chapter: { id, likes }, novel, next }: ChapterInPlace,
  caller: SignedIn | null,
): Promise<ChapterInfoBody> {
  const userId = caller?.user.id ?? null;
  const [marksOf, isFavorited] = await Promise.all([
    findChapterMarks(db, userId, { chapterId: id }),
    userId !== null && isFavorite(db, userId, novel.id),
  ]);
  const { likedBy, bookmarkedBy } = marksOf(id);
  const following = next && { ...next, status: 'published' as const };
  const access =
    following && (await findAccess(db, { chapter: following, novel }, caller, clock.now()));
  return {
    novelId: novel.id,
    likes,
    hasLiked: likedBy.length > 0,
    isBookmarked: bookmarkedBy.length > 0,
    isFavorited,
    isNextOpen: access !== null && access.kind !== 'locked',
  };
}
