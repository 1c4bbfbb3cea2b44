import { and, desc, eq } from 'drizzle-orm';
import { bookmarksListMax } from '#shared/constants.ts';
import type { BookmarkedChapterBody } from '#shared/contracts/chapters.ts';
import type { App } from '#server/app.ts';
import { findKnownChapter, isKnownTo } from '../chapters.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { bookmarks } from '#server/core/db/schema/reading.ts';
import { chapterColumns, toChapterBody } from '../library/list-history.ts';

/**
 * Bookmarks a chapter that the user may know of, or removes the bookmark. Idempotent.
 * @returns false if the chapter does not exist.
 */
export async function setBookmark(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, chapterId }: { userId: string; chapterId: string },
  isBookmarked: boolean,
): Promise<boolean> {
  if (!(await findKnownChapter(db, chapterId, userId))) return false;
  if (isBookmarked) {
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
    .select(chapterColumns)
    .from(bookmarks)
    .innerJoin(chapters, eq(chapters.id, bookmarks.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(and(eq(bookmarks.userId, userId), isKnownTo(userId)))
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.chapterId))
    .limit(bookmarksListMax);
  return rows.map((row) => {
    const { novel, ...chapter } = toChapterBody(row);
    return { ...chapter, novelId: novel };
  });
}
