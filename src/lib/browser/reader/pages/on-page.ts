/** What lies over the page, or is to be pressed for itself. */
const overPage = 'dialog, .control-bar, .read-aloud, .note-box, .reader-questions';

/** Whether an element lies over the page. */
export const isOverPage = (element: Element): boolean => element.closest(overPage) !== null;

/** Zoomed in with two fingers, gestures and keys move the window over the page, and turn nothing. */
export const isZoomedIn = (): boolean => (visualViewport?.scale ?? 1) > 1.01;

/** Whether an event is about the page itself. Beyond the first one, its margins are the body's. */
export function isOnPage({ target }: Event): boolean {
  if (!(target instanceof Element) || isOverPage(target) || isZoomedIn()) return false;
  return target === document.body || target.closest('.reader') !== null;
}

/** Whether it is in a table of the text that is wider than the page, which moves sideways by itself. */
export function isInWideTable(target: EventTarget | null): boolean {
  const table = target instanceof Element ? target.closest('.chapter-text .table') : null;
  return table !== null && table.scrollWidth > table.clientWidth;
}
