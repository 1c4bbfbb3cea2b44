import { addressOf } from '#browser/address-of.ts';
import type { z } from 'zod';
import { getChapterPage, type ChapterPageBody } from '#shared/contracts/chapters.ts';
import { chapterPanelPageSize } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { ask, asOutcome, failure, type Outcome } from '#browser/outcome.ts';

/** A chapter as the reader's list of chapters shows it. */
export type ListedChapter = {
  id: string;
  chapterNumber: number;
  title: string;
  part: string | null;
  /** Locked for this reader. */
  isLocked: boolean;
  isPremium: boolean;
  creditCost: number;
};

/** Consecutive chapters in the same part of the novel; null without parts. */
type Part = { title: string | null; chapters: number };

/** A page of the list, from 1, and what is known of the whole list: its length, its parts. */
export type ListedPage = { chapters: ListedChapter[]; page: number; total: number; parts: Part[] };

/** Chapters of one page and of one part. `first` counts from 0, in ascending order. */
export type Slice = { page: number; first: number; length: number };

/** The response of `getChapterPage`, or null if it cannot be listed. */
export function parseListedPage(body: unknown): ListedPage | null {
  if (typeof body !== 'object' || body === null) return null;
  const { chapters, page, total, parts = [] }: Partial<Record<keyof ListedPage, unknown>> = body;
  if (!Array.isArray(chapters) || !Array.isArray(parts)) return null;
  if (!isCount(page) || !isCount(total)) return null;
  const [listed, parsedParts] = [chapters.map(parseChapter), parts.map(parsePart)];
  const isWhole =
    listed.every((chapter) => chapter !== null) && parsedParts.every((part) => part !== null);
  return isWhole ? { chapters: listed, page, total, parts: parsedParts } : null;
}

function parsePart(value: unknown): Part | null {
  if (typeof value !== 'object' || value === null) return null;
  const { title, chapters }: Partial<Record<keyof Part, unknown>> = value;
  return isCount(chapters) ? { title: typeof title === 'string' ? title : null, chapters } : null;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function parseChapter(value: unknown): ListedChapter | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _id, chapterNumber, title, part, isLocked, isPremium, creditCost }: Fields = value;
  if (typeof _id !== 'string' || !/^[\da-f-]+$/.test(_id)) return null;
  if (!Number.isSafeInteger(chapterNumber) || typeof title !== 'string') return null;
  return {
    id: _id,
    chapterNumber: Number(chapterNumber),
    title,
    part: typeof part === 'string' ? part : null,
    isLocked: isLocked === true,
    isPremium: isPremium === true,
    creditCost: Number.isSafeInteger(creditCost) ? Number(creditCost) : 1,
  };
}

type Fields = Partial<Record<keyof Omit<ListedChapter, 'id'> | '_id', unknown>>;

/**
 * The whole list cut by its parts, and these by the pages of `size` chapters that it is loaded in.
 * What comes after the last known part has no title.
 */
export function cutIntoSlices(
  { total, parts }: Pick<ListedPage, 'total' | 'parts'>,
  size: number,
): { title: string | null; slices: Slice[] }[] {
  const counted = parts.reduce((sum, { chapters }) => sum + chapters, 0);
  const all = counted < total ? [...parts, { title: null, chapters: total - counted }] : parts;
  let first = 0;
  return all.map(({ title, chapters }) => {
    const end = Math.min(first + chapters, total);
    const slices: Slice[] = [];
    while (first < end) {
      const page = Math.floor(first / size) + 1;
      const length = Math.min(page * size, end) - first;
      slices.push({ page, first, length });
      first += length;
    }
    return { title, slices };
  });
}

type Query = z.input<(typeof getChapterPage)['query']>;

/** Which page; `words` is a search. */
type Wanted = Pick<Query, 'around' | 'parts' | 'words'> & { page?: number };

/** A page of the novel on this page, for the reader's panel. */
export async function loadChapterPage(wanted: Wanted): Promise<Outcome<ListedPage>> {
  const id = document.querySelector<HTMLElement>('.reader')?.dataset.novel ?? '';
  const query = { ...wanted, size: chapterPanelPageSize };
  const outcome = await askChapterPage(id, query);
  if (!outcome.ok) return outcome;
  const data = parseListedPage(outcome.data);
  return data ? { ok: true, data } : failure('UNREADABLE', messages.chaptersFailed);
}

export const isSignedIn = (): boolean => document.documentElement.dataset.session === 'on';

/** `send` is enough for an anonymous reader; for a session, `call` handles its end. */
export function askChapterPage(id: string, query: Query): Promise<Outcome<ChapterPageBody>> {
  return asOutcome(async () => {
    const input = { params: { id }, query };
    if (isSignedIn()) {
      const { call } = await import('#browser/call.ts');
      return call(getChapterPage, input);
    }
    const path = addressOf(getChapterPage, input);
    return ask<ChapterPageBody>({ method: 'GET', path });
  });
}
