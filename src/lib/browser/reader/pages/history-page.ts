/**
 * The browser keeps the scroll position of a window for a reload and the way back, but not that of
 * pages. Inside the text the stored place does that; at its end there is none (decision 26).
 */
import { forgetPlace } from '../hold-place.ts';
import { placeInWindow } from '../place-in-text.ts';
import { isAtBeginning, shownPage, showPage } from '../reading-flow.ts';

const key = 'pagesToEnd';

/** Notes in the history how many pages follow, once the text's end is in sight. */
export function storeEnd(text: HTMLElement, pageCount: number): void {
  const isEnd = !isAtBeginning() && placeInWindow(text) === null;
  const state = readState();
  if (!isEnd && state[key] === undefined) return;
  history.replaceState({ ...state, [key]: isEnd ? pageCount - shownPage() : undefined }, '');
}

/** Shows again the page at the text's end that was shown before a reload; which is no turn. */
export function restoreEnd(pageCount: number): void {
  const toEnd = readState()[key];
  if (!Number.isInteger(toEnd)) return;
  showPage(pageCount - Number(toEnd), 'instant');
  forgetPlace();
}

function readState(): Partial<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? state : {};
}
