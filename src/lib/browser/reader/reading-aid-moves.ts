import { isElsewhere } from './chapter-keys.ts';
import { isOnPage } from './on-page.ts';
import { measurePages } from './reading-flow.ts';
import type { Point } from './text-lines.ts';

/** What moves the ruler. */
type Ruler = {
  moveTo: (place: Point) => void;
  /** To the line before or after; false where the page ends. */
  step: (by: 1 | -1) => boolean;
};

/** How far a finger goes down the page before the ruler follows it, in pixels. */
const movesPixels = 10;

/**
 * A mouse moves the ruler, and a tap on a text that scrolls. In pages taps turn, so that a finger draws it
 * up and down, and the arrows go from line to line, and from the page's end to the next page.
 */
export function moveWithGestures(text: HTMLElement, ruler: Ruler, signal: AbortSignal): void {
  const options = { signal, passive: true };
  const moveTo = ({ clientX: x, clientY: y }: Pick<Touch, 'clientX' | 'clientY'>) =>
    ruler.moveTo({ x, y });
  addEventListener(
    'pointermove',
    (event) => event.pointerType === 'mouse' && moveTo(event),
    options,
  );
  text.addEventListener('click', (event) => !measurePages() && moveTo(event), options);

  let start: Touch | null = null;
  let isDrawn = false;
  addEventListener(
    'touchstart',
    (event) => {
      const [touch = null, other] = event.touches;
      start = !other && measurePages() && isOnPage(event) ? touch : null;
      isDrawn = false;
    },
    options,
  );
  // Pointer events end where the browser takes the gesture for scrolling; these do not.
  addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (!start || !touch) return;
      const [across, down] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
      if (!isDrawn && Math.abs(across) > movesPixels) start = null;
      else if (isDrawn || Math.abs(down) > movesPixels) {
        isDrawn = true;
        moveTo(touch);
      }
    },
    options,
  );
  addEventListener(
    'keydown',
    (event) => {
      const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
      if (!by || event.defaultPrevented || isElsewhere(event.target) || !measurePages()) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!ruler.step(by)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Before the keys that turn pages.
    { signal, capture: true },
  );
}
