import { and, desc, eq } from 'drizzle-orm';
import { historyListMax } from '#shared/constants.ts';
import type { OpenedChapterBody } from '#shared/contracts/library.ts';
import { paths } from '#shared/paths.ts';
import { isPublic } from '../catalogue/novels.ts';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { readingPlaces } from '../db/schema/reading.ts';
import { coverWidthPixels } from './list-library.ts';

/** The chapters that a user read last, the last one first, bounded; only public ones. */
export async function listHistory(db: Database, userId: string): Promise<OpenedChapterBody[]> {
  const rows = await db
    .select({
      id: chapters.id,
      title: chapters.title,
      chapterNumber: chapters.chapterNumber,
      readAt: readingPlaces.updatedAt,
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        genres: novels.genres,
        coverHash: novels.coverHash,
      },
    })
    .from(readingPlaces)
    .innerJoin(
      chapters,
      and(eq(chapters.id, readingPlaces.chapterId), eq(chapters.status, 'published')),
    )
    .innerJoin(novels, and(eq(novels.id, chapters.novelId), isPublic))
    .where(eq(readingPlaces.userId, userId))
    .orderBy(desc(readingPlaces.updatedAt), desc(readingPlaces.chapterId))
    .limit(historyListMax);
  return rows.map(({ id, title, chapterNumber, readAt, novel }) => ({
    _id: id,
    title,
    chapterNumber,
    readAt: readAt.toISOString(),
    novel: {
      _id: novel.id,
      slug: novel.slug,
      title: novel.title,
      genres: novel.genres,
      coverImage: novel.coverHash && paths.image(novel.coverHash, coverWidthPixels, 'webp'),
    },
  }));
}
