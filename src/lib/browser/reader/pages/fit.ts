import { holdPlace } from '../hold-place.ts';
import { isTooLow } from '../page-geometry.ts';

/** What is above and below a page's text in `src/styles/reader.css`. */
const marginsRem = 9;

/** Where a page would hold but a few lines, the text scrolls instead: large letters in a low window. */
export function fitPages(text: HTMLElement): void {
  const root = document.documentElement;
  const words = root.dataset.page ?? '';
  const rem = parseFloat(getComputedStyle(root).fontSize);
  const height = innerHeight - marginsRem * rem;
  const lineHeight = parseFloat(getComputedStyle(text).lineHeight);
  const wanted = isTooLow({ height }, lineHeight) ? 'low-pages' : 'pages';
  const fitting = words.replace(/(low-)?pages/, wanted);
  if (fitting !== words) holdPlace(() => (root.dataset.page = fitting));
}
