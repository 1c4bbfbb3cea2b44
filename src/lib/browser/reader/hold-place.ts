/**
 * Keeps the reader's place while the text is laid out again. The place is a point in a block, as
 * a fraction of its height: the same words are there after a change of font, line height or
 * measure.
 */
type Place = { block: Element; part: number; scrollTop: number };

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
    const { top, height } = place.block.getBoundingClientRect();
    scrollTo({ top: scrollY + top + place.part * height, behavior: 'instant' });
    kept = { ...place, scrollTop: scrollY };
  }
  requestAnimationFrame(() => root.style.removeProperty('overflow-anchor'));
}

/**
 * The first block of the chapter in the window, and the fraction of it above the window's top;
 * negative if the block begins below. None at the very top of the page: it stays there.
 */
function findPlace(): Place | null {
  if (scrollY === 0) return null;
  const blocks = document.querySelectorAll('.chapter-text > *, .chapter-text ~ *');
  for (const block of blocks) {
    const { top, bottom, height } = block.getBoundingClientRect();
    if (height > 0 && bottom > 0) return { block, part: -top / height, scrollTop: scrollY };
  }
  return null;
}
