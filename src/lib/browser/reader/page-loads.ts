/** Loads the pages of a long list when their place comes near the window, or is focused. */
import { messages } from '#shared/messages.ts';

/** Lists that wait for their page. Each has one item, with a button, until it is replaced. */
export type PageLoads = {
  watch: (list: HTMLOListElement, page: number) => void;
  /** Puts the items in; a focus that the list had goes to the nearest of them. */
  replace: (list: HTMLOListElement, items: readonly HTMLLIElement[]) => void;
  close: () => void;
};

/** How far from the window a list is loaded. */
const nearPixels = 600;
/** One that is scrolled past is not loaded. */
const settledAfterMs = 120;

/**
 * @param load a page into its lists, by `replace`; false if it failed: the list then says so, and its
 *   button tries again.
 */
export function createPageLoads(
  scroller: HTMLElement,
  load: (page: number) => Promise<boolean>,
): PageLoads {
  const pages = new Map<Element, number>();
  const near = new Set<Element>();
  const loading = new Set<number>();
  /** Lists that the keyboard came to from behind: their last item is the nearest one. */
  const fromBehind = new WeakSet<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) near.add(target);
        else near.delete(target);
        if (isIntersecting) setTimeout(() => near.has(target) && request(target), settledAfterMs);
      }
    },
    { root: scroller, rootMargin: `${nearPixels}px 0px` },
  );

  const request = (list: Element) => {
    const page = pages.get(list);
    if (page === undefined || loading.has(page)) return;
    loading.add(page);
    void load(page).then((isLoaded) => {
      loading.delete(page);
      if (isLoaded) return;
      for (const [waiting, itsPage] of pages) if (itsPage === page) showFailure(waiting);
    });
  };

  return {
    watch: (list, page) => {
      pages.set(list, page);
      observer.observe(list);
      list.addEventListener('focusin', ({ relatedTarget }) => {
        if (!pages.has(list) || !list.querySelector(':focus-visible')) return;
        if (relatedTarget instanceof Node && isAfter(relatedTarget, list)) fromBehind.add(list);
        if (!list.querySelector('p')) request(list);
      });
      list.addEventListener('click', () => request(list));
    },
    replace: (list, items) => {
      pages.delete(list);
      near.delete(list);
      observer.unobserve(list);
      const isFocused = list.contains(document.activeElement);
      keepPlace(scroller, list, () => list.replaceChildren(...items));
      const nearest = fromBehind.has(list) ? items.at(-1) : items[0];
      if (isFocused) nearest?.querySelector('a')?.focus();
    },
    close: () => {
      observer.disconnect();
      pages.clear();
    },
  };
}

/**
 * Long titles make a list higher than the place that was kept for it: what is seen below it stays where
 * it is, unless something above it is seen; and who scrolled to the end stays there. Done here, since
 * Safari anchors nothing, and others may anchor at the list itself.
 */
function keepPlace(scroller: HTMLElement, list: Element, change: () => void): void {
  const isAtEnd = scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 2;
  const seen = scroller.getBoundingClientRect();
  const before = list.getBoundingClientRect();
  change();
  const grownPixels = list.getBoundingClientRect().height - before.height;
  if (isAtEnd) scroller.scrollTop = scroller.scrollHeight;
  else if (before.top < seen.top && before.bottom < seen.bottom) scroller.scrollTop += grownPixels;
}

function showFailure(list: Element): void {
  const button = list.querySelector('button');
  if (!button || list.querySelector('p')) return;
  const told = document.createElement('p');
  told.textContent = messages.chaptersFailed;
  button.textContent = 'Réessayer';
  button.before(told);
}

const isAfter = (node: Node, list: Element): boolean =>
  (list.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
