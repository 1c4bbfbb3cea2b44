/** Which chapters were read to their end on this device. */
import { readingWordsPerMinute } from '#shared/reading/reading-speed.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readIds } from '../count-view.ts';
import { writeStored } from '../storage.ts';
import type { Opening } from './opening.ts';
import { lastOfProse } from './prose-end.ts';
import { endAlong, lengthShown } from './reading-flow.ts';

/** Who needs less of the time that the words take has not read, but looked. */
const shareOfTime = 1 / 4;
/** The number of chapters that a device keeps as read. */
const readChaptersMax = 2_000;

/**
 * Notes a chapter as read when its end is in sight, and the page was so for a quarter of the time that
 * its words take, from where it was opened.
 * @param share of the text that is before that place.
 * @returns what looks and says whether it is; call it where the reader stops, and where the page is left.
 */
export function watchForEnd(opening: Opening, share: number): () => boolean {
  const { chapterId, text, isLate, signal } = opening;
  const words = Number(text.closest<HTMLElement>('.reader')?.dataset.words);
  const neededMs = (words * (1 - share) * shareOfTime * 60_000) / readingWordsPerMinute;
  let seenMs = 0;
  // This is loaded late, where the reader scrolls; where a tab came into sight, some browsers tell.
  const inSight = performance.getEntriesByType('visibility-state').at(-1)?.startTime ?? 0;
  let seenSince = document.hidden ? null : isLate ? performance.now() : inSight;
  const count = () => {
    const now = performance.now();
    if (seenSince !== null) seenMs += now - seenSince;
    seenSince = document.hidden ? null : now;
  };
  document.addEventListener('visibilitychange', count, { signal });
  return () => {
    count();
    if (seenMs < neededMs || endAlong(lastOfProse(text)) > lengthShown()) return false;
    const others = readIds(storageKeys.readChapters).filter((id) => id !== chapterId);
    const all = [...others, chapterId].slice(-readChaptersMax);
    writeStored(storageKeys.readChapters, JSON.stringify(all));
    return true;
  };
}
