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
