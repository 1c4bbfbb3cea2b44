/** A chapter that is read in pages (decision 68). Loaded for readers who have chosen them. */
import { afterFrame } from '#browser/idle.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from '../../../../styles/reader-pages.css?inline';
import { neighbourLink } from './chapter-keys.ts';
import { notePlace, returnToPlace, preservePlace, forgetPlace } from '../place/preserve-place.ts';
import { isOverPage } from './on-page.ts';
import { turnHere, turnToChapter } from './page-turn.ts';
import { measureReadBy } from '../place/progress.ts';
import { lastOfProse } from '../text/prose-end.ts';
import {
  along,
  countTurn,
  endAlong,
  firstRect,
  lengthShown,
  measurePages,
  pageWith,
  resetPage,
  shownPage,
  showPage,
  isAtBeginning,
} from './reading-flow.ts';
import { takenAway } from '../text-events.ts';
import { isTooLow } from './page-geometry.ts';
import { placeInWindow } from '../place/place-in-text.ts';
import {
  type PageTurner,
  turnWithKeys,
  turnWithTaps,
  turnWithSwipes,
  turnWithWheel,
} from './gestures.ts';
import { layOutEnd } from './end.ts';
import { drawPageNumberLine } from './page-number-line.ts';

/** How far the text was scrolled sideways (`reader.css`) before this module was loaded, in pixels. */
let scrolledBefore = document.querySelector('.reader')?.scrollLeft ?? 0;

adoptStyles(styles);

/** The text is at rest when nothing moved it for this long. */
const restMs = 150;

measureReadBy((text) => {
  const start = along(firstRect(text));
  return (lengthShown() - start) / (endAlong(lastOfProse(text)) - start);
});

/** The text whose pages are turned. */
let opened: HTMLElement | null = null;

/**
 * Turns the pages of the chapter's text until it is taken away. While the text scrolls, as in a low
 * window, all of it waits.
 */
export function turnPages(): void {
  const article = document.querySelector<HTMLElement>('.reader');
  const text = article?.querySelector<HTMLElement>('.chapter-text');
  if (!article || !text || opened === text) return;
  opened = text;
  const bar = article.querySelector<HTMLElement>('.control-bar');
  const reading = new AbortController();
  const { signal } = reading;
  const pageNumberLine = drawPageNumberLine(article);
  let columnCount = 1;
  let pageCount = 1;
  let isDragged = false;
  let timer = 0;
  /** Turned back to from the next chapter, until the reader turns: a font may still be loaded. */
  let opensAtEnd = turnHere() === 'previous';

  const show = () => {
    const pages = measurePages();
    pageNumberLine.show(pages, shownPage(), columnCount);
  };
  const redraw = () => {
    show();
    // Progress and reading place listen to the window's scroll event.
    dispatchEvent(new Event('scroll'));
  };
  const countPages = () => {
    const pages = measurePages();
    columnCount = layOutEnd(article, pages);
    pageCount = pages ? Math.ceil(columnCount / pages.columns) : 1;
    if (opensAtEnd) showPage(pageCount - 1, 'instant', pages);
    show();
  };
  const layOut = (hasResized = false) => {
    fitPages(text);
    // The first page, alone, gets lines at its end only.
    layOutFoot(hasResized || (shownPage() === 0 && measurePages()?.columns === 1));
    countPages();
    if (opensAtEnd && measurePages()) return;
    showPage(Math.min(shownPage(), pageCount - 1), 'instant');
    returnToPlace();
    show();
  };
  const turnTo = (page: number, behavior: ScrollBehavior = 'instant') => {
    opensAtEnd = false;
    countTurn();
    showPage(Math.min(page, pageCount - 1), behavior);
    bar?.toggleAttribute('data-shown', shownPage() === pageCount - 1);
    redraw();
    afterFrame(() => !signal.aborted && notePlace());
  };
  const turnWithinChapter = (by: number) => {
    const page = shownPage() + by;
    const isThere = page >= 0 && page < pageCount;
    if (isThere) turnTo(page);
    return isThere;
  };
  const openChapter = (by: number) => {
    const direction = by > 0 ? 'next' : 'previous';
    const link = neighbourLink(direction);
    if (link) turnToChapter(link, direction);
  };
  const reveal = (element: Element | null) => {
    const pages = measurePages();
    // What has the whole text, or lies over it, says nothing of a page.
    if (!pages || !element || element.contains(text) || isOverPage(element)) return;
    const page = pageWith(firstRect(element), pages);
    if (page !== shownPage()) turnTo(page);
  };
  const rest = () => {
    const pages = measurePages();
    if (!pages || isDragged) return;
    // Moved by the browser: something was found in the page, or is read by a screen reader.
    const page = Math.round(document.body.scrollLeft / pages.width);
    if (Math.abs(document.body.scrollLeft - shownPage() * pages.width) > 1) turnTo(page);
    if (!opensAtEnd) notePlace();
    storeEnd(text, pageCount);
  };

  const turner: PageTurner = {
    turnWithinChapter,
    turn: (by) => {
      if (!turnWithinChapter(by)) openChapter(by);
    },
    goTo: (end) => turnTo(end === 'first' ? 0 : pageCount - 1),
    drag: (by) => {
      const pages = measurePages();
      isDragged = true;
      if (pages) document.body.scrollLeft = shownPage() * pages.width - by;
    },
    endDrag: (by, behavior) => {
      isDragged = false;
      const page = shownPage() + by;
      if (page < 0 || page >= pageCount) {
        showPage(shownPage(), behavior);
        openChapter(by);
      } else if (by === 0) showPage(page, behavior);
      else turnTo(page, behavior);
    },
    toggleBar: () => bar?.toggleAttribute('data-shown'),
  };

  document.body.addEventListener(
    'scroll',
    () => {
      if (!measurePages()) return;
      clearTimeout(timer);
      timer = window.setTimeout(rest, restMs);
      redraw();
    },
    { passive: true, signal },
  );
  document.addEventListener('focusin', ({ target }) => reveal(target as Element), { signal });
  const revealTarget = () => reveal(document.getElementById(location.hash.slice(1)));
  addEventListener('hashchange', revealTarget, { signal });
  addEventListener('resize', () => layOut(true), { signal });
  // Another font, size or measure; a player that takes its room.
  const observer = new ResizeObserver(() => layOut());
  const banner = document.querySelector('.consent');
  for (const one of [article, text, banner]) if (one) observer.observe(one);
  // What one may do at the end is drawn late, and may not fit on the page of the text's end.
  const endObserver = new ResizeObserver(countPages);
  const links = article.querySelector('.turns');
  if (links) endObserver.observe(links);
  for (const listen of [turnWithKeys, turnWithTaps, turnWithSwipes, turnWithWheel]) {
    listen(turner, signal);
  }
  layOut();
  restoreEnd(pageCount);
  const pages = measurePages();
  if (pages && scrolledBefore > 0) turnTo(Math.round(scrolledBefore / pages.width));
  scrolledBefore = 0;
  if (location.hash) revealTarget();

  text.addEventListener(takenAway, () => {
    reading.abort();
    observer.disconnect();
    endObserver.disconnect();
    clearTimeout(timer);
    pageNumberLine.remove();
    layOutEnd(article, null);
    resetPage();
    opened = null;
  });
}

