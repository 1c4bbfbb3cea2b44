import { and, eq, inArray, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { unionAll, type PgColumn } from 'drizzle-orm/pg-core';
import type { CallerMarks } from '../catalogue/chapters.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { bookmarks, chapterLikes } from '#server/core/db/schema/reading.ts';

/** Returns a user's marks on a chapter. */
export type MarksOf = (chapterId: string) => CallerMarks;

/**
 * A user's likes and bookmarks, on one chapter, on these, or on a whole novel, in one query. An anonymous
 * reader (null) has none, without a query.
 */
export async function findChapterMarks(
  db: Database,
  userId: string | null,
  where: { chapterId: string } | { chapterIds: readonly string[] } | { novelId: string },
): Promise<MarksOf> {
  if (userId === null) return () => ({ likedBy: [], bookmarkedBy: [] });
  const rows = await readMarks(db, userId, where);
  const idsOf = (kind: 'like' | 'bookmark') =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.chapterId));
  const [liked, bookmarked] = [idsOf('like'), idsOf('bookmark')];
  return (chapterId) => ({
    likedBy: liked.has(chapterId) ? [userId] : [],
    bookmarkedBy: bookmarked.has(chapterId) ? [userId] : [],
  });
}

function readMarks(db: Database, userId: string, where: Parameters<typeof findChapterMarks>[2]) {
  if ('chapterId' in where)
    return selectMarksOnChapter(db).execute({ userId, id: where.chapterId });
  if ('novelId' in where) return selectMarksInNovel(db).execute({ userId, id: where.novelId });
  return selectMarks(db, userId, inArray(chapters.id, [...where.chapterIds]));
}

const selectMarksOnChapter = prepared((db) =>
  selectMarksWhere(db, chapters.id).prepare('find_marks_on_chapter'),
);
const selectMarksInNovel = prepared((db) =>
  selectMarksWhere(db, chapters.novelId).prepare('find_marks_in_novel'),
);

/** Of `userId`, where this column is `id`. */
function selectMarksWhere(db: Database, column: PgColumn) {
  return selectMarks(db, sql.placeholder('userId'), eq(column, sql.placeholder('id')));
}

function selectMarks(db: Database, userId: string | Placeholder, place: SQL) {
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
