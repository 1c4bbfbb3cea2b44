import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { setStoredTypography } from '#shared/typography.ts';
import type { Database } from '../db/database.ts';
import { chapters, chapterTexts } from '../db/schema/catalogue.ts';
import { asideKey, readChapterKey, type ChapterKey } from './chapter-keys.ts';
import { applyFreeRules } from './free-rules.ts';
import { matchChapters } from './match-chapters.ts';
import { premiumPlaces } from './premium-places.ts';
import { sanitizeChapterHtml } from './sanitize.ts';
import { keepPublished } from './versions/keep-versions.ts';
import {
  deferUniquePlaces,
  insertChapters,
  updateChapters,
  type AddedChapter,
  type ChapterState,
  type ChapterUpdate,
} from './write-chapters.ts';

/** A chapter of a book to save. Undefined fields stay unchanged. */
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

/** Numbers of added, changed, unchanged and withdrawn chapters. */
export type SavedChapters = {
  added: number;
  /** Of those added: premium because of the preceding chapters, not by an explicit price. */
  premiumByPlace: number;
  updated: number;
  unchanged: number;
  /** No longer in the book: turned back into drafts, so that readers' data are not deleted. */
  withdrawn: number;
  /** Whether readers see a difference. */
  isSeen: boolean;
};

type SettledDraft = ChapterDraft & { isPremium: boolean };
type Stored = { id: string; html: string; takenDownAt: Date | null; state: ChapterState };
/** The novel that chapters are saved to; its language decides their typography. */
type Novel = { id: string; language: string };
/** A chapter of the book, with its parsed key. */
type Known = Stored & ChapterKey & ChapterState & { isAside: boolean };

/**
 * Saves the chapters of a novel in their order, inside the caller's transaction; writes only those
 * that change. Their texts are stored with the typography of the novel's language; one that differs
 * from the stored text only in what that sets is the same (decision 65). `releasedIds` come out now.
 */
export async function saveChapters(
  tx: Database,
  { id: novelId, language }: Novel,
  given: readonly ChapterDraft[],
  now: Date,
): Promise<SavedChapters & { releasedIds: string[] }> {
  // PostgreSQL's JSON refuses half of a character, as a cut can leave it.
  const clean = given.map((draft) => ({
    ...draft,
    title: draft.title.toWellFormed(),
    part: draft.part?.toWellFormed() ?? null,
    html: setStoredTypography(sanitizeChapterHtml(draft.html).toWellFormed(), language),
  }));
  const stored = (await readStored(tx, novelId)).map((chapter) => ({
    ...chapter,
    html: setStoredTypography(chapter.html, language),
  }));
  const known = stored.flatMap(ofBook);
  const matches = matchChapters(
    known,
    clean.map((draft) => ({ ...draft, key: draft.sourceKey })),
  );
  const premium = premiumPlaces(
    clean,
    matches,
    stored.map(({ state }) => state),
  );

  const added: AddedChapter[] = [];
  const updates: ChapterUpdate[] = [];
  const result = { premiumByPlace: 0, updated: 0, isSeen: false };
  const releasedIds: string[] = [];
  for (const [index, draft] of clean.entries()) {
    const before = matches[index];
    const settled = { ...draft, isPremium: premium[index] ?? true };
    if (before) {
      const update = updateByBook(before, settled, index + 1, now);
      updates.push(update);
      if (update.isEdited) result.updated += 1;
      const isPublic = before.status === 'published' || update.state.status === 'published';
      result.isSeen ||= update.isEdited && isPublic;
      if (before.status !== 'published' && comesOut(update.state, now)) releasedIds.push(before.id);
    } else {
      const chapter = newChapter(novelId, settled, index + 1, now);
      added.push({ chapter, html: draft.html });
      result.isSeen ||= chapter.status === 'published';
      if (comesOut(chapter, now)) releasedIds.push(chapter.id);
      if (settled.isPremium && draft.isPremium === undefined) result.premiumByPlace += 1;
    }
  }
  const matched = new Set(matches);
  const gone = known.filter((chapter) => !matched.has(chapter));
  // Chapters not from a book keep their order, after the book's own.
  const kept = stored.filter(({ state }) => state.sourceKey === null);
  updates.push(
    ...gone.map((before, index) => moved(before, withdrawn(before), clean.length + index + 1)),
    ...kept.map((before, index) => moved(before, {}, clean.length + gone.length + index + 1)),
  );
  const stateOf = new Map(stored.map(({ id, state }) => [id, state]));
  const changing = updates.filter(
    ({ id, html, state }) => html !== null || !isDeepStrictEqual(state, stateOf.get(id)),
  );
  await deferUniquePlaces(tx, async () => {
    await updateChapters(tx, changing, now);
    await insertChapters(tx, added, now);
  });
  await applyFreeRules(tx, novelId, now);
  const writtenIds = [...changing.map(({ id }) => id), ...added.map(({ chapter }) => chapter.id)];
  await keepPublished(tx, writtenIds, null, now);
  return {
    ...result,
    releasedIds,
    added: added.length,
    unchanged: clean.length - added.length - result.updated,
    withdrawn: gone.filter(({ status }) => status !== 'draft').length,
    isSeen: result.isSeen || gone.some(({ status }) => status === 'published'),
  };
}

