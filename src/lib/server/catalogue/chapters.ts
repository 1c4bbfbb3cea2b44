import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
  type InferSelectModel,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ChapterBody, PublicChapterBody } from '#shared/contracts/chapters.ts';
import { chaptersListMax } from '#shared/constants.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapterNotes } from '#server/core/db/schema/announcements.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { commentPlaces, marginNotes } from '#server/core/db/schema/margin.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { chapterVersions } from '#server/core/db/schema/versions.ts';

/** A chapter without its text. */
export type Chapter = InferSelectModel<typeof chapters>;

/** A neighbouring chapter, as links need it. */
export type Neighbour = Pick<
  Chapter,
  'id' | 'chapterNumber' | 'title' | 'isPremium' | 'freeFrom' | 'creditCost' | 'wordCount'
>;

/** A chapter that its reader may know of, with its novel and its neighbours. */
export type ChapterInPlace = {
  chapter: Chapter;
  novel: Pick<
    InferSelectModel<typeof novels>,
    | 'id'
    | 'slug'
    | 'title'
    | 'authorName'
    | 'ownerId'
    | 'language'
    | 'status'
    | 'coverHash'
    | 'chapterCount'
    | 'contentWarnings'
    | 'ageMin'
  >;
  previous: Neighbour | null;
  next: Neighbour | null;
  /** When the first chapter after this one comes out, if none is published yet and one is scheduled. */
  nextDueAt: Date | null;
  /** Its author has written recaps, or who is who, anywhere in the novel. */
  hasRecap: boolean;
  hasCast: boolean;
  /** Its paragraphs have comments, or notes of the author. */
  hasMargin: boolean;
};