/** The room that pages leave for the consent banner at the window's end. */
let reservedPixels = 0;

/**
 * Makes room for the banner when it comes. When it goes its room stays, so that no word moves, until
 * the text may be laid out again.
 * @param mayMove whether that moves nothing that is read, or the window has changed anyway.
 */
function layOutFoot(mayMove: boolean): void {
  const pixels = document.querySelector<HTMLElement>('.consent')?.offsetHeight ?? 0;
  if (pixels > reservedPixels || mayMove) reservedPixels = pixels;
  document.documentElement.style.setProperty('--foot-height', `${reservedPixels}px`);
}

/** What is above and below a page's text in `src/styles/reader.css`. */
const marginsRem = 9;

/** Where a page would hold but a few lines, the text scrolls instead: large characters in a low window. */
function fitPages(text: HTMLElement): void {
  const root = document.documentElement;
  const words = root.dataset.page ?? '';
  const rem = parseFloat(getComputedStyle(root).fontSize);
  const height = innerHeight - marginsRem * rem;
  const lineHeight = parseFloat(getComputedStyle(text).lineHeight);
  const wanted = isTooLow({ height }, lineHeight) ? 'low-pages' : 'pages';
  const fitting = words.replace(/(low-)?pages/, wanted);
  if (fitting !== words) preservePlace(() => (root.dataset.page = fitting));
}

/**
 * The browser keeps the scroll position of a window for a reload and the way back, but not that of
 * pages. Inside the text the stored place does that; at its end there is none (decision 26).
 */

const key = 'pagesToEnd';

/** Notes in the history how many pages follow, once the text's end is in sight. */
function storeEnd(text: HTMLElement, pageCount: number): void {
  const isEnd = !isAtBeginning() && placeInWindow(text) === null;
  const state = readState();
  if (!isEnd && state[key] === undefined) return;
  history.replaceState({ ...state, [key]: isEnd ? pageCount - shownPage() : undefined }, '');
}

/** Shows again the page at the text's end that was shown before a reload; which is no turn. */
function restoreEnd(pageCount: number): void {
  const toEnd = readState()[key];
  if (!Number.isInteger(toEnd)) return;
  showPage(pageCount - Number(toEnd), 'instant');
  forgetPlace();
}

function readState(): Partial<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? state : {};
}
