import { isElsewhere } from './chapter-keys.ts';
import { measurePages } from './reading-flow.ts';
import { isInWideTable, isOnPage, isZoomedIn } from './on-page.ts';

/** What keys, gestures and the wheel do with the pages. */
export type PageTurner = {
  /** To the next or the previous page; past the last and the first, to that chapter. */
  turn: (by: 1 | -1) => void;
  /** As `turn`, within the chapter. */
  turnWithinChapter: (by: 1 | -1) => boolean;
  /** To the first page, or the last. */
  goTo: (end: 'first' | 'last') => void;
  /** Moves the page with a finger, by so many pixels. */
  drag: (by: number) => void;
  /** Goes to a page beside the shown one, or back to this one, after a finger has moved it. */
  endDrag: (by: 1 | 0 | -1, behavior: ScrollBehavior) => void;
  /** Shows the control bar, or hides it. */
  toggleBar: () => void;
};

/**
 * The keys of one long page turn pages. Arrows left and right turn to the next chapter from the last
 * page, and to the previous one from the first; other keys stay in the chapter, and so does an arrow that is
 * held down.
 */
export function turnWithKeys(turner: PageTurner, signal: AbortSignal): void {
  const turn = (by: 1 | -1) =>
    always(({ repeat }) => (repeat ? turner.turnWithinChapter(by) : turner.turn(by)));
  const turnWithin = (by: 1 | -1) => always(() => turner.turnWithinChapter(by));
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowRight: turn(1),
    ArrowLeft: turn(-1),
    ArrowDown: turnWithin(1),
    ArrowUp: turnWithin(-1),
    PageDown: turnWithin(1),
    PageUp: turnWithin(-1),
    ' ': turnWithin(1),
    'shift+ ': turnWithin(-1),
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

/** What a tap is for itself. */
const pressed = 'a, button, label, input, textarea, select, summary';

/** How far a tap may slip. */
const tapPixels = 10;

/** The outer thirds of the window turn the page, the middle one shows the control bar or hides it. */
export function turnWithTaps(turner: PageTurner, signal: AbortSignal): void {
  /** The press closes a note. */
  let closesNote = false;
  let start = 0;
  document.addEventListener(
    'pointerdown',
    ({ clientX }) => {
      start = clientX;
      closesNote = document.querySelector('.note-box:popover-open') !== null;
    },
    { capture: true, signal },
  );
  document.addEventListener(
    'click',
    (event) => {
      const { target, clientX, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || !isOnPage(event)) return;
      const pages = measurePages();
      if (!pages || (target as Element).closest(pressed)) return;
      // A mouse that was moved has selected something.
      if (closesNote || Math.abs(clientX - start) > tapPixels) return;
      // In a scrolled text a click anywhere is for the bar (`control-bar.ts`).
      event.stopPropagation();
      const third = Math.floor((clientX * 3) / pages.width);
      if (third === 1) turner.toggleBar();
      else turner.turn(third < 1 ? -1 : 1);
    },
    { capture: true, signal },
  );
}

/** A finger is never quite still; below this it taps. In pixels. */
const movesPixels = 10;
/** How far a finger goes to turn the page. */
const turnsPixels = 48;

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
    // A finger moves a table that is wider than the page, not the page.
    if (!measurePages() || !isOnPage(event) || isInWideTable(event.target)) return;
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

/** A gesture has ended when no event came for this long: a touchpad goes on by itself. */
const gestureMs = 150;
/** How far the wheel moves to turn the page. */
const wheelPixels = 30;
const linePixels = 16;

/** One movement of the wheel, or of two fingers on a touchpad, turns one page of the chapter. */
export function turnWithWheel(turner: PageTurner, signal: AbortSignal): void {
  let sum = 0;
  let lastMs = 0;
  let hasTurned = false;
  addEventListener(
    'wheel',
    (event) => {
      const { timeStamp, ctrlKey, deltaX, deltaY, deltaMode } = event;
      if (ctrlKey || !measurePages() || !isOnPage(event)) return;
      if (timeStamp - lastMs > gestureMs) {
        sum = 0;
        hasTurned = false;
      }
      lastMs = timeStamp;
      if (hasTurned) return;
      const delta = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
      sum += delta * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePixels);
      if (Math.abs(sum) < wheelPixels) return;
      hasTurned = true;
      turner.turnWithinChapter(sum > 0 ? 1 : -1);
    },
    { passive: true, signal },
  );
}
