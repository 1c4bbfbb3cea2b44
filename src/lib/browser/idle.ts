/** When to run what can wait. */

/** Runs when the browser is idle. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 1);
}

/**
 * Runs once, when the visitor uses the page and the browser is idle: what they may want next can be
 * fetched. Never when they save data.
 * @param isUsed whether there was a sign of use before.
 */
export function whenUsed(run: () => void, isUsed = false): void {
  if (savesData()) return;
  const first = new AbortController();
  const begin = () => {
    first.abort();
    whenIdle(run);
  };
  const options = { capture: true, passive: true, signal: first.signal };
  if (isUsed) begin();
  else
    for (const sign of ['scroll', 'pointerdown', 'keydown']) addEventListener(sign, begin, options);
}

/** Whether the visitor enabled data saving: nothing is prefetched then. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return Boolean(connection?.saveData);
}

/**
 * Runs at once; on a page that the browser prerendered (`public/speculation-rules.json`), after its
 * activation and first frame.
 */
export function whenActivated(run: () => void): void {
  if (!document.prerendering) run();
  else {
    // Frames are drawn again from the activation on; what runs in the first one would delay it.
    afterFrame(run);
  }
}

/** Runs when the next frame has been handed over to be painted. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
