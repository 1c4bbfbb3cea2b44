import { measurePages } from '../reading-flow.ts';
import { isOnPage } from '../on-page.ts';
import type { PageTurner } from './page-turner.ts';

/** A gesture has ended when no event came for this long: a touchpad goes on by itself. */
const gestureMs = 150;
const turnsPixels = 30;
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
      if (Math.abs(sum) < turnsPixels) return;
      hasTurned = true;
      turner.turnWithinChapter(sum > 0 ? 1 : -1);
    },
    { passive: true, signal },
  );
}
