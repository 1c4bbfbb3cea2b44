/** A novel's list of chapters, one page at a time: it may have thousands. */
import { and, asc, count, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { ChapterPageBody } from '#shared/contracts/chapters.ts';
import { novelPartsMax, searchWordsMax } from '#shared/constants.ts';
import type { ChapterOrder } from '#shared/site/paths.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { isPublishedIn, type Chapter } from './chapters.ts';

/** A page of a list; `page` counts from 1. */
type WantedPage = {
  order: ChapterOrder;
  page: number;
  size: number;
  /** Only chapters that match each of these words. */
  words?: readonly string[];
};

/** The same, or the page with the chapter `around`; with the list's parts or without. */
type WantedPlace = WantedPage & { around?: string | undefined; parts: boolean };

/** A page of a list and what is known of the whole list. */
export type FoundPage = Pick<ChapterPageBody, 'page' | 'total' | 'parts'> & { chapters: Chapter[] };

/** One page of a novel's published chapters; empty after the last one. */
export async function listChapterPage(
  db: Database,
  novelId: string,
  { order, page, size, words = [] }: WantedPage,
): Promise<Chapter[]> {
  const direction = order === 'asc' ? asc : desc;
  return db
    .select()
    .from(chapters)
    .where(isListed(novelId, words))
    .orderBy(direction(chapters.chapterNumber))
    .limit(size)
    .offset((page - 1) * size);
}

/** A page and the size of the list, in two queries; its parts take a third. */
export async function findChapterPage(
  db: Database,
  novelId: string,
  { around, parts: isWithParts, ...wanted }: WantedPlace,
): Promise<FoundPage> {
  const { size, order, words = [] } = wanted;
  const [{ total, before }, parts] = await Promise.all([
    countListed(db, novelId, { words, around }),
    isWithParts ? listParts(db, novelId, words) : undefined,
  ]);
  const rank = before === null ? null : order === 'asc' ? before : total - 1 - before;
  const page = rank === null ? wanted.page : Math.floor(rank / size) + 1;
  const found = await listChapterPage(db, novelId, { ...wanted, page });
  return { chapters: found, page, total, ...(parts && { parts }) };
}

/** How many chapters are listed, and how many before this one (null where it is not listed). */
async function countListed(
  db: Database,
  novelId: string,
  { words, around }: { words: readonly string[]; around: string | undefined },
): Promise<{ total: number; before: number | null }> {
  const isListedHere = isListed(novelId, words);
  if (around === undefined) {
    const [row] = await db.select({ total: count() }).from(chapters).where(isListedHere);
    return { total: row?.total ?? 0, before: null };
  }
  const numbers = db
    .select({ chapterNumber: chapters.chapterNumber })
    .from(chapters)
    .where(and(eq(chapters.id, around), isListedHere));
  const [row] = await db
    .select({
      total: count(),
      before: sql<number>`count(*) filter (where ${lt(chapters.chapterNumber, sql`(${numbers})`)})::int`,
      isListed: sql<boolean>`(${numbers}) is not null`,
    })
    .from(chapters)
    .where(isListedHere);
  return { total: row?.total ?? 0, before: row?.isListed ? row.before : null };
}

/** Consecutive chapters of the same part, by number: the first `novelPartsMax` of them. */
async function listParts(db: Database, novelId: string, words: readonly string[]) {
  const { chapterNumber, part } = chapters;
  // Both count alike along a part; their difference changes where another one comes between.
  const runs = db
    .select({
      part,
      chapterNumber,
      run: sql`row_number() over (order by ${chapterNumber})
        - row_number() over (partition by ${part} order by ${chapterNumber})`.as('run'),
    })
    .from(chapters)
    .where(isListed(novelId, words))
    .as('runs');
  return db
    .select({ title: runs.part, chapters: count() })
    .from(runs)
    .groupBy(runs.part, runs.run)
    .orderBy(sql`min(${runs.chapterNumber})`)
    .limit(novelPartsMax);
}

function isListed(novelId: string, words: readonly string[]): SQL | undefined {
  const matches = [...new Set(words)].slice(0, searchWordsMax).map(
    (word) => sql`(strpos(${plain(chapters.title)}, ${plain(sql`${word}::text`)}) > 0
      or starts_with(${chapters.chapterNumber}::text, ${word}))`,
  );
  return and(isPublishedIn(novelId), ...matches);
}

/** Without case, accents and the difference between apostrophes. */
function plain(text: SQL | typeof chapters.title): SQL {
  const bare = sql`regexp_replace(normalize(${text}, NFD), ${String.raw`[\u0300-\u036f]`}, '', 'g')`;
  return sql`translate(lower(${bare}), '’', '''')`;
}
