import { lastOfProse } from '../text/prose-end.ts';
import { timeLeft } from './time-left.ts';

/**
 * Draws the reading progress as a thin line (`--read` of the links at the end, from 0 to 1) and
 * writes the remaining time into the control bar. `data-words` of the article is the length of its
 * prose.
 */
export function followProgress(article: HTMLElement, text: HTMLElement, signal: AbortSignal): void {
  const place = article.querySelector('[data-time-left]');
  const line = article.querySelector<HTMLElement>('.turns');
  let isRequested = false;
  const draw = () => {
    isRequested = false;
    if (signal.aborted) return;
    const read = Math.min(1, Math.max(0, measureRead(text)));
    line?.style.setProperty('--read', String(read));
    const words = timeLeft(Number(article.dataset.words), read);
    // Writing the same words would lay out the bar again, in each frame of scrolling.
    if (place && place.textContent !== words) place.textContent = words;
  };
  const ask = () => {
    if (!isRequested) requestAnimationFrame(draw);
    isRequested = true;
  };
  addEventListener('scroll', ask, { passive: true, signal });
  redraw = ask;
  const observer = new ResizeObserver(ask);
  observer.observe(text);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    line?.style.removeProperty('--read');
    if (place) place.textContent = '';
  });
}

/** How much of the text was read: 1 is its end. */
let measureRead = (text: HTMLElement): number => {
  const { top } = text.getBoundingClientRect();
  return (innerHeight - top) / (lastOfProse(text).getBoundingClientRect().bottom - top);
};

let redraw = (): void => undefined;

/** From now on it is measured so, for a text that does not scroll. */
export function measureReadBy(measure: typeof measureRead): void {
  measureRead = measure;
  redraw();
}
