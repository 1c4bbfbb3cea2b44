/**
 * Keeps the reader's place while the text is set anew. The place is a point in a block, as a part
 * of its height: the same words stand there when letters, lines or the measure have changed.
 */
type Place = { block: Element; part: number; scrollTop: number };

/** The last place that was kept: unless the reader moves, it is where many changes start from. */
let kept: Place | null = null;

/** Makes a change to the page; what was at the window's top is there again when it returns. */
export function holdPlace(change: () => void): void {
  const root = document.documentElement;
  const isKept = kept?.block.isConnected === true && Math.abs(kept.scrollTop - scrollY) < 1;
  const place = isKept ? kept : findPlace();
  // The browser's own way of keeping a place would move the page a second time.
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
 * The first block of the chapter that is in the window, and which part of it is above the window's
 * top; negative where the block begins below. None at the very top of the page: it stays there.
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
