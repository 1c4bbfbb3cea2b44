/** How far a reader has been in the chapter on the page: what is about a later passage would tell of it. */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readIds } from '#browser/page/count-view.ts';
import { along, firstRect, lengthShown, measurePages } from '../pages/reading-flow.ts';
import { blocksOf, lineOf } from '../place/place-in-text.ts';
import { readSeenPlace, readStoredPlace } from '../place/stored-places.ts';

/** Of the text that was asked about last, the last block in which the reader has been. */
let furthest: { text: HTMLElement; index: number } | null = null;

/** Whether the chapter was read to its end, by this device or, when they last met, by the account. */
export const isReadWhole = (chapterId: string): boolean =>
  readIds(storageKeys.readChapters).includes(chapterId) ||
  readSeenPlace(chapterId)?.isRead === true;

/** The blocks in which the reader has been: up to the window's end, or the stored place. */
export function blocksBeen(text: HTMLElement): HTMLElement[] {
  const blocks = blocksOf(text);
  const chapterId = text.closest<HTMLElement>('.reader')?.dataset.chapter ?? '';
  // What is stored is asked for once.
  const atPlace = furthest?.text === text ? furthest.index : storedIndex(text, blocks, chapterId);
  const [shown, pages] = [lengthShown(), measurePages()];
  const beyond = blocks.findIndex(
    (block, index) => index > atPlace && along(firstRect(block), 'top', pages) >= shown,
  );
  const index = (beyond === -1 ? blocks.length : beyond) - 1;
  furthest = { text, index };
  return blocks.slice(0, index + 1);
}

function storedIndex(text: HTMLElement, blocks: readonly HTMLElement[], chapterId: string): number {
  if (isReadWhole(chapterId)) return blocks.length - 1;
  const stored = [readStoredPlace(chapterId), readSeenPlace(chapterId)?.place ?? null];
  const lines = stored.map((place) => place && lineOf(text, place));
  return Math.max(-1, ...lines.map((line) => (line ? blocks.indexOf(line.block) : -1)));
}
