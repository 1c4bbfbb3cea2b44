/**
 * Runs when somebody sees the page: at once, or when it is activated, if the browser prerendered it
 * ahead of a visit (`public/speculation-rules.json`).
 */
export function whenActivated(run: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
