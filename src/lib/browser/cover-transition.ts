/**
 * Transitions between pages, where the browser has them. A novel's cover goes with the reader from a
 * list to the novel's page, where `.hero .book` has the name by its style sheet, and back; in a list the
 * one that was chosen gets it. Chapters have none (`SiteNav.astro`).
 */
const name = 'cover';

/** What has a cover and a link to its novel. */
const cards = 'article, li, section, a';

/** Names the cover of the novel that is left for, or come back from, as long as the transition lasts. */
export function moveCovers(): void {
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
