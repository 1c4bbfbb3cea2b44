import { and, desc, eq } from 'drizzle-orm';
import { bookmarksListMax } from '#shared/constants.ts';
import type { BookmarkedChapterBody } from '#shared/contracts/chapters.ts';
import { paths } from '#shared/paths.ts';
import type { App } from '../app.ts';
import { findKnownChapter, isKnownTo, lastPublicTitle } from '../catalogue/chapters.ts';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { bookmarks } from '../db/schema/reading.ts';

/** Twice the width at which home shows it. */
const coverWidthPixels = 160;

/**
 * Bookmarks a chapter that the user may know of, or removes the bookmark. Idempotent.
 * @returns false if the chapter does not exist.
 */
export async function setBookmark(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, chapterId }: { userId: string; chapterId: string },
  wish: boolean,
): Promise<boolean> {
  if (!(await findKnownChapter(db, chapterId, userId))) return false;
  if (wish) {
    await db
      .insert(bookmarks)
      .values({ userId, chapterId, createdAt: clock.now() })
      .onConflictDoNothing();
  } else {
    await db
      .delete(bookmarks)
      .where(and(eq(bookmarks.userId, userId), eq(bookmarks.chapterId, chapterId)));
  }
  return true;
}

/** A user's bookmarked chapters, last bookmarked first, bounded; only those that they may know of. */
export async function listBookmarked(
  db: Database,
  userId: string,
): Promise<BookmarkedChapterBody[]> {
  const rows = await db
    .select({
      id: chapters.id,
      title: lastPublicTitle,
      chapterNumber: chapters.chapterNumber,
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        genres: novels.genres,
        coverHash: novels.coverHash,
      },
    })
    .from(bookmarks)
    .innerJoin(chapters, eq(chapters.id, bookmarks.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(and(eq(bookmarks.userId, userId), isKnownTo(userId)))
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.chapterId))
    .limit(bookmarksListMax);
  return rows.map(({ id, title, chapterNumber, novel }) => ({
    _id: id,
    title,
    chapterNumber,
    novelId: {
      _id: novel.id,
      slug: novel.slug,
      title: novel.title,
      genres: novel.genres,
      coverImage: novel.coverHash && paths.image(novel.coverHash, coverWidthPixels, 'webp'),
    },
  }));
}
