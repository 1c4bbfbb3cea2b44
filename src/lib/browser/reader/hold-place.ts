/**
 * Keeps the reader's place while the text is laid out again. The place is a line: its first words
 * are as far below the window's top after a change of font, line height or measure.
 */
import { firstOffset, topOf } from './place-in-text.ts';

type Place = {
  block: HTMLElement;
  /** Characters of the block before the line. */
  offset: number;
  /** Distance of the line from the window's top, in pixels. */
  top: number;
  scrollTop: number;
};

/** The last place: unless the reader scrolls, many changes start from it. */
let kept: Place | null = null;

/** Changes the layout; the text at the window's top stays there. */
export function holdPlace(change: () => void): void {
  const root = document.documentElement;
  const isKept = kept?.block.isConnected === true && Math.abs(kept.scrollTop - scrollY) < 1;
  const place = isKept ? kept : findPlace();
  // The browser's scroll anchoring would move the page a second time.
  root.style.setProperty('overflow-anchor', 'none');
  change();
  if (place) {
    const top = scrollY + topOf(place.block, place.offset) - place.top;
    scrollTo({ top, behavior: 'instant' });
    kept = { ...place, scrollTop: scrollY };
  }
  requestAnimationFrame(() => root.style.removeProperty('overflow-anchor'));
}

/**
 * The first whole line in the window, of the chapter or of what follows it. None at the very top of
 * the page: it stays there.
 */
function findPlace(): Place | null {
  if (scrollY === 0) return null;
  const blocks = document.querySelectorAll<HTMLElement>('.chapter-text > *, .chapter-text ~ *');
  for (const block of blocks) {
    const { bottom, height } = block.getBoundingClientRect();
    if (height === 0 || bottom <= 0) continue;
    const offset = firstOffset(block);
    if (offset === null) continue;
    return { block, offset, top: topOf(block, offset), scrollTop: scrollY };
  }
  return null;
}
