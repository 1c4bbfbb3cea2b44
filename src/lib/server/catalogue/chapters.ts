import { and, asc, desc, eq, gt, lt, type InferSelectModel } from 'drizzle-orm';
import type { ChapterBody, PublicChapterBody } from '#shared/contracts/chapters.ts';
import { chapterPageSize, chaptersListMax } from '#shared/constants.ts';
import type { ChapterOrder } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { chapterTexts, chapters, novels } from '../db/schema/catalogue.ts';

/** A chapter without its text. */
export type Chapter = InferSelectModel<typeof chapters>;

/** A neighbouring chapter, as links need it. */
export type Neighbour = Pick<
  Chapter,
  'id' | 'chapterNumber' | 'title' | 'isPremium' | 'freeFrom' | 'creditCost'
>;

/** A published chapter with its novel and its neighbours. */
export type ChapterInPlace = {
  chapter: Chapter;
  novel: Pick<
    InferSelectModel<typeof novels>,
    'id' | 'slug' | 'title' | 'authorName' | 'ownerId' | 'language'
  >;
  previous: Neighbour | null;
  next: Neighbour | null;
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

/** One page of ten of a novel's published chapters; `page` counts from 1. */
export async function listChapterPage(
  db: Database,
  novelId: string,
  { order, page }: { order: ChapterOrder; page: number },
): Promise<Chapter[]> {
  const direction = order === 'asc' ? asc : desc;
  return db
    .select()
    .from(chapters)
    .where(isPublishedIn(novelId))
    .orderBy(direction(chapters.chapterNumber))
    .limit(chapterPageSize)
    .offset((page - 1) * chapterPageSize);
}

/** The first published chapter of a novel by chapter number, or null. */
export async function findFirstChapter(db: Database, novelId: string): Promise<Neighbour | null> {
  const [first] = await db
    .select(neighbourColumns)
    .from(chapters)
    .where(isPublishedIn(novelId))
    .orderBy(asc(chapters.chapterNumber))
    .limit(1);
  return first ?? null;
}

/** A published chapter in its place, or null. Drafts and scheduled chapters do not exist here. */
export async function findChapter(db: Database, id: string): Promise<ChapterInPlace | null> {
  const [found] = await db
    .select({
      chapter: chapters,
      novel: {
        id: novels.id,
        slug: novels.slug,
        title: novels.title,
        authorName: novels.authorName,
        ownerId: novels.ownerId,
        language: novels.language,
      },
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(and(eq(chapters.id, id), eq(chapters.status, 'published')))
    .limit(1);
  if (!found) return null;
  const { novelId, chapterNumber } = found.chapter;
  const [[previous], [next]] = await Promise.all([
    db
      .select(neighbourColumns)
      .from(chapters)
      .where(and(isPublishedIn(novelId), lt(chapters.chapterNumber, chapterNumber)))
      .orderBy(desc(chapters.chapterNumber))
      .limit(1),
    db
      .select(neighbourColumns)
      .from(chapters)
      .where(and(isPublishedIn(novelId), gt(chapters.chapterNumber, chapterNumber)))
      .orderBy(asc(chapters.chapterNumber))
      .limit(1),
  ]);
  return { ...found, previous: previous ?? null, next: next ?? null };
}

/**
 * Whether everyone may read the chapter at this instant. The one rule that decides if a text
 * may be in a public page, a feed or an anonymous response.
 */
export function isFree(chapter: Pick<Chapter, 'isPremium' | 'freeFrom'>, now: Date): boolean {
  return !chapter.isPremium || (chapter.freeFrom !== null && chapter.freeFrom <= now);
}

/** The sanitized text of a chapter. Check `isFree` or `findAccess` before. */
export async function readChapterText(db: Database, chapterId: string): Promise<string> {
  const [row] = await db
    .select({ html: chapterTexts.html })
    .from(chapterTexts)
    .where(eq(chapterTexts.chapterId, chapterId))
    .limit(1);
  return row?.html ?? '';
}

/** The published chapter with this id, without its neighbours, or null. */
export async function findPublishedChapter(db: Database, id: string): Promise<Chapter | null> {
  const [chapter] = await db
    .select()
    .from(chapters)
    .where(and(eq(chapters.id, id), eq(chapters.status, 'published')))
    .limit(1);
  return chapter ?? null;
}

/** The same with the novel's owner, who may always read it. */
export async function findOwnedChapter(
  db: Database,
  id: string,
): Promise<(Pick<ChapterInPlace, 'chapter'> & { novel: { ownerId: string | null } }) | null> {
  const [found] = await db
    .select({ chapter: chapters, novel: { ownerId: novels.ownerId } })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(and(eq(chapters.id, id), eq(chapters.status, 'published')))
    .limit(1);
  return found ?? null;
}

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
    isPremium: chapter.isPremium,
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

const neighbourColumns = {
  id: chapters.id,
  chapterNumber: chapters.chapterNumber,
  title: chapters.title,
  isPremium: chapters.isPremium,
  freeFrom: chapters.freeFrom,
  creditCost: chapters.creditCost,
};

function isPublishedIn(novelId: string) {
  return and(eq(chapters.novelId, novelId), eq(chapters.status, 'published'));
}
