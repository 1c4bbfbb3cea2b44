/**
 * Where a chapter's text is, however it is read: scrolled down the window, or in pages (decision 68).
 * Distances are measured along the text from where the window begins, in pixels. Style sheets alone
 * decide which of the two it is, so that what is measured is what is seen.
 */
import { alongPages, pageOf, type Pages } from './page-geometry.ts';

type Edge = Pick<DOMRect, 'left' | 'top' | 'bottom'>;

/** The page that is shown, or that the text is sliding to. */
let page = 0;
/** How many times the reader has turned. */
let turns = 0;

/** The pages of the text on this page, as they are laid out; null while it scrolls. */
export function measurePages(): Pages | null {
  const article = document.querySelector('.reader');
  const text = article?.querySelector('.chapter-text');
  if (!article || !text) return null;
  const { columnWidth, paddingLeft, paddingTop, paddingBottom } = getComputedStyle(article);
  if (columnWidth === 'auto') return null;
  const { width } = document.body.getBoundingClientRect();
  const top = parseFloat(paddingTop);
  const height = article.clientHeight - top - parseFloat(paddingBottom);
  // Of two columns, each is half of the window without the margins on both of its sides.
  const isOne = firstRect(text).width > width / 2 - 2 * parseFloat(paddingLeft) + 1;
  return { width, columns: isOne ? 1 : 2, top, height };
}

/** How far an edge of the text is from where the window begins. */
export function along(rect: Edge, edge: 'top' | 'bottom' = 'top', pages = measurePages()): number {
  return pages ? alongPages(pages, page, pointOf(rect, rect[edge])) : rect[edge];
}

/** How far something reaches. */
export function endAlong(element: Element | Range, pages = measurePages()): number {
  const last = [...element.getClientRects()].at(-1) ?? element.getBoundingClientRect();
  return along(last, 'bottom', pages);
}

/** How much of the text the window shows. */
export function lengthShown(): number {
  const pages = measurePages();
  return pages ? pages.columns * pages.height : innerHeight;
}

/** The first part of what a column's end may cut in two. */
export function firstRect(element: Element | Range): DOMRect {
  const rects = [...element.getClientRects()];
  return rects.find(({ height }) => height > 0) ?? element.getBoundingClientRect();
}

/** Changes when the reader scrolls or turns, and by nothing else while the text is in pages. */
export function readingPosition(pages = measurePages()): number {
  return pages ? turns : scrollY;
}

/** Whether the text is at its very beginning. */
export function isAtBeginning(): boolean {
  return measurePages() ? page === 0 : scrollY === 0;
}

/** The reader has turned a page. */
export function countTurn(): void {
  turns++;
}

export function shownPage(): number {
  return page;
}

/** The page, counted from 0, that has this part of the document. */
export function pageWith(rect: Edge, pages: Pages): number {
  return pageOf(pages, pointOf(rect, rect.top));
}

/** Shows a page. Without layout: the text is moved under the window. */
export function showPage(wanted: number, behavior: ScrollBehavior, pages = measurePages()): void {
  if (!pages) return;
  page = Math.max(0, wanted);
  document.body.scrollTo({ left: page * pages.width, top: 0, behavior });
}

/** As before any page was turned: the next text begins at its beginning. */
export function resetPage(): void {
  page = 0;
  document.body.scrollLeft = 0;
}

/** Brings a line, so far along the text, to the window's beginning, or turns to its page. */
export function bring(distance: number): void {
  const pages = measurePages();
  if (!pages) {
    // Overrides the smooth scrolling of base.css.
    scrollTo({ top: scrollY + distance, behavior: 'instant' });
    return;
  }
  const by = Math.floor(distance / (pages.columns * pages.height));
  showPage(page + by, 'instant', pages);
}

function pointOf({ left }: Edge, y: number): { x: number; y: number } {
  return { x: left + document.body.scrollLeft, y };
}
