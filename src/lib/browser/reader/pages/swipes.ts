import { measurePages } from './reading-flow.ts';
import { isOnPage, isZoomedIn } from './on-page.ts';
import type { PageTurner } from './page-turner.ts';

/** A finger is never quite still; below this it taps. In pixels. */
const movesPixels = 10;
/** How far a finger goes to turn the page. */
const turnsPixels = 48;

/** A finger moves a table that is wider than the page, not the page. */
function isOverWideTable({ target }: Event): boolean {
  const table = target instanceof Element ? target.closest('.chapter-text .table') : null;
  return table !== null && table.scrollWidth > table.clientWidth;
}

/** A swipe turns the page, which follows the finger unless the reader wants less motion. */
export function turnWithSwipes(turner: PageTurner, signal: AbortSignal): void {
  let start: PointerEvent | null = null;
  let isSwipe = false;
  const moved = (event: PointerEvent) => (start ? event.clientX - start.clientX : 0);
  const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

  const begin = (event: PointerEvent) => {
    start = null;
    isSwipe = false;
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    if (!measurePages() || !isOnPage(event) || isOverWideTable(event)) return;
    start = event;
  };
  const move = (event: PointerEvent) => {
    if (start?.pointerId !== event.pointerId) return;
    const by = moved(event);
    if (!isSwipe && Math.abs(by) < movesPixels) return;
    if (!isSwipe && Math.abs(event.clientY - start.clientY) > Math.abs(by)) {
      start = null;
      return;
    }
    isSwipe = true;
    if (!wantsLessMotion()) turner.drag(by);
  };
  const end = (event: PointerEvent) => {
    if (start?.pointerId !== event.pointerId) return;
    const by = event.type === 'pointercancel' ? 0 : moved(event);
    const turns = Math.abs(by) < turnsPixels ? 0 : by < 0 ? 1 : -1;
    if (isSwipe) turner.endDrag(turns, wantsLessMotion() ? 'instant' : 'smooth');
    start = null;
    // A click that the browser makes of it comes first, if at all.
    if (event.type === 'pointercancel') isSwipe = false;
    else setTimeout(() => (isSwipe = false));
  };
  addEventListener('pointerdown', begin, { signal });
  addEventListener('pointermove', move, { passive: true, signal });
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
  addEventListener(
    'click',
    (event) => {
      if (isSwipe) event.stopPropagation();
      if (isSwipe) event.preventDefault();
      isSwipe = false;
    },
    { capture: true, signal },
  );
  // A second finger zooms.
  addEventListener(
    'touchstart',
    ({ touches }) => {
      if (touches.length < 2 || !start) return;
      if (isSwipe) turner.endDrag(0, 'instant');
      start = null;
      isSwipe = false;
    },
    { passive: true, signal },
  );
  const follow = () => document.documentElement.toggleAttribute('data-zoomed', isZoomedIn());
  visualViewport?.addEventListener('resize', follow, { signal });
}
