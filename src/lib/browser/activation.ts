/**
 * Runs when somebody sees the page: at once, or when it has been activated and drawn, if the browser
 * prerendered it ahead of a visit (`public/speculation-rules.json`).
 */
export function whenActivated(run: () => void): void {
  if (!document.prerendering) run();
  else {
    // Frames are drawn again from the activation on; what runs in the first one would delay it.
    requestAnimationFrame(() => setTimeout(run));
  }
}