/** The published chapters of a novel by number: all of them, up to a bound. */
export async function listChapters(db: Database, novelId: string): Promise<Chapter[]> {
  return db
    .select()
    .from(chapters)
    .where(isPublishedIn(novelId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(chaptersListMax);
}

/** The first published chapter of a novel by chapter number, or null. */
export async function findFirstChapter(db: Database, novelId: string): Promise<Neighbour | null> {
  const [first] = await db
    .select(neighbourColumns(chapters))
    .from(chapters)
    .where(isPublishedIn(novelId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(1);
  return first ?? null;
}

/**
 * A chapter in its place that is published, or that this reader keeps (`isKnownTo`), or null. Of another
 * draft or scheduled chapter nothing is read, but the instant when the next one is due after the last one
 * that is published.
 */
export async function findChapter(
  db: Database,
  id: string,
  readerId: string | null = null,
): Promise<ChapterInPlace | null> {
  const [found] = await selectChapter(db).execute({ id, readerId });
  return found ?? null;
}

/**
 * Whether a reader may know of a chapter: it is published, or they unlocked it before its author withdrew
 * it, and read it on until an admin takes it away (decision 110).
 */
export function isKnownTo(readerId: string | Placeholder): SQL | undefined {
  const isUnlocked = sql`exists (select from ${unlocks}
    where ${unlocks.chapterId} = ${chapters.id} and ${unlocks.userId} = ${readerId}::uuid)`;
  return or(eq(chapters.status, 'published'), and(isNull(chapters.takenDownAt), isUnlocked));
}

/** Whether a reader unlocked a chapter that an admin has taken away since. */
export async function wasTakenFrom(db: Database, id: string, readerId: string): Promise<boolean> {
  const isUnlocked = and(eq(unlocks.chapterId, id), eq(unlocks.userId, readerId));
  const rows = await db
    .select({ id: chapters.id })
    .from(chapters)
    .innerJoin(unlocks, and(eq(unlocks.chapterId, chapters.id), isUnlocked))
    .where(isNotNull(chapters.takenDownAt));
  return rows.length > 0;
}

/** A chapter's title; of a withdrawn one as it was when it was last public. */
export const lastPublicTitle = sql<string>`case when ${chapters.status} = 'published' then ${chapters.title}
  else coalesce((select last.title from ${chapterVersions} as last
    where last.chapter_id = ${chapters.id} and last.kind = 'published'
    order by last.kept_at desc, last.id desc limit 1), ${chapters.title}) end`;

const neighbours = alias(chapters, 'neighbours');

/** Whether it is written after any chapter of the novel. */
const hasOf = (column: AnyPgColumn) => sql<boolean>`exists (select from ${chapterNotes}
  where ${chapterNotes.novelId} = ${chapters.novelId} and ${column} <> '')`;

/** A chapter that a reader may know of, and the published ones before and after it. */
const selectChapter = prepared((db) => {
  const neighbour = (isBeyond: SQL, order: SQL) =>
    db
      .select(neighbourColumns(neighbours))
      .from(neighbours)
      .where(
        and(eq(neighbours.novelId, chapters.novelId), eq(neighbours.status, 'published'), isBeyond),
      )
      .orderBy(order)
      .limit(1);
  const number = neighbours.chapterNumber;
  const previous = neighbour(lt(number, chapters.chapterNumber), desc(number)).as('previous');
  const next = neighbour(gt(number, chapters.chapterNumber), asc(number)).as('next');
  const due = db
    .select({ at: neighbours.publishedAt })
    .from(neighbours)
    .where(
      and(
        eq(neighbours.novelId, chapters.novelId),
        eq(neighbours.status, 'scheduled'),
        gt(number, chapters.chapterNumber),
      ),
    )
    .orderBy(asc(number))
    .limit(1);
  return db
    .select({
      chapter: { ...getTableColumns(chapters), title: lastPublicTitle.as('chapter_title') },
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        authorName: novels.authorName,
        ownerId: novels.ownerId,
        language: novels.language,
        status: novels.status,
        coverHash: novels.coverHash,
        chapterCount: novels.chapterCount,
        contentWarnings: novels.contentWarnings,
        ageMin: novels.ageMin,
      },
      previous: neighbourColumns(previous),
      next: neighbourColumns(next),
      nextDueAt: sql`case when ${next.id} is null then (${due}) end`.mapWith(chapters.publishedAt),
      hasRecap: hasOf(chapterNotes.recap),
      hasCast: hasOf(chapterNotes.cast),
      hasMargin: sql<boolean>`exists (select from ${commentPlaces} where ${commentPlaces.chapterId} = ${chapters.id})
        or exists (select from ${marginNotes} where ${marginNotes.chapterId} = ${chapters.id})`,
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .leftJoinLateral(previous, sql`true`)
    .leftJoinLateral(next, sql`true`)
    .where(and(eq(chapters.id, sql.placeholder('id')), isKnownTo(sql.placeholder('readerId'))))
    .limit(1)
    .prepare('find_chapter');
});

/**
 * Whether everyone may read the chapter at this instant. The one rule that decides if a text
 * may be in a public page, a feed or an anonymous response.
 */
export function isFree(chapter: Pick<Chapter, 'isPremium' | 'freeFrom'>, now: Date): boolean {
  return !chapter.isPremium || (chapter.freeFrom !== null && chapter.freeFrom <= now);
}

/** The same asked of the database: a chapter that costs credits at that time. */
export function isSold(now: Date): SQL | undefined {
  const isFreeLater = or(isNull(chapters.freeFrom), gt(chapters.freeFrom, now));
  return and(eq(chapters.isPremium, true), isFreeLater);
}

/** The chapter with this id, without its neighbours, if this reader may know of it; else null. */
export async function findKnownChapter(
  db: Database,
  id: string,
  readerId: string,
): Promise<Chapter | null> {
  const [chapter] = await db
    .select()
    .from(chapters)
    .where(and(eq(chapters.id, id), isKnownTo(readerId)))
    .limit(1);
  return chapter ?? null;
}

/** A chapter with its novel's owner, who may always read it, and whether the novel goes on. */
export type OwnedChapter = Pick<ChapterInPlace, 'chapter'> & {
  novel: Pick<ChapterInPlace['novel'], 'ownerId' | 'status' | 'chapterCount'>;
};

/** The chapter with this id and its novel's owner, if this reader may know of it; else null. */
export async function findOwnedChapter(
  db: Database,
  id: string,
  readerId: string | null,
): Promise<OwnedChapter | null> {
  const [found] = await selectOwnedChapter(db).execute({ id, readerId });
  return found ?? null;
}

const selectOwnedChapter = prepared((db) =>
  db
    .select({
      chapter: chapters,
      novel: {
        ownerId: novels.ownerId,
        status: novels.status,
        chapterCount: novels.chapterCount,
      },
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(and(eq(chapters.id, sql.placeholder('id')), isKnownTo(sql.placeholder('readerId'))))
    .limit(1)
    .prepare('find_owned_chapter'),
);

/** The caller's marks on a chapter as the API gives them: their own id or none. */
export type CallerMarks = Pick<PublicChapterBody, 'likedBy' | 'bookmarkedBy'>;

/** The public data of a chapter and the caller's marks on it, as the API gives them. */
export function toPublicChapterBody(
  chapter: Chapter,
  marks: CallerMarks,
  now: Date,
): PublicChapterBody {
  const isOpen = isFree(chapter, now);
  return {
    _id: chapter.id,
    novelId: chapter.novelId,
    chapterNumber: chapter.chapterNumber,
    title: chapter.title,
    part: chapter.part,
    views: chapter.views,
    likes: chapter.likes,
    ...marks,
    wordCount: chapter.wordCount,
    // Once it is free, no reader has to know that it was not.
    isPremium: !isOpen,
    requiresUnlock: !isOpen,
    isUnlocked: isOpen,
    isLocked: !isOpen,
    creditCost: chapter.creditCost,
    commentCount: chapter.comments,
    createdAt: chapter.createdAt.toISOString(),
    publishedAt: chapter.publishedAt?.toISOString() ?? null,
    updatedAt: chapter.updatedAt.toISOString(),
  };
}

/** A readable chapter, as the API gives it. */
export function toChapterBody(
  place: ChapterInPlace,
  html: string,
  marks: CallerMarks,
  now: Date,
): ChapterBody {
  return {
    ...toPublicChapterBody(place.chapter, marks, now),
    content: html,
    prevChapterId: place.previous?.id ?? null,
    nextChapterId: place.next?.id ?? null,
    hasNext: place.next !== null,
  };
}

function neighbourColumns<Table extends Record<keyof Neighbour, unknown>>({
  id,
  chapterNumber,
  title,
  isPremium,
  freeFrom,
  creditCost,
  wordCount,
}: Table): Pick<Table, keyof Neighbour> {
  return { id, chapterNumber, title, isPremium, freeFrom, creditCost, wordCount };
}

/** The one rule that keeps drafts and scheduled chapters out of a novel's lists. */
export function isPublishedIn(novelId: string) {
  return and(eq(chapters.novelId, novelId), eq(chapters.status, 'published'));
}
