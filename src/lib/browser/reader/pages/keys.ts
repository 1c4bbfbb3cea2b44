import { isElsewhere } from './chapter-keys.ts';
import { measurePages } from './reading-flow.ts';
import type { PageTurner } from './page-turner.ts';

/**
 * The keys of one long page turn pages. Arrows left and right turn to the next chapter from the last
 * page, and to the previous one from the first; other keys stay in the chapter, and so does a held
 * arrow.
 */
export function turnWithKeys(turner: PageTurner, signal: AbortSignal): void {
  const turn = (by: 1 | -1) =>
    always(({ repeat }) => (repeat ? turner.turnWithinChapter(by) : turner.turn(by)));
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowRight: turn(1),
    ArrowLeft: turn(-1),
    ArrowDown: always(() => turner.turnWithinChapter(1)),
    ArrowUp: always(() => turner.turnWithinChapter(-1)),
    PageDown: always(() => turner.turnWithinChapter(1)),
    PageUp: always(() => turner.turnWithinChapter(-1)),
    ' ': always(() => turner.turnWithinChapter(1)),
    'shift+ ': always(() => turner.turnWithinChapter(-1)),
    Home: always(() => turner.goTo('first')),
    End: always(() => turner.goTo('last')),
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const press = keys[event.shiftKey ? `shift+${event.key}` : event.key];
      if (!press || !measurePages() || isElsewhere(event.target)) return;
      // It presses what has the focus.
      if (event.key === ' ' && (event.target as Element).closest('button, summary')) return;
      press(event);
    },
    // Before the keys that turn chapters.
    { capture: true, signal },
  );
}

/** A key that the browser must not scroll with. */
const always = (press: (event: KeyboardEvent) => unknown) => (event: KeyboardEvent) => {
  press(event);
  event.preventDefault();
};
