import { and, desc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { historyListMax, withdrawnListMax } from '#shared/constants.ts';
import type { OpenedChapterBody } from '#shared/contracts/library.ts';
import { paths } from '#shared/site/paths.ts';
import { isKnownTo, lastPublicTitle } from '../chapters.ts';
import { isPublic } from '../novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { readingPlaces } from '#server/core/db/schema/reading.ts';
import { coverWidthPixels } from './list-library.ts';

/** The chapters that a user read last, the last one first, bounded; only those that they
 * may know of. */
export async function listHistory(db: Database, userId: string): Promise<OpenedChapterBody[]> {
  const rows = await db
    .select({ ...chapterColumns, readAt: readingPlaces.updatedAt })
    .from(readingPlaces)
    .innerJoin(chapters, and(eq(chapters.id, readingPlaces.chapterId), isKnownTo(userId)))
    .innerJoin(novels, and(eq(novels.id, chapters.novelId), isPublic))
    .where(eq(readingPlaces.userId, userId))
    .orderBy(desc(readingPlaces.updatedAt), desc(readingPlaces.chapterId))
    .limit(historyListMax);
  return rows.map(({ readAt, ...row }) => ({
    ...toChapterBody(row),
    readAt: readAt.toISOString(),
  }));
}

/** Chapters that a user unlocked and that were withdrawn since, or will be, bounded, the last unlocked first. */
export async function listWithdrawn(
  db: Database,
  userId: string,
): Promise<(Omit<OpenedChapterBody, 'readAt'> & { leavesOn: string | null })[]> {
  const isUnlocked = and(eq(chapters.id, unlocks.chapterId), isNull(chapters.takenDownAt));
  const isGone = or(ne(chapters.status, 'published'), isNotNull(chapters.leavesOn));
  const rows = await db
    .select({ ...chapterColumns, leavesOn: chapters.leavesOn })
    .from(unlocks)
    .innerJoin(chapters, and(isUnlocked, isGone))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(eq(unlocks.userId, userId))
    .orderBy(desc(unlocks.createdAt), desc(unlocks.chapterId))
    .limit(withdrawnListMax);
  return rows.map(({ leavesOn, ...row }) => ({ ...toChapterBody(row), leavesOn }));
}

/** A chapter and its novel, as a list of a user's chapters shows them. */
export const chapterColumns = {
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
};

type Row = Pick<typeof chapters.$inferSelect, 'id' | 'title' | 'chapterNumber'> & {
  novel: Pick<typeof novels.$inferSelect, 'id' | 'slug' | 'title' | 'genres' | 'coverHash'>;
};

/** A row of `chapterColumns`. */
export function toChapterBody({
  id,
  title,
  chapterNumber,
  novel,
}: Row): Omit<OpenedChapterBody, 'readAt'> {
  return {
    _id: id,
    title,
    chapterNumber,
    novel: {
      _id: novel.id,
      slug: novel.slug,
      title: novel.title,
      genres: novel.genres,
      coverImage: novel.coverHash && paths.image(novel.coverHash, coverWidthPixels, 'webp'),
    },
  };
}
