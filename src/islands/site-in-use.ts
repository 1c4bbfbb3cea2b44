/**
 * What pages outside the reader need from the first gesture on: indicators of a carousel, covers that
 * move from page to page, suggestions in the search field. Loaded by `SiteNav.astro`.
 */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { whenIdle } from '#browser/idle.ts';
import { readStored } from '#browser/storage.ts';
import { suggestOnFocus } from './suggestions/suggest-on-focus.ts';

/**
 * Transitions between pages, where the browser has them. A novel's cover goes with the reader from a
 * list to the novel's page, where `.hero .book` has the name by its style sheet, and back; in a list the
 * one that was chosen gets it. Chapters have none (`SiteNav.astro`).
 */
const name = 'cover';

/** What has a cover and a link to its novel. */
const cards = 'article, li, section, a';

/** Names the cover of the novel that is left for, or come back from, as long as the transition lasts. */
function moveCovers(): void {
  let pressed: HTMLAnchorElement | null = null;
  addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest('a') : null;
    },
    { capture: true },
  );
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    if (viewTransition) nameCover(activation?.entry.url, viewTransition.finished);
  });
  // A page from the back-forward cache: another one has no script yet when it is shown.
  addEventListener('pagereveal', ({ viewTransition }) => {
    // Not every browser with such transitions has it.
    const { navigation } = globalThis as Partial<Pick<typeof globalThis, 'navigation'>>;
    if (viewTransition) nameCover(navigation?.activation?.from?.url, viewTransition.finished);
  });

  function nameCover(url: string | null | undefined, end: Promise<unknown>): void {
    if (!url) return;
    const { pathname } = new URL(url);
    const links = [pressed, ...document.querySelectorAll<HTMLAnchorElement>('main a')];
    const link = links.find((each) => each?.pathname === pathname);
    const book = coverBeside(link);
    if (!book || book.closest('.hero')) return;
    const own = document.querySelector<HTMLElement>('.hero .book');
    // A name belongs to one element of a page.
    if (own) own.style.viewTransitionName = 'none';
    book.style.viewTransitionName = name;
    void end
      .catch(() => undefined)
      .then(() => {
        book.style.viewTransitionName = '';
        if (own) own.style.viewTransitionName = '';
      });
  }
}

/** The one cover in the nearest element around a link that has any. */
function coverBeside(link: Element | null | undefined): HTMLElement | null {
  for (let card = link?.closest(cards); card; card = card.parentElement?.closest(cards)) {
    const [book, ...more] = card.querySelectorAll<HTMLElement>('.book');
    if (book) return more.length === 0 ? book : null;
  }
  return null;
}

// Who has read something here finds it, and this page, without a connection too.
if (readStored(storageKeys.lastRead) !== null || readStored(storageKeys.offlinePages) !== null) {
  whenIdle(() => {
    void import('#browser/offline/install.ts').then(
      (offline) => offline.startOffline(),
      () => undefined,
    );
  });
}
followCarousels();
moveCovers();
const field = document.querySelector<HTMLInputElement>('.site-nav [name="q"]');
if (field) suggestOnFocus(field);

/**
 * Makes each carousel's indicators follow its scroll position, and scroll it without changing
 * the page's scroll position or address. Without this the indicators are plain links to the
 * slides.
 */
function followCarousels(): void {
  for (const carousel of document.querySelectorAll('[data-carousel]')) {
    const list = carousel.querySelector('ul');
    const links = [...carousel.querySelectorAll<HTMLElement>('nav a')];
    if (list) follow(list, links);
  }
}

function follow(list: HTMLElement, links: HTMLElement[]): void {
  const slides = [...list.children];
  let isAsked = false;
  // A tap before this ran was a plain link's: its slide stands at whichever edge was nearer.
  const linked = slides.find((slide) => slide.matches(':target'));
  if (linked && isInView(list, linked)) bring(list, linked);
  mark(links, currentSlide(list, slides));
  list.addEventListener('scroll', () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      mark(links, currentSlide(list, slides));
    });
  });
  links.forEach((link, index) => {
    link.addEventListener('click', (event) => {
      const slide = slides[index];
      if (!slide) return;
      event.preventDefault();
      bring(list, slide);
    });
  });
}

/**
 * Scrolls to a slide's snapped position. Not by `scrollBy`: browsers snap that in its direction, so
 * that the fraction of a pixel that rounding left led to the neighbour.
 */
function bring(list: HTMLElement, slide: Element): void {
  list.scrollTo({ left: list.scrollLeft + distance(list, slide) });
}

/** The slide nearest to the left edge, or the last one at the end, where it cannot come nearer. */
function currentSlide(list: HTMLElement, slides: Element[]): number {
  if (list.scrollLeft > 0 && list.scrollLeft + list.clientWidth >= list.scrollWidth - 2) {
    return slides.length - 1;
  }
  const distances = slides.map((slide) => Math.abs(distance(list, slide)));
  return distances.indexOf(Math.min(...distances));
}

/** Pixels from a snapped slide's position to this one's. */
function distance(list: HTMLElement, slide: Element): number {
  const start = parseFloat(getComputedStyle(list).paddingInlineStart);
  return slide.getBoundingClientRect().left - list.getBoundingClientRect().left - start;
}

function isInView(list: HTMLElement, slide: Element): boolean {
  const { left, right } = list.getBoundingClientRect();
  const box = slide.getBoundingClientRect();
  return box.left < right && box.right > left;
}

function mark(links: HTMLElement[], current: number): void {
  const marked = links[current];
  // Nothing is measured in most frames of scrolling.
  if (marked?.hasAttribute('aria-current') !== false) return;
  for (const link of links) link.removeAttribute('aria-current');
  marked.setAttribute('aria-current', 'true');
  // More of them than the row is wide: the marked one stands in its middle. The page stays.
  const row = marked.parentElement;
  const middle = marked.offsetLeft + marked.offsetWidth / 2;
  if (row) row.scrollLeft = middle - row.offsetLeft - row.clientWidth / 2;
}
