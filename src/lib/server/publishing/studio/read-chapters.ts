import { asc, count, eq, sum } from 'drizzle-orm';
import type {
  StudioChapterBody,
  StudioChapterWithCopyBody,
  WorkingCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import { chaptersListMax } from '#shared/constants.ts';
import { may } from '#shared/site/novel-powers.ts';
import { anyText, textWrittenAt } from '#server/catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { isRefusal, type Refusal } from '#server/core/http/refusal.ts';
import {
  findOwnChapter,
  roleOn,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';

/** In place of the figures, for a role that may not see them. */
export const noFigures = { views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };

/** All chapters of a novel by number, without texts, in two queries. */
export async function listStudioChapters(
  db: Database,
  novelId: string,
): Promise<StudioChapterBody[]> {
  const [rows, paid] = await Promise.all([
    db
      .select({ chapter: chapters, title: chapterDrafts.title, wordCount: chapterDrafts.wordCount })
      .from(chapters)
      .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
      .where(eq(chapters.novelId, novelId))
      .orderBy(asc(chapters.chapterNumber))
      .limit(chaptersListMax),
    selectPaid(db).where(eq(chapters.novelId, novelId)),
  ]);
  const paidOf = new Map(paid.map((row) => [row.chapterId, row]));
  return rows.map(({ chapter, title, wordCount }) =>
    toBody(
      chapter,
      title === null || wordCount === null ? null : { title, wordCount },
      paidOf.get(chapter.id),
    ),
  );
}

/** One chapter with its working copy. Call `findOwnChapter` before. */
export async function readStudioChapter(
  db: Database,
  chapter: ChapterRow,
): Promise<StudioChapterWithCopyBody> {
  const [{ copy, draft, publicHtml }, [paid]] = await Promise.all([
    readCopy(db, chapter),
    selectPaid(db).where(eq(chapters.id, chapter.id)),
  ]);
  return { ...toBody(chapter, draft, paid), copy, publicHtml };
}

/** The same by its id, if this user may edit it; refuses as `findOwnChapter`. */
export async function readOwnChapter(
  db: Database,
  author: Author,
  id: string,
): Promise<StudioChapterWithCopyBody | Refusal> {
  const found = await findOwnChapter(db, author, id, 'seeDrafts');
  if (isRefusal(found)) return found;
  const body = await readStudioChapter(db, found.chapter);
  const role = await roleOn(db, author, found.novel);
  return role !== null && may(role, 'figures') ? body : { ...body, ...noFigures };
}

type Draft = typeof chapterDrafts.$inferSelect;

/** The working copy of a chapter: unpublished changes, else the published text. */
export async function readCopy(
  db: Database,
  chapter: ChapterRow,
): Promise<{ copy: WorkingCopyBody; draft: Draft | null; publicHtml: string }> {
  const [row] = await db
    .select({
      html: anyText(chapters.id, 'team'),
      writtenAt: textWrittenAt(chapters.id),
      draft: chapterDrafts,
    })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(eq(chapters.id, chapter.id));
  const draft = row?.draft ?? null;
  const publicHtml = row?.html ?? '';
  const { title, wordCount } = draft ?? chapter;
  const updatedAt = draft?.updatedAt ?? row?.writtenAt ?? chapter.updatedAt;
  const copy = {
    title,
    wordCount,
    html: draft?.html ?? publicHtml,
    version: chapter.copyVersion,
    updatedAt: updatedAt.toISOString(),
  };
  return { copy, draft, publicHtml };
}

type Paid = { unlocks: number; creditsEarned: number };

function toBody(
  chapter: ChapterRow,
  draft: { title: string; wordCount: number } | null,
  paid: Paid | undefined,
): StudioChapterBody {
  const { unlocks: unlocked = 0, creditsEarned = 0 } = paid ?? {};
  return {
    _id: chapter.id,
    novelId: chapter.novelId,
    chapterNumber: chapter.chapterNumber,
    part: chapter.part,
    title: draft?.title ?? chapter.title,
    publicTitle: chapter.title,
    status: chapter.status,
    publishedAt: chapter.publishedAt?.toISOString() ?? null,
    leavesOn: chapter.leavesOn,
    isSilent: chapter.isSilent,
    isPremium: chapter.isPremium,
    creditCost: chapter.creditCost,
    freeFrom: chapter.freeFrom?.toISOString() ?? null,
    isFreeByRule: chapter.isFreeByRule,
    teaser: chapter.teaser,
    wordCount: draft?.wordCount ?? chapter.wordCount,
    hasChanges: draft !== null && staysBack(chapter, draft),
    isDeletable: unlocked === 0,
    updatedAt: chapter.updatedAt.toISOString(),
    views: chapter.views,
    likes: chapter.likes,
    comments: chapter.comments,
    unlocks: unlocked,
    creditsEarned,
  };
}

/** Whether the working copy is not published automatically: that of a scheduled chapter is. */
function staysBack(
  { status }: ChapterRow,
  { title, wordCount }: Pick<Draft, 'title' | 'wordCount'>,
) {
  if (status === 'scheduled') return title === '' || wordCount === 0;
  return status === 'published';
}

function selectPaid(db: Database) {
  return db
    .select({
      chapterId: unlocks.chapterId,
      unlocks: count(),
      creditsEarned: sum(unlocks.costCredits).mapWith(Number),
    })
    .from(unlocks)
    .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
    .groupBy(unlocks.chapterId)
    .$dynamic();
}
