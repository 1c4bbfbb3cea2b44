import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { chapters, chapterTexts } from '../db/schema/catalogue.ts';
import { sanitizeChapterHtml } from './sanitize.ts';

/** A chapter of a book that is being saved. What is undefined stays as it was. */
export type ChapterDraft = {
  /** Where it stands in the book; the same key again is the same chapter. */
  sourceKey: string;
  part: string | null;
  title: string;
  html: string;
  wordCount: number;
  isPremium?: boolean;
  creditCost?: number;
  publishedAt?: Date;
};

/** How many chapters saving added, changed, left alone, and took back. */
export type SavedChapters = {
  added: number;
  updated: number;
  unchanged: number;
  /** No longer in the book: turned back into drafts, so that what readers left there is kept. */
  withdrawn: number;
};

type Known = { id: string; sourceKey: string | null; chapterNumber: number; html: string } & Pick<
  typeof chapters.$inferSelect,
  'title' | 'part' | 'isPremium' | 'creditCost' | 'status' | 'publishedAt'
>;

const rowsPerInsert = 100;

/** Saves the chapters of a novel in their order, inside the caller's transaction. */
export async function saveChapters(
  tx: Database,
  novelId: string,
  given: readonly ChapterDraft[],
  now: Date,
): Promise<SavedChapters> {
  const drafts = given.map((draft) => ({ ...draft, html: sanitizeChapterHtml(draft.html) }));
  const known = await readKnown(tx, novelId);
  const byKey = new Map(known.map((chapter) => [chapter.sourceKey, chapter]));
  const keys = new Set(drafts.map((draft) => draft.sourceKey));
  const gone = known.filter(({ sourceKey }) => sourceKey !== null && !keys.has(sourceKey));
  await clearNumbers(tx, novelId, known);

  const added: { chapter: typeof chapters.$inferInsert; html: string }[] = [];
  let updated = 0;
  for (const [index, draft] of drafts.entries()) {
    const before = byKey.get(draft.sourceKey);
    const chapterNumber = index + 1;
    if (!before) {
      added.push({ chapter: newChapter(novelId, draft, chapterNumber, now), html: draft.html });
    } else if (await updateChapter(tx, before, draft, chapterNumber, now)) {
      updated += 1;
    }
  }
  const withdrawn = await withdraw(tx, gone, drafts.length);
  await keepOwnNumbers(
    tx,
    known.filter(({ sourceKey }) => sourceKey === null),
    drafts.length + gone.length,
  );
  for (let from = 0; from < added.length; from += rowsPerInsert) {
    const rows = added.slice(from, from + rowsPerInsert);
    const inserted = await tx
      .insert(chapters)
      .values(rows.map(({ chapter }) => chapter))
      .returning({ id: chapters.id, chapterNumber: chapters.chapterNumber });
    const idOf = new Map(inserted.map(({ id, chapterNumber }) => [chapterNumber, id]));
    await tx.insert(chapterTexts).values(
      rows.flatMap(({ chapter, html }) => {
        const chapterId = idOf.get(chapter.chapterNumber);
        return chapterId === undefined ? [] : [{ chapterId, html, updatedAt: now }];
      }),
    );
  }
  const unchanged = drafts.length - added.length - updated;
  return { added: added.length, updated, unchanged, withdrawn };
}

async function readKnown(tx: Database, novelId: string): Promise<Known[]> {
  return tx
    .select({
      id: chapters.id,
      sourceKey: chapters.sourceKey,
      chapterNumber: chapters.chapterNumber,
      title: chapters.title,
      part: chapters.part,
      isPremium: chapters.isPremium,
      creditCost: chapters.creditCost,
      status: chapters.status,
      publishedAt: chapters.publishedAt,
      html: chapterTexts.html,
    })
    .from(chapters)
    .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapters.id))
    .where(eq(chapters.novelId, novelId))
    .orderBy(chapters.chapterNumber);
}

/** Numbers are unique in a novel: they are moved out of the way before they are given anew. */
async function clearNumbers(tx: Database, novelId: string, known: readonly Known[]): Promise<void> {
  if (known.length === 0) return;
  await tx
    .update(chapters)
    .set({ chapterNumber: sql`-1 - ${chapters.chapterNumber}` })
    .where(eq(chapters.novelId, novelId));
}

function newChapter(
  novelId: string,
  draft: ChapterDraft,
  chapterNumber: number,
  now: Date,
): typeof chapters.$inferInsert {
  const publishedAt = draft.publishedAt ?? now;
  return {
    id: uuidv7(),
    novelId,
    chapterNumber,
    sourceKey: draft.sourceKey,
    part: draft.part,
    title: draft.title,
    wordCount: draft.wordCount,
    status: publishedAt > now ? 'scheduled' : 'published',
    publishedAt,
    isPremium: draft.isPremium ?? false,
    creditCost: draft.creditCost ?? 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** @returns whether a reader would see a difference. */
async function updateChapter(
  tx: Database,
  before: Known,
  draft: ChapterDraft,
  chapterNumber: number,
  now: Date,
): Promise<boolean> {
  const publishedAt = draft.publishedAt ?? before.publishedAt ?? now;
  const after = {
    title: draft.title,
    part: draft.part,
    isPremium: draft.isPremium ?? before.isPremium,
    creditCost: draft.creditCost ?? before.creditCost,
    status: publishedAt > now ? ('scheduled' as const) : ('published' as const),
  };
  const textDiffers = before.html !== draft.html;
  const differs =
    textDiffers ||
    before.chapterNumber !== chapterNumber ||
    before.publishedAt?.getTime() !== publishedAt.getTime() ||
    Object.entries(after).some(([name, value]) => before[name as keyof typeof after] !== value);
  await tx
    .update(chapters)
    .set({
      ...after,
      chapterNumber,
      publishedAt,
      wordCount: draft.wordCount,
      ...(differs && { updatedAt: now }),
    })
    .where(eq(chapters.id, before.id));
  if (textDiffers) {
    await tx
      .update(chapterTexts)
      .set({ html: draft.html, updatedAt: now })
      .where(eq(chapterTexts.chapterId, before.id));
  }
  return differs;
}

/** Takes chapters that are no longer in the book out of sight, behind the others. */
async function withdraw(tx: Database, gone: readonly Known[], after: number): Promise<number> {
  await keepOwnNumbers(tx, gone, after);
  const visible = gone.filter(({ status }) => status !== 'draft');
  if (visible.length > 0) {
    await tx
      .update(chapters)
      .set({ status: 'draft' })
      .where(
        inArray(
          chapters.id,
          visible.map(({ id }) => id),
        ),
      );
  }
  return visible.length;
}

/** Gives chapters that the book does not number the places after its own, in their old order. */
async function keepOwnNumbers(tx: Database, kept: readonly Known[], after: number): Promise<void> {
  for (const [index, { id }] of kept.entries()) {
    await tx
      .update(chapters)
      .set({ chapterNumber: after + index + 1 })
      .where(eq(chapters.id, id));
  }
}
