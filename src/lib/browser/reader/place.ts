import { storageKeys } from '#shared/storage-keys.ts';
import { readStored } from '../storage.ts';

/** How a chapter was opened. */
export type Opening = {
  chapterId: string;
  text: HTMLElement;
  /** Where the page stood when the text was there. */
  scrollTop: number;
  /** The text came later than the page. */
  isLate: boolean;
  /** The text is taken off the page. */
  signal: AbortSignal;
};

/**
 * Keeps the reader's place in a chapter, and opens the chapter at it. What does so is loaded where
 * there may be a place, and else when the reader first moves.
 */
export function followPlace(chapterId: string, text: HTMLElement, signal: AbortSignal): void {
  const isLate = document.readyState === 'complete';
  const opening: Opening = { chapterId, text, scrollTop: scrollY, isLate, signal };
  const begin = () =>
    void import('./keep-place.ts').then(
      ({ keepPlace }) => keepPlace(opening),
      // Gone offline since the page came.
      () => addEventListener('online', begin, { once: true, signal }),
    );
  const isSignedIn = document.documentElement.dataset.session === 'on';
  if (isSignedIn || readStored(storageKeys.readingPlaces)?.includes(chapterId)) begin();
  else addEventListener('scroll', begin, { once: true, passive: true, signal });
}
