import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNull,
  lt,
  or,
  sql,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ChapterBody, PublicChapterBody } from '#shared/contracts/chapters.ts';
import { chaptersListMax } from '#shared/constants.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { chapterTexts, chapters, novels } from '../db/schema/catalogue.ts';

/** A chapter without its text. */
export type Chapter = InferSelectModel<typeof chapters>;

/** A neighbouring chapter, as links need it. */
export type Neighbour = Pick<
  Chapter,
  'id' | 'chapterNumber' | 'title' | 'isPremium' | 'freeFrom' | 'creditCost' | 'wordCount'
>;

/** A published chapter with its novel and its neighbours. */
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
  >;
  previous: Neighbour | null;
  next: Neighbour | null;
  /** When the first chapter after this one comes out, if none is published yet and one is scheduled. */
  nextDueAt: Date | null;
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
 * A published chapter in its place, or null. Of a draft or a scheduled chapter nothing is read, but the
 * instant when the next one is due after the last one that is published.
 */
export async function findChapter(db: Database, id: string): Promise<ChapterInPlace | null> {
  const [found] = await selectChapter(db).execute({ id });
  return found ?? null;
}

const neighbours = alias(chapters, 'neighbours');

/** A published chapter, and the ones before and after it. */
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
      chapter: chapters,
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
      },
      previous: neighbourColumns(previous),
      next: neighbourColumns(next),
      nextDueAt: sql`case when ${next.id} is null then (${due}) end`.mapWith(chapters.publishedAt),
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .leftJoinLateral(previous, sql`true`)
    .leftJoinLateral(next, sql`true`)
    .where(and(eq(chapters.id, sql.placeholder('id')), eq(chapters.status, 'published')))
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

/** The sanitized text of a chapter. Check `isFree` or `findAccess` before. */
export async function readChapterText(db: Database, chapterId: string): Promise<string> {
  const [row] = await selectText(db).execute({ chapterId });
  return row?.html ?? '';
}

const selectText = prepared((db) =>
  db
    .select({ html: chapterTexts.html })
    .from(chapterTexts)
    .where(eq(chapterTexts.chapterId, sql.placeholder('chapterId')))
    .limit(1)
    .prepare('read_chapter_text'),
);

/** The published chapter with this id, without its neighbours, or null. */
export async function findPublishedChapter(db: Database, id: string): Promise<Chapter | null> {
  const [chapter] = await db
    .select()
    .from(chapters)
    .where(and(eq(chapters.id, id), eq(chapters.status, 'published')))
    .limit(1);
  return chapter ?? null;
}

/** A chapter with its novel's owner, who may always read it, and whether the novel goes on. */
export type OwnedChapter = Pick<ChapterInPlace, 'chapter'> & {
  novel: Pick<ChapterInPlace['novel'], 'ownerId' | 'status' | 'chapterCount'>;
};

/** The published chapter with this id and its novel's owner, or null. */
export async function findOwnedChapter(db: Database, id: string): Promise<OwnedChapter | null> {
  const [found] = await selectOwnedChapter(db).execute({ id });
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
    .where(and(eq(chapters.id, sql.placeholder('id')), eq(chapters.status, 'published')))
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
