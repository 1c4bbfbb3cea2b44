import { isElsewhere } from '../chapter-keys.ts';
import { measurePages } from '../reading-flow.ts';
import type { Book } from './book.ts';

/**
 * The keys of one long page turn pages. Arrows left and right turn to the next chapter from the last
 * page, and to the previous one from the first (`chapter-keys.ts`); other keys stay in the chapter.
 */
export function turnWithKeys(book: Book, signal: AbortSignal): void {
  const keys: Record<string, () => boolean> = {
    ArrowRight: () => book.leaf(1),
    ArrowLeft: () => book.leaf(-1),
    ArrowDown: always(() => book.leaf(1)),
    ArrowUp: always(() => book.leaf(-1)),
    PageDown: always(() => book.leaf(1)),
    PageUp: always(() => book.leaf(-1)),
    ' ': always(() => book.leaf(1)),
    'shift+ ': always(() => book.leaf(-1)),
    Home: always(() => book.goTo('first')),
    End: always(() => book.goTo('last')),
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const press = keys[event.shiftKey ? `shift+${event.key}` : event.key];
      if (!press || !measurePages() || isElsewhere(event.target)) return;
      // It presses what has the focus.
      if (event.key === ' ' && (event.target as Element).closest('button, summary')) return;
      if (press()) event.preventDefault();
    },
    // Before the keys that turn chapters.
    { capture: true, signal },
  );
}

/** A key that the browser must not scroll with. */
const always = (press: () => unknown) => () => {
  press();
  return true;
};
