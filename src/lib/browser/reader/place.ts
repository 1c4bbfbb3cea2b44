import * as storageKeys from '#shared/site/storage-keys.ts';
import { whenIdle } from '../idle.ts';
import { readStored } from '../storage.ts';
import type { Opening } from './opening.ts';
import { timeLeft } from './time-left.ts';

/**
 * Stores the reader's place in a chapter, opens the chapter at it, and shows the progress. The module
 * is loaded at once if there may be a place, else when the reader first scrolls; when idle for a text
 * that is read without scrolling.
 */
export function followPlace(article: HTMLElement, text: HTMLElement, signal: AbortSignal): void {
  const { chapter: chapterId = '', words } = article.dataset;
  const isLate = document.readyState === 'complete';
  const opening: Opening = { chapterId, text, scrollTop: scrollY, isLate, signal };
  const begin = () =>
    void import('./while-reading.ts').then(
      (reading) => reading.followReader(article, opening),
      // Offline since the page was loaded.
      () => addEventListener('online', begin, { once: true, signal }),
    );
  const isSignedIn = document.documentElement.dataset.session === 'on';
  if (isSignedIn || readStored(storageKeys.readingPlaces)?.includes(chapterId)) begin();
  else {
    const time = article.querySelector('[data-time-left]');
    if (time) time.textContent = timeLeft(Number(words));
    addEventListener('scroll', begin, { once: true, passive: true, signal });
    whenIdle(() => text.getBoundingClientRect().bottom < innerHeight && begin());
  }
}
