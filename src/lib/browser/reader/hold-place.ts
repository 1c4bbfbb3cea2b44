/**
 * Keeps the reader's place while the text is laid out again. The place is a line: its first words
 * are as far below the window's top after a change of font, line height or measure.
 */
import { firstOffset, topOf } from './place-in-text.ts';
import { bring, endAlong, isAtBeginning, measurePages, readingPosition } from './reading-flow.ts';

type Place = {
  block: HTMLElement;
  /** Characters of the block before the line. */
  offset: number;
  /** Distance of the line from where the window begins, in pixels. */
  top: number;
  position: number;
};

/** The last place: unless the reader scrolls, many changes start from it. */
let kept: Place | null = null;

/** Changes the layout; the text at the window's top stays there. */
export function holdPlace(change: () => void): void {
  const root = document.documentElement;
  const place = isKept() ? kept : findPlace();
  // The browser's scroll anchoring would move the page a second time.
  root.style.setProperty('overflow-anchor', 'none');
  change();
  if (place) {
    bring(topOf(place.block, place.offset) - (measurePages() ? 0 : place.top));
    kept = { ...place, position: readingPosition() };
  }
  requestAnimationFrame(() => root.style.removeProperty('overflow-anchor'));
}

/**
 * Notes the line at the window's beginning, to return to it when the text is laid out again. As long
 * as the reader does not turn it stays the same line, wherever on its page it is shown.
 */
export function rememberPlace(): void {
  if (!isKept()) kept = findPlace();
}

/** Shows the noted line again, wherever it now is. */
export function returnToPlace(): void {
  if (kept && isKept()) bring(topOf(kept.block, kept.offset));
}

/** Whether the last place still holds: the reader has not scrolled or turned since. */
function isKept(): boolean {
  return kept?.block.isConnected === true && Math.abs(kept.position - readingPosition()) < 1;
}

/**
 * The first whole line in the window, of the chapter or of what follows it. None at the very top of
 * the page: it stays there.
 */
function findPlace(): Place | null {
  if (isAtBeginning()) return null;
  const blocks = document.querySelectorAll<HTMLElement>(
    '.chapter-text > *, .chapter-text ~ :not(.control-bar)',
  );
  for (const block of blocks) {
    if (block.getClientRects().length === 0 || endAlong(block) <= 0) continue;
    const offset = firstOffset(block);
    if (offset === null) continue;
    return { block, offset, top: topOf(block, offset), position: readingPosition() };
  }
  return null;
}
