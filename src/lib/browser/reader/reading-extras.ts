/** What is not needed for the first screen of a text, or only by some readers. */
import { drawEndActions } from './end-actions.ts';
import { showReadingAid } from './settings/reading-aid.ts';

const followed = new WeakSet<HTMLElement>();

/**
 * Shows a ruler or dimming, and draws what there is to do at the end. Follows preferences by itself:
 * does nothing the second time.
 */
export function startExtras(text: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted || followed.has(text)) return;
  followed.add(text);
  const showAid = () => showReadingAid(text, signal);
  document.addEventListener('reader-preferences', showAid, { signal });
  showAid();
  drawEndActions();
  void import('./margin/start-margin.ts').then(
    (margin) => margin.startMargin(text, signal),
    () => undefined,
  );
}
