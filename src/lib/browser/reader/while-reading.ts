/** What a text needs once it is read: its place is kept, its progress drawn. Loaded on demand. */
import { trackPlace } from './place/track-place.ts';
import type { Opening } from './place/opening.ts';
import { followProgress } from './place/progress.ts';

/** The texts that are followed. */
const followed = new WeakSet<HTMLElement>();

/** Begins both; does nothing the second time, or for a text that was removed meanwhile. */
export function followReader(article: HTMLElement, opening: Opening): void {
  const { text, signal } = opening;
  if (signal.aborted || followed.has(text)) return;
  followed.add(text);
  followProgress(article, text, signal);
  trackPlace(opening);
}
