import { and, eq, sql } from 'drizzle-orm';
import { unionAll, type PgColumn } from 'drizzle-orm/pg-core';
import type { CallerMarks } from '../catalogue/chapters.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { chapters } from '../db/schema/catalogue.ts';
import { bookmarks, chapterLikes } from '../db/schema/reading.ts';

/** Returns a user's marks on a chapter. */
export type MarksOf = (chapterId: string) => CallerMarks;

/**
 * A user's likes and bookmarks, on one chapter or on a whole novel, in one query. An anonymous
 * reader (null) has none, without a query.
 */
export async function findChapterMarks(
  db: Database,
  userId: string | null,
  where: { chapterId: string } | { novelId: string },
): Promise<MarksOf> {
  if (userId === null) return () => ({ likedBy: [], bookmarkedBy: [] });
  const rows =
    'chapterId' in where
      ? await selectMarksOnChapter(db).execute({ userId, id: where.chapterId })
      : await selectMarksInNovel(db).execute({ userId, id: where.novelId });
  const idsOf = (kind: 'like' | 'bookmark') =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.chapterId));
  const [liked, bookmarked] = [idsOf('like'), idsOf('bookmark')];
  return (chapterId) => ({
    likedBy: liked.has(chapterId) ? [userId] : [],
    bookmarkedBy: bookmarked.has(chapterId) ? [userId] : [],
  });
}

const selectMarksOnChapter = prepared((db) =>
  selectMarks(db, chapters.id).prepare('find_marks_on_chapter'),
);
const selectMarksInNovel = prepared((db) =>
  selectMarks(db, chapters.novelId).prepare('find_marks_in_novel'),
);

/** Of `userId`, where this column is `id`. */
function selectMarks(db: Database, column: PgColumn) {
  const userId = sql.placeholder('userId');
  const place = eq(column, sql.placeholder('id'));
  return unionAll(
    db
      .select({ kind: sql<'like' | 'bookmark'>`'like'`, chapterId: chapterLikes.chapterId })
      .from(chapterLikes)
      .innerJoin(chapters, eq(chapters.id, chapterLikes.chapterId))
      .where(and(eq(chapterLikes.userId, userId), place)),
    db
      .select({ kind: sql<'like' | 'bookmark'>`'bookmark'`, chapterId: bookmarks.chapterId })
      .from(bookmarks)
      .innerJoin(chapters, eq(chapters.id, bookmarks.chapterId))
      .where(and(eq(bookmarks.userId, userId), place)),
  );
}
