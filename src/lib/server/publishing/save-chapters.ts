import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { chapters, chapterTexts } from '../db/schema/catalogue.ts';
import { asideKey, readChapterKey, type ChapterKey } from './chapter-keys.ts';
import { matchChapters } from './match-chapters.ts';
import { premiumPlaces } from './premium-places.ts';
import { sanitizeChapterHtml } from './sanitize.ts';

/** A chapter of a book that is being saved. What is undefined stays as it was. */
export type ChapterDraft = {
  /** Where it stands in the book, unique in it; see `matchChapters`. */
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
  /** Of those added: premium because of the chapters before them, without being told so. */
  premiumByPlace: number;
  updated: number;
  unchanged: number;
  /** No longer in the book: turned back into drafts, so that what readers left there is kept. */
  withdrawn: number;
  /** Whether readers see any difference. */
  isSeen: boolean;
};

type ChapterRow = typeof chapters.$inferSelect;
type NewChapter = typeof chapters.$inferInsert & { id: string };
type SettledDraft = ChapterDraft & { isPremium: boolean };
type Stored = { html: string } & Pick<
  ChapterRow,
  | 'id'
  | 'sourceKey'
  | 'chapterNumber'
  | 'title'
  | 'part'
  | 'isPremium'
  | 'creditCost'
  | 'status'
  | 'publishedAt'
>;
/** A chapter that came with a book, with its key read. */
type Known = Stored & ChapterKey & { isAside: boolean };

const rowsPerInsert = 100;
/** Without a draft of its own the working copy is the text, and changes with it. */
const copyVersionAfterText = sql`chapters.copy_version + case when exists
  (select 1 from chapter_drafts where chapter_drafts.chapter_id = chapters.id) then 0 else 1 end`;

/** A new chapter and its text. */
export type AddedChapter = { chapter: NewChapter; html: string };

/** Saves the chapters of a novel in their order, inside the caller's transaction. */
export async function saveChapters(
  tx: Database,
  novelId: string,
  given: readonly ChapterDraft[],
  now: Date,
): Promise<SavedChapters> {
  const clean = given.map((draft) => ({ ...draft, html: sanitizeChapterHtml(draft.html) }));
  const stored = await readStored(tx, novelId);
  const known = stored.flatMap(ofBook);
  const matches = matchChapters(
    known,
    clean.map((draft) => ({ ...draft, key: draft.sourceKey })),
  );
  const premium = premiumPlaces(clean, matches, stored);
  await clearPlaces(tx, novelId, stored);

  const added: AddedChapter[] = [];
  const result = { premiumByPlace: 0, updated: 0, isSeen: false };
  for (const [index, draft] of clean.entries()) {
    const before = matches[index];
    const settled = { ...draft, isPremium: premium[index] ?? true };
    if (before) {
      const change = await updateChapter(tx, before, settled, index + 1, now);
      if (change.differs) result.updated += 1;
      result.isSeen ||= change.isSeen;
    } else {
      const chapter = newChapter(novelId, settled, index + 1, now);
      added.push({ chapter, html: draft.html });
      result.isSeen ||= chapter.status === 'published';
      if (settled.isPremium && draft.isPremium === undefined) result.premiumByPlace += 1;
    }
  }
  const matched = new Set(matches);
  const gone = known.filter((chapter) => !matched.has(chapter));
  await setAside(tx, gone, clean.length);
  await keepOwnNumbers(
    tx,
    stored.filter(({ sourceKey }) => sourceKey === null),
    clean.length + gone.length,
  );
  await insertChapters(tx, added, now);
  return {
    ...result,
    added: added.length,
    unchanged: clean.length - added.length - result.updated,
    withdrawn: gone.filter(({ status }) => status !== 'draft').length,
    isSeen: result.isSeen || gone.some(({ status }) => status === 'published'),
  };
}

