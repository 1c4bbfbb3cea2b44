import { and, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { unreadCountedMax } from '#shared/constants.ts';
import type { LibraryNovelBody } from '#shared/contracts/library.ts';
import { paths } from '#shared/site/paths.ts';
import { isPublic } from '../novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { favorites, libraryEntries, readingPlaces } from '#server/core/db/schema/reading.ts';
import { readToEnd } from '../reading/places.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** Twice the width at which a library shows it, and a little more. */
export const coverWidthPixels = 160;

/** So many novels are looked at for one that goes on: those read last. */
const nextLookedAt = 100;

/** A bounded page of novels, and where the list goes on (null at the end). */
export type LibraryPage = { novels: LibraryNovelBody[]; next: Cursor | null };

/** So many novels after a cursor. */
export type WantedPage = { after: Cursor | null; limit: number };

/** A page of a user's library, last changed first. */
export function listLibrary(
  db: Database,
  userId: string,
  wanted: WantedPage,
): Promise<LibraryPage> {
  const { novelId, updatedAt: at } = libraryEntries;
  const shelf = { table: libraryEntries, novelId, at, isOfUser: eq(libraryEntries.userId, userId) };
  return readPage(db, userId, { ...shelf, ...wanted });
}

/** A page of a user's favourites, last added first. */
export function listFavorites(
  db: Database,
  userId: string,
  wanted: WantedPage,
): Promise<LibraryPage> {
  const { novelId, createdAt: at } = favorites;
  const shelf = { table: favorites, novelId, at, isOfUser: eq(favorites.userId, userId) };
  return readPage(db, userId, { ...shelf, ...wanted });
}

type Shelf = WantedPage & { table: PgTable; novelId: PgColumn; at: PgColumn; isOfUser: SQL };

/** The ids of a page of public novels, and of one more, the newest first. */
function listNovels(db: Database, { table, novelId, at, isOfUser, after, limit }: Shelf) {
  const isAfter =
    after &&
    sql`(${at}, ${novelId}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select({
      novelId: sql<string>`${novelId}`.as('listed_id'),
      at: sql<Date>`${at}`.mapWith(libraryEntries.updatedAt).as('listed_at'),
    })
    .from(table)
    .innerJoin(novels, and(eq(novels.id, novelId), isPublic))
    .where(and(isOfUser, isAfter ?? undefined))
    .orderBy(desc(at), desc(novelId))
    .limit(limit + 1)
    .as('listed');
}
type Listed = ReturnType<typeof listNovels>;

async function readPage(db: Database, userId: string, shelf: Shelf): Promise<LibraryPage> {
  const rows = await selectReading(db, userId, listNovels(db, shelf));
  const shown = rows.slice(0, shelf.limit);
  const last = shown.at(-1);
  const isMore = rows.length > shelf.limit && last;
  return {
    novels: shown.map(toLibraryNovel),
    next: isMore ? { createdAt: last.at, id: last.novel.id } : null,
  };
}

/** When a novel was last read; null before its first chapter. */
const readAt: SQL<Date | null> =
  sql`greatest(${libraryEntries.lastReadAt}, ${readingPlaces.updatedAt})`.mapWith(
    libraryEntries.updatedAt,
  );

/** Whether the last chapter has been read to its end. */
const isLastRead = sql<boolean>`coalesce(${readingPlaces.paragraph} is null
  and ${readingPlaces.characterOffset} = ${readToEnd}::int, false)`;

/**
 * Of the novels that a user is reading, the one that they read last and that goes on: its next chapter
 * is there, or the last one is not read to its end. Null for none. One query, bounded.
 */
export async function findNextReading(
  db: Database,
  userId: string,
): Promise<LibraryNovelBody | null> {
  const isTheirs = and(eq(libraryEntries.userId, userId), eq(libraryEntries.status, 'reading'));
  const reading = db
    .select({ novelId: libraryEntries.novelId })
    .from(libraryEntries)
    .where(isTheirs)
    .orderBy(sql`${libraryEntries.lastReadAt} desc nulls last`)
    .limit(nextLookedAt)
    .as('reading');
  const last = alias(chapters, 'last');
  const goesOn = sql`((${last.status} = 'published' and not ${isLastRead}) or exists (
    select from ${chapters} as later where later.novel_id = ${libraryEntries.novelId}
      and later.status = 'published'
      and later.chapter_number > coalesce(${last.chapterNumber}, -1)))`;
  const listed = db
    .select({
      novelId: sql<string>`${libraryEntries.novelId}`.as('listed_id'),
      at: sql<Date>`${libraryEntries.updatedAt}`.mapWith(libraryEntries.updatedAt).as('listed_at'),
    })
    .from(reading)
    .innerJoin(libraryEntries, and(eq(libraryEntries.novelId, reading.novelId), isTheirs))
    .innerJoin(novels, and(eq(novels.id, libraryEntries.novelId), isPublic))
    .leftJoin(last, eq(last.id, libraryEntries.lastChapterId))
    .leftJoin(
      readingPlaces,
      and(eq(readingPlaces.chapterId, last.id), eq(readingPlaces.userId, userId)),
    )
    .where(goesOn)
    .orderBy(sql`${readAt} desc nulls last`, desc(libraryEntries.novelId))
    .limit(1)
    .as('listed');
  const [row] = await selectReading(db, userId, listed);
  return row ? toLibraryNovel(row) : null;
}

type Row = Awaited<ReturnType<typeof selectReading>>[number];

/** How far a user is in each of the listed novels: one query, bounded for each novel. */
function selectReading(db: Database, userId: string, listed: Listed) {
  const last = alias(chapters, 'last');
  const later = and(
    eq(chapters.novelId, novels.id),
    eq(chapters.status, 'published'),
    gt(chapters.chapterNumber, sql`coalesce(${last.chapterNumber}, -1)`),
  );
  const next = db
    .select({ id: chapters.id, chapterNumber: chapters.chapterNumber })
    .from(chapters)
    .where(later)
    .orderBy(chapters.chapterNumber)
    .limit(1)
    .as('next');
  // The last ones: what came out since the last reading stands there.
  const some = db
    .select({ publishedAt: chapters.publishedAt })
    .from(chapters)
    .where(later)
    .orderBy(desc(chapters.chapterNumber))
    .limit(unreadCountedMax)
    .as('some');
  const ahead = db
    .select({
      unread: count().as('unread'),
      fresh: sql<number>`(count(*) filter (where ${some.publishedAt} > ${readAt}))::int`.as(
        'fresh',
      ),
    })
    .from(some)
    .as('ahead');
  return db
    .select({
      at: listed.at,
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        authorName: novels.authorName,
        genres: novels.genres,
        contentWarnings: novels.contentWarnings,
        ageMin: novels.ageMin,
        coverHash: novels.coverHash,
        status: novels.status,
        chapterCount: novels.chapterCount,
      },
      status: libraryEntries.status,
      isChosen: libraryEntries.isChosen,
      readAt,
      last: {
        id: last.id,
        chapterNumber: last.chapterNumber,
        title: last.title,
        status: last.status,
      },
      isLastRead,
      next: { id: next.id, chapterNumber: next.chapterNumber },
      unread: ahead.unread,
      fresh: ahead.fresh,
    })
    .from(listed)
    .innerJoin(novels, eq(novels.id, listed.novelId))
    .leftJoin(
      libraryEntries,
      and(eq(libraryEntries.novelId, novels.id), eq(libraryEntries.userId, userId)),
    )
    .leftJoin(last, eq(last.id, libraryEntries.lastChapterId))
    .leftJoin(
      readingPlaces,
      and(eq(readingPlaces.chapterId, last.id), eq(readingPlaces.userId, userId)),
    )
    .leftJoinLateral(next, sql`true`)
    .innerJoinLateral(ahead, sql`true`)
    .orderBy(desc(listed.at), desc(listed.novelId));
}

function toLibraryNovel(row: Row): LibraryNovelBody {
  const { novel, last, next, isLastRead } = row;
  const shown = last?.status === 'published' ? last : null;
  const isGoingOn = shown !== null && !isLastRead;
  // Where more lie ahead than are counted, the numbers of chapters tell.
  const later =
    row.unread < unreadCountedMax
      ? row.unread
      : Math.max(row.unread, novel.chapterCount - (last?.chapterNumber ?? 0));
  const unread = Math.min(novel.chapterCount, later + Number(isGoingOn));
  const goesOn = isGoingOn ? shown : next;
  return {
    _id: novel.id,
    slug: novel.slug,
    title: novel.title,
    authorName: novel.authorName,
    genres: novel.genres,
    contentWarnings: novel.contentWarnings,
    ageMin: novel.ageMin,
    coverImage: novel.coverHash && paths.image(novel.coverHash, coverWidthPixels, 'webp'),
    novelStatus: novel.status,
    chapterCount: novel.chapterCount,
    status: row.status,
    isChosen: row.isChosen ?? false,
    lastChapter: shown && {
      _id: shown.id,
      chapterNumber: shown.chapterNumber,
      title: shown.title,
    },
    nextChapter: goesOn && { _id: goesOn.id, chapterNumber: goesOn.chapterNumber },
    percent: percentOf(novel.chapterCount - unread, novel.chapterCount),
    unread,
    newChapters: row.fresh,
    lastReadAt: row.readAt?.toISOString() ?? null,
  };
}

/** Whole percent, rounded down: 100 says that all is read. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}
