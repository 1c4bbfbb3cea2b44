import * as storageKeys from '#shared/storage-keys.ts';
import { whenIdle } from '../idle.ts';
import { readStored } from '../storage.ts';
import type { Opening } from './keep-place.ts';

/**
 * Stores the reader's place in a chapter, and opens the chapter at it. The module is loaded at
 * once if there may be a place, else when the reader first scrolls; when idle for a text that is
 * read without scrolling.
 */
export function followPlace(chapterId: string, text: HTMLElement, signal: AbortSignal): void {
  const isLate = document.readyState === 'complete';
  const opening: Opening = { chapterId, text, scrollTop: scrollY, isLate, signal };
  const begin = () =>
    void import('./keep-place.ts').then(
      (keeping) => keeping.keepPlace(opening),
      // Offline since the page was loaded.
      () => addEventListener('online', begin, { once: true, signal }),
    );
  const isSignedIn = document.documentElement.dataset.session === 'on';
  if (isSignedIn || readStored(storageKeys.readingPlaces)?.includes(chapterId)) begin();
  else {
    addEventListener('scroll', begin, { once: true, passive: true, signal });
    // `keepPlace` begins once.
    whenIdle(() => text.getBoundingClientRect().bottom < innerHeight && begin());
  }
}