async function readStored(tx: Database, novelId: string): Promise<Stored[]> {
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

/** A chapter without a key was never in a book: no book changes it. */
function ofBook(chapter: Stored): Known[] {
  if (chapter.sourceKey === null) return [];
  const { key, aside } = readChapterKey(chapter.sourceKey);
  return [{ ...chapter, key, aside, isAside: aside !== null }];
}

/** Numbers and keys are unique in a novel: they are moved out of the way, then given anew. */
async function clearPlaces(
  tx: Database,
  novelId: string,
  stored: readonly Stored[],
): Promise<void> {
  if (stored.length === 0) return;
  await tx
    .update(chapters)
    .set({ chapterNumber: sql`-1 - ${chapters.chapterNumber}`, sourceKey: null })
    .where(eq(chapters.novelId, novelId));
}

function newChapter(
  novelId: string,
  draft: SettledDraft,
  chapterNumber: number,
  now: Date,
): NewChapter {
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
    isPremium: draft.isPremium,
    creditCost: draft.creditCost ?? 1,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A draft made by hand stays one; what an import withdrew comes out again.
 * @returns whether the chapter is another than before, and whether readers see that.
 */
async function updateChapter(
  tx: Database,
  before: Known,
  draft: SettledDraft,
  chapterNumber: number,
  now: Date,
): Promise<{ differs: boolean; isSeen: boolean }> {
  const isHeldBack = before.status === 'draft' && before.aside !== 'withdrawn';
  const publishedAt = draft.publishedAt ?? before.publishedAt ?? (isHeldBack ? null : now);
  const whenDated =
    publishedAt && publishedAt > now ? ('scheduled' as const) : ('published' as const);
  const after = {
    title: draft.title,
    part: draft.part,
    isPremium: draft.isPremium,
    creditCost: draft.creditCost ?? before.creditCost,
    status: isHeldBack ? ('draft' as const) : whenDated,
    chapterNumber,
  };
  const textDiffers = before.html !== draft.html;
  const differs =
    textDiffers ||
    before.publishedAt?.getTime() !== publishedAt?.getTime() ||
    Object.entries(after).some(([name, value]) => before[name as keyof typeof after] !== value);
  await tx
    .update(chapters)
    .set({
      ...after,
      sourceKey: draft.sourceKey,
      publishedAt,
      wordCount: draft.wordCount,
      ...(differs && { updatedAt: now }),
      ...((textDiffers || before.title !== draft.title) && { copyVersion: copyVersionAfterText }),
    })
    .where(eq(chapters.id, before.id));
  if (textDiffers) {
    await tx
      .update(chapterTexts)
      .set({ html: draft.html, updatedAt: now })
      .where(eq(chapterTexts.chapterId, before.id));
  }
  const isPublic = before.status === 'published' || after.status === 'published';
  return { differs, isSeen: differs && isPublic };
}

/** Inserts chapters with their texts, which are sanitized. */
export async function insertChapters(
  tx: Database,
  added: readonly AddedChapter[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < added.length; from += rowsPerInsert) {
    const rows = added.slice(from, from + rowsPerInsert);
    await tx.insert(chapters).values(rows.map(({ chapter }) => chapter));
    await tx
      .insert(chapterTexts)
      .values(rows.map(({ chapter, html }) => ({ chapterId: chapter.id, html, updatedAt: now })));
  }
}

/** Takes chapters that are no longer in the book out of sight, behind the others. */
async function setAside(tx: Database, gone: readonly Known[], after: number): Promise<void> {
  for (const [index, { id, key, status, aside }] of gone.entries()) {
    const why = status === 'draft' ? (aside ?? 'unlisted') : 'withdrawn';
    await tx
      .update(chapters)
      .set({
        status: 'draft',
        // An hour that has not come is no date of publication.
        ...(status === 'scheduled' && { publishedAt: null }),
        chapterNumber: after + index + 1,
        sourceKey: asideKey(why, id, key),
      })
      .where(eq(chapters.id, id));
  }
}

/** Gives chapters that came with no book the places after its own, in their old order. */
async function keepOwnNumbers(tx: Database, kept: readonly Stored[], after: number): Promise<void> {
  for (const [index, { id }] of kept.entries()) {
    await tx
      .update(chapters)
      .set({ chapterNumber: after + index + 1 })
      .where(eq(chapters.id, id));
  }
}
