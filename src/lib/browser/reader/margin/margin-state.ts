/** What stands in the margin of the chapter on the page, and changes of the reader's highlights. */
import { atom } from 'nanostores';
import {
  getMargin,
  removeHighlight as removeCall,
  setHighlight as setCall,
  type HighlightBody,
  type MarginBody,
} from '#shared/contracts/margin.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { listWaiting, orWaiting } from '#browser/offline/queue/queue-here.ts';
import type { Outcome } from '#browser/outcome.ts';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { parseFields } from '#browser/stored-values.ts';
import { isPlace } from '../place/stored-places.ts';
import { isReadWhole } from './been.ts';

/** Null before it is known. */
export const $margin = atom<({ chapterId: string } & MarginBody) | null>(null);

export const emptyMargin: MarginBody = { comments: [], highlights: [], notes: [], mayNote: false };

/** The load that was begun last: another one's answer is out of date. */
let lastLoad = 0;
/** Changes of highlights on this page: a margin from before one is asked for again. */
let changes = 0;
/** The chapter whose end was reached on this page. */
let ended: string | null = null;

/**
 * Asks for the margin of a chapter. Without a connection: this reader's highlights as this device knew
 * them last. What waits for the connection is among them.
 * @param isAtEnd the reader has just come to its end
 */
export async function loadMargin(chapterId: string, isAtEnd = false): Promise<void> {
  if (isAtEnd) ended = chapterId;
  const [load, person, before] = [++lastLoad, signedInPerson(), changes];
  const isRead = ended === chapterId || isReadWhole(chapterId);
  const query = isRead ? { isRead: 'true' as const } : {};
  const outcome = await call(getMargin, { params: { id: chapterId }, query });
  if (!outcome.ok && !outcome.isOffline) return;
  const body = outcome.ok ? outcome.data : { ...emptyMargin, highlights: readKnown(chapterId) };
  const highlights = await withWaiting(chapterId, body.highlights);
  if (load !== lastLoad || person !== signedInPerson()) return;
  if (changes !== before) {
    await loadMargin(chapterId, isAtEnd);
    return;
  }
  $margin.set({ chapterId, ...body, highlights });
  noteKnown(chapterId, highlights);
}

async function withWaiting(chapterId: string, known: HighlightBody[]): Promise<HighlightBody[]> {
  const waiting = await listWaiting(addressOf(setCall, { params: { id: chapterId, itemId: '' } }));
  const ids = new Set(waiting.map(({ subject }) => subject));
  const set = waiting.flatMap(({ value }) => (value === null ? [] : [value as HighlightBody]));
  return [...known.filter(({ id }) => !ids.has(subjectOf(id))), ...set];
}

/** The subject under which a change of a highlight waits for the connection. */
const subjectOf = (id: string): string => `highlight:${id}`;

/**
 * Adds or changes a highlight: it is shown at once, and taken back where the server refuses it.
 * @returns the outcome; without a connection it waits
 */
export async function saveHighlight(highlight: HighlightBody): Promise<Outcome<unknown>> {
  const { id, ...body } = highlight;
  return change({ id: shownChapter(), itemId: id }, highlight, async (params) =>
    orWaiting(signedInPerson(), await call(setCall, { params, body }), {
      subject: subjectOf(id),
      method: 'PUT',
      path: addressOf(setCall, { params }),
      body,
      value: highlight,
      label: 'Surlignage',
    }),
  );
}

/** The same to remove one, of this chapter or another. */
export async function removeHighlight(
  id: string,
  chapterId = shownChapter(),
): Promise<Outcome<unknown>> {
  return change({ id: chapterId, itemId: id }, null, async (params) =>
    orWaiting(signedInPerson(), await call(removeCall, { params }), {
      subject: subjectOf(id),
      method: 'DELETE',
      path: addressOf(removeCall, { params }),
      body: null,
      value: null,
      label: 'Surlignage effacé',
    }),
  );
}

type Params = { id: string; itemId: string };

async function change(
  params: Params,
  to: HighlightBody | null,
  send: (params: Params) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  const { id: chapterId, itemId } = params;
  const highlightsNow = () => {
    const now = $margin.get();
    return now?.chapterId === chapterId ? now.highlights : readKnown(chapterId);
  };
  const before = highlightsNow().find(({ id }) => id === itemId) ?? null;
  const show = (one: HighlightBody | null) => {
    changes += 1;
    const others = highlightsNow().filter(({ id }) => id !== itemId);
    const highlights = one ? [...others, one] : others;
    const now = $margin.get();
    const isHere = chapterId === shownChapter();
    if (isHere) $margin.set({ ...(now ?? { chapterId, ...emptyMargin }), highlights });
    noteKnown(chapterId, highlights);
  };
  show(to);
  const outcome = await send(params);
  const isKept = outcome.ok || outcome.isWaiting;
  if (!isKept) show(before);
  return outcome;
}

/** Reloads the margin, if it is loaded: after comments, or the people whom the reader hides, changed. */
export function reloadMargin(): void {
  const now = $margin.get();
  if (now) void loadMargin(now.chapterId);
}

export const shownChapter = (): string =>
  document.querySelector<HTMLElement>('.reader')?.dataset.chapter ?? '';

/** Chapters whose highlights a device knows without a connection, and their characters in all. */
const knownMax = 50;
const knownCharactersMax = 200_000;

/** Of the reader who is signed in, by chapter, the last seen last. */
function readAllKnown(): { person: string | null; chapters: [string, HighlightBody[]][] } {
  const { person, chapters } = parseFields(readStored(storageKeys.highlights));
  const isOwn = person === signedInPerson() && Array.isArray(chapters);
  return { person: signedInPerson(), chapters: isOwn ? chapters.filter(isKnown) : [] };
}

const isKnown = (entry: unknown): entry is [string, HighlightBody[]] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]);

const readKnown = (chapterId: string): HighlightBody[] =>
  readAllKnown()
    .chapters.find(([id]) => id === chapterId)?.[1]
    .filter(isHighlight) ?? [];

function noteKnown(chapterId: string, highlights: HighlightBody[]): void {
  const { person, chapters } = readAllKnown();
  if (person === null) return;
  const others = chapters.filter(([id]) => id !== chapterId);
  const all = highlights.length > 0 ? [...others, [chapterId, highlights] as const] : others;
  let left = all.slice(-knownMax);
  // The oldest go first.
  while (JSON.stringify(left).length > knownCharactersMax) left = left.slice(1);
  writeStored(storageKeys.highlights, JSON.stringify({ person, chapters: left }));
}

function isHighlight(value: unknown): value is HighlightBody {
  const { id, place, length, passage, colour, note } = { ...(value as object | null) } as Record<
    string,
    unknown
  >;
  const isText = [id, colour, note].every((field) => typeof field === 'string');
  return isText && isPlace(place) && [length, passage].every(Number.isInteger);
}
