import { measurePages } from './reading-flow.ts';
import { isOnPage } from './on-page.ts';
import type { PageTurner } from './page-turner.ts';

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
