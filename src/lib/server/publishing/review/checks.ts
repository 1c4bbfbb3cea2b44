import { asc, eq, sql } from 'drizzle-orm';
import { chaptersListMax } from '#shared/constants.ts';
import type { ReviewCheck } from '#shared/contracts/first-publication.ts';
import type { Database } from '#server/db/database.ts';
import { chapterDrafts, chapters } from '#server/db/schema/catalogue.ts';
import type { NovelRow } from '../studio/own-work.ts';

/** A chapter with the title and length of its working copy. */
type CopiedChapter = {
  id: string;
  number: number;
  status: 'draft' | 'scheduled' | 'published';
  title: string;
  wordCount: number;
};

/** The chapters of a novel by number, as they would come out; at most so many. */
export function listCopied(
  db: Database,
  novelId: string,
  countMax: number = chaptersListMax,
): Promise<CopiedChapter[]> {
  return db
    .select({
      id: chapters.id,
      number: chapters.chapterNumber,
      status: chapters.status,
      title: sql<string>`coalesce(${chapterDrafts.title}, ${chapters.title})`,
      wordCount: sql`coalesce(${chapterDrafts.wordCount}, ${chapters.wordCount})`.mapWith(Number),
    })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(eq(chapters.novelId, novelId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(countMax);
}

/** Those from the first one on that have a title and a text. */
export function readyOf(all: readonly CopiedChapter[]): readonly CopiedChapter[] {
  const end = all.findIndex(({ title, wordCount }) => title === '' || wordCount === 0);
  return end === -1 ? all : all.slice(0, end);
}

type Checked = Pick<NovelRow, 'title' | 'description' | 'genres' | 'coverHash'>;

/** What a novel has of what it should have. A cover is drawn for those without. */
export function checksOf(novel: Checked, readyChapters: number): ReviewCheck[] {
  return [
    { item: 'title', isDone: novel.title !== '', isRequired: true },
    { item: 'synopsis', isDone: novel.description !== '', isRequired: true },
    { item: 'genres', isDone: novel.genres.length > 0, isRequired: true },
    { item: 'chapters', isDone: readyChapters > 0, isRequired: true },
    { item: 'cover', isDone: novel.coverHash !== null, isRequired: false },
  ];
}
