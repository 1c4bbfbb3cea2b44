/** What lies over the page, or is to be pressed for itself. */
const overPage = 'dialog, .control-bar, .read-aloud, .note-box, .reader-questions';

/** Whether an element lies over the page. */
export const isOverPage = (element: Element): boolean => element.closest(overPage) !== null;

/** Whether an event is about the page itself. Beyond the first one, its margins are the body's. */
export function isOnPage({ target }: Event): boolean {
  if (!(target instanceof Element) || isOverPage(target)) return false;
  return target === document.body || target.closest('.reader') !== null;
}
