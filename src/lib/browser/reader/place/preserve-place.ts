/**
 * Keeps the reader's place while the text is laid out again (decision 26). The place is a line, which
 * only the reader's own moves change. Another window, size, font or measure, and pages instead of
 * scrolling, only show it again: so nothing drifts, however often the text is laid out.
 */
import { firstOffset, marginPixels, topOf, type Line } from './place-in-text.ts';
import {
  bring,
  endAlong,
  isAtBeginning,
  measurePages,
  readingPosition,
  showPage,
} from '../pages/reading-flow.ts';

/** The reader's line, and its distance from the top of a window that scrolls, in pixels. */
let place: (Line & { topPixels: number }) | null = null;
/** Whether the place is where the reader has moved to last. */
let isNoted = false;
/** Where the text was when the reader had moved, or when their place was shown. */
let position = 0;
let isInPages = false;
/** The window in which `position` was noted. */
let windowSize = '';
let moves = 0;
let isWatching = false;

/**
 * How many times the reader has scrolled or turned. What a new layout does to the window is no move:
 * the place is shown again before its scroll events come.
 */
export function countMoves(): number {
  if (!isWatching) {
    isWatching = true;
    notePosition();
    addEventListener('scroll', countMoves, { passive: true });
  }
  const pages = measurePages();
  const now = readingPosition(pages);
  // Turned so quickly that the place is not shown again yet: the browser has moved the pages.
  if (pages && windowSize !== sizeOfWindow()) return moves;
  if ((pages !== null) === isInPages && Math.abs(now - position) >= 1) {
    position = now;
    isNoted = false;
    moves++;
  }
  return moves;
}

/** Notes the line that the reader has moved to: the first whole one in the window. */
export function notePlace(): void {
  countMoves();
  if (isNoted && place?.block.isConnected) return;
  place = findPlace();
  isNoted = true;
  notePosition();
}

/** Changes the layout; the reader's line stays where it is, or on its page. */
export function preservePlace(change: () => void): void {
  notePlace();
  changeAndShow(change);
}

/** Shows the reader's line again after the layout has changed. While they move it is not known. */
export function returnToPlace(): void {
  if (measurePages()) countMoves();
  if (isNoted) changeAndShow(() => undefined);
  else notePosition();
}

/** Shows a line as the reader's place; null is the text's top. */
export function goToLine(line: Line | null): void {
  countMoves();
  place = line && { ...line, topPixels: marginPixels };
  isNoted = true;
  if (line) changeAndShow(() => undefined);
  else if (measurePages()) showPage(0, 'instant');
  else scrollTo({ top: 0, behavior: 'instant' });
  notePosition();
}

/** The text was brought elsewhere, and no line of it is the place until the reader moves. */
export function forgetPlace(): void {
  place = null;
  isNoted = false;
  notePosition();
}

function changeAndShow(change: () => void): void {
  const { style } = document.documentElement;
  // The browser's scroll anchoring would move the page a second time.
  style.setProperty('overflow-anchor', 'none');
  change();
  if (place?.block.isConnected && place.block.getClientRects().length > 0) {
    const { block, offset, topPixels } = place;
    bring(topOf(block, offset) - (measurePages() ? 0 : topPixels));
  }
  notePosition();
  requestAnimationFrame(() => style.removeProperty('overflow-anchor'));
}

const sizeOfWindow = () => `${innerWidth} ${innerHeight}`;

function notePosition(): void {
  windowSize = sizeOfWindow();
  const pages = measurePages();
  isInPages = pages !== null;
  position = readingPosition(pages);
}

/** Of the chapter or of what follows it. None at the very top of the page: it stays there. */
function findPlace(): typeof place {
  if (isAtBeginning()) return null;
  const pages = measurePages();
  const blocks = document.querySelectorAll<HTMLElement>(
    '.chapter-text > *, .chapter-text ~ :not(.control-bar, .page-number-line, .read-aloud)',
  );
  for (const block of blocks) {
    if (block.getClientRects().length === 0 || endAlong(block, pages) <= 0) continue;
    const offset = firstOffset(block);
    if (offset === null) continue;
    return { block, offset, topPixels: pages ? marginPixels : topOf(block, offset) };
  }
  return null;
}