/** The novel's chapters, locked: what is decided from them must still hold when it is written. */
async function readStored(tx: Database, novelId: string): Promise<Stored[]> {
  return tx
    .select({
      id: chapters.id,
      html: chapterTexts.html,
      takenDownAt: chapters.takenDownAt,
      state: {
        chapterNumber: chapters.chapterNumber,
        sourceKey: chapters.sourceKey,
        part: chapters.part,
        title: chapters.title,
        wordCount: chapters.wordCount,
        status: chapters.status,
        publishedAt: chapters.publishedAt,
        isPremium: chapters.isPremium,
        creditCost: chapters.creditCost,
      },
    })
    .from(chapters)
    .innerJoin(chapterTexts, eq(chapterTexts.chapterId, chapters.id))
    .where(eq(chapters.novelId, novelId))
    .orderBy(chapters.chapterNumber)
    .for('no key update', { of: chapters });
}

/** A chapter without a key was never in a book: no import changes it. */
function ofBook(chapter: Stored): Known[] {
  const { state } = chapter;
  if (state.sourceKey === null) return [];
  const { key, aside } = readChapterKey(state.sourceKey);
  return [{ ...chapter, ...state, key, aside, isAside: aside !== null }];
}

/** With a date in the past it is not new. */
function comesOut(
  { status, publishedAt }: { status?: string | undefined; publishedAt?: Date | null | undefined },
  now: Date,
): boolean {
  return status === 'published' && publishedAt?.getTime() === now.getTime();
}

function newChapter(
  novelId: string,
  draft: SettledDraft,
  chapterNumber: number,
  now: Date,
): AddedChapter['chapter'] {
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

/** A manual draft, or what an admin took away, stays a draft; one withdrawn by an import is published again. */
function updateByBook(
  before: Known,
  draft: SettledDraft,
  chapterNumber: number,
  now: Date,
): ChapterUpdate {
  const isHeldBack =
    before.takenDownAt !== null || (before.status === 'draft' && before.aside !== 'withdrawn');
  const publishedAt = draft.publishedAt ?? before.publishedAt ?? (isHeldBack ? null : now);
  const whenDated =
    publishedAt && publishedAt > now ? ('scheduled' as const) : ('published' as const);
  const seen = {
    chapterNumber,
    part: draft.part,
    title: draft.title,
    status: isHeldBack ? ('draft' as const) : whenDated,
    publishedAt,
    isPremium: draft.isPremium,
    creditCost: draft.creditCost ?? before.creditCost,
  };
  const textDiffers = before.html !== draft.html;
  return {
    id: before.id,
    state: { ...seen, sourceKey: draft.sourceKey, wordCount: draft.wordCount },
    html: textDiffers ? draft.html : null,
    isEdited: textDiffers || !isDeepStrictEqual({ ...before.state, ...seen }, before.state),
    changesCopy: textDiffers || before.title !== draft.title,
  };
}

/** Withdraws a chapter that the book lacks. */
function withdrawn({ id, key, status, aside }: Known): Partial<ChapterState> {
  const why = status === 'draft' ? (aside ?? 'unlisted') : 'withdrawn';
  return {
    status: 'draft',
    // A scheduled time in the future is not a publication date.
    ...(status === 'scheduled' && { publishedAt: null }),
    sourceKey: asideKey(why, id, key),
  };
}

/** Another place, and nothing that its author would call a change. */
function moved(
  { id, state }: Stored,
  change: Partial<ChapterState>,
  chapterNumber: number,
): ChapterUpdate {
  return {
    id,
    state: { ...state, ...change, chapterNumber },
    html: null,
    isEdited: false,
    changesCopy: false,
  };
}
