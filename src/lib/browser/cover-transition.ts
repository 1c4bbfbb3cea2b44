/**
 * Transitions between pages, where the browser has them. A novel's cover goes with the reader from a
 * list to the novel's page, where `.hero .book` has the name by its style sheet, and back; in a list the
 * one that was chosen gets it.
 */
const name = 'cover';

/**
 * Names the cover of the novel that is left for, or come back from, as long as the transition lasts.
 * Gives up the transition to a chapter, which has none (decision 28), before it begins: Chromium would
 * report it as an error of the chapter's page.
 */
export function moveCovers(): void {
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    const url = activation?.entry.url;
    // All of `paths` would be a request more for every page.
    if (url?.includes('/chapter/')) viewTransition?.skipTransition();
    else if (viewTransition) nameCover(url, viewTransition.finished);
  });
  // A page from the back-forward cache: another one has no script yet when it is shown.
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (viewTransition) nameCover(navigation.activation?.from?.url, viewTransition.finished);
  });
}

function nameCover(url: string | null | undefined, end: Promise<unknown>): void {
  if (!url) return;
  const { pathname } = new URL(url);
  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a')].find(
    (each) => each.pathname === pathname,
  );
  const book = link?.closest('a:has(.book), article')?.querySelector<HTMLElement>('.book');
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
