import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { setStoredTypography } from '#shared/text/typography.ts';
import { anyText } from '../catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { applyPublication, type Publication, type PublicationChange } from './apply-publication.ts';
import { asideKey, readChapterKey, type ChapterKey } from './chapter-keys.ts';
import { matchChapters } from './match-chapters.ts';
import { premiumPlaces } from './premium-places.ts';
import { sanitizeChapterHtml } from './sanitize.ts';
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
};

type PricedDraft = ChapterDraft & { isPremium: boolean };
type Stored = {
  id: string;
  html: string;
  takenDownAt: Date | null;
  publication: Publication;
  state: ChapterState;
};
/** The novel that chapters are saved to; its language decides their typography. */
type Novel = { id: string; language: string };
/** A chapter of the book, with its parsed key. */
type Known = Stored & ChapterKey & ChapterState & { isAside: boolean };
type Update = ChapterUpdate & { publication: Publication };

/**
 * Saves the chapters of a novel in their order, inside the caller's transaction; writes only those
 * that change. Their texts are stored with the typography of the novel's language; one that differs
 * from the stored text only in what that sets is the same (decision 65). `isSilent`: followers are not
 * told of the chapters that come out.
 */
export async function saveChapters(
  tx: Database,
  { id: novelId, language }: Novel,
  given: readonly ChapterDraft[],
  { now, isSilent }: { now: Date; isSilent: boolean },
): Promise<SavedChapters> {
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
  const updates: Update[] = [];
  const publications: PublicationChange[] = [];
  const result = { premiumByPlace: 0, updated: 0 };
  for (const [index, draft] of clean.entries()) {
    const before = matches[index];
    const priced = { ...draft, isPremium: premium[index] ?? true };
    if (before) {
      const update = updateByBook(before, priced, index + 1, now);
      updates.push(update);
      if (update.isEdited) result.updated += 1;
    } else {
      const chapter = newChapter(novelId, priced, index + 1, now);
      added.push({ chapter, html: draft.html });
      publications.push({ id: chapter.id, ...firstPublication(draft.publishedAt ?? now, now) });
      if (priced.isPremium && draft.isPremium === undefined) result.premiumByPlace += 1;
    }
  }
  const matched = new Set(matches);
  const gone = known.filter((chapter) => !matched.has(chapter));
  // Chapters not from a book keep their order, after the book's own.
  const written = stored.filter(({ state }) => state.sourceKey === null);
  updates.push(
    ...gone.map((before, index) => withdrawn(before, clean.length + index + 1)),
    ...written.map((before, index) => moved(before, clean.length + gone.length + index + 1)),
  );
  const stateOf = new Map(stored.map(({ id, state }) => [id, state]));
  const changing = updates.filter(
    ({ id, html, state }) => html !== null || !isDeepStrictEqual(state, stateOf.get(id)),
  );
  await deferUniquePlaces(tx, async () => {
    await updateChapters(tx, changing, now);
    await insertChapters(tx, added, now);
  });
  publications.push(
    ...updates.map(({ id, publication, isEdited }) => ({ id, ...publication, isEdited })),
  );
  await applyPublication(tx, novelId, publications, { by: null, now, isSilent });
  return {
    ...result,
    added: added.length,
    unchanged: clean.length - added.length - result.updated,
    withdrawn: gone.filter(({ publication }) => publication.status !== 'draft').length,
  };
}

/** The novel's chapters, locked: what is decided from them must still hold when it is written. */
async function readStored(tx: Database, novelId: string): Promise<Stored[]> {
  return tx
    .select({
      id: chapters.id,
      html: anyText(chapters.id, 'inside'),
      takenDownAt: chapters.takenDownAt,
      publication: {
        status: chapters.status,
        publishedAt: chapters.publishedAt,
        isSilent: chapters.isSilent,
      },
      state: {
        chapterNumber: chapters.chapterNumber,
        sourceKey: chapters.sourceKey,
        part: chapters.part,
        title: chapters.title,
        wordCount: chapters.wordCount,
        isPremium: chapters.isPremium,
        creditCost: chapters.creditCost,
      },
    })
    .from(chapters)
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

/** With a date to come it is scheduled. */
function firstPublication(publishedAt: Date, now: Date): Publication {
  const status = publishedAt > now ? 'scheduled' : 'published';
  return { status, publishedAt, isSilent: false };
}

function newChapter(
  novelId: string,
  draft: PricedDraft,
  chapterNumber: number,
  now: Date,
): AddedChapter['chapter'] {
  return {
    id: uuidv7(),
    novelId,
    chapterNumber,
    sourceKey: draft.sourceKey,
    part: draft.part,
    title: draft.title,
    wordCount: draft.wordCount,
    isPremium: draft.isPremium,
    creditCost: draft.creditCost ?? 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** A manual draft, or what an admin took away, stays a draft; one withdrawn by an import is published again. */
function nextPublication(before: Known, draft: PricedDraft, now: Date): Publication {
  const { status, publishedAt: since, isSilent } = before.publication;
  const isWithheld =
    before.takenDownAt !== null || (status === 'draft' && before.aside !== 'withdrawn');
  const publishedAt = draft.publishedAt ?? since;
  return isWithheld
    ? { status: 'draft', publishedAt, isSilent }
    : { ...firstPublication(publishedAt ?? now, now), isSilent };
}

function updateByBook(before: Known, draft: PricedDraft, chapterNumber: number, now: Date): Update {
  const publication = nextPublication(before, draft, now);
  const state = {
    chapterNumber,
    sourceKey: draft.sourceKey,
    part: draft.part,
    title: draft.title,
    wordCount: draft.wordCount,
    isPremium: draft.isPremium,
    creditCost: draft.creditCost ?? before.creditCost,
  };
  const textDiffers = before.html !== draft.html;
  // Key and length are not what a reader or author would call changed.
  const { sourceKey, wordCount } = before;
  const isSame =
    isDeepStrictEqual(publication, before.publication) &&
    isDeepStrictEqual({ ...state, sourceKey, wordCount }, before.state);
  return {
    id: before.id,
    state,
    publication,
    html: textDiffers ? draft.html : null,
    isEdited: textDiffers || !isSame,
    changesCopy: textDiffers || before.title !== draft.title,
  };
}

/** A chapter that the book lacks goes to the end, and leaves. */
function withdrawn(before: Known, chapterNumber: number): Update {
  const { id, key, aside, publication } = before;
  const { status, publishedAt } = publication;
  const why = status === 'draft' ? (aside ?? 'unlisted') : 'withdrawn';
  return {
    ...moved(before, chapterNumber, { sourceKey: asideKey(why, id, key) }),
    publication: {
      ...publication,
      status: 'draft',
      // A scheduled time in the future is not a publication date.
      publishedAt: status === 'scheduled' ? null : publishedAt,
    },
  };
}

/** Another place, and nothing that its author would call a change. */
function moved(
  { id, state, publication }: Stored,
  chapterNumber: number,
  change: Partial<ChapterState> = {},
): Update {
  return {
    id,
    state: { ...state, ...change, chapterNumber },
    publication,
    html: null,
    isEdited: false,
    changesCopy: false,
  };
}
