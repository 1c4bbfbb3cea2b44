/**
 * Gives up the transition to a chapter, which has none (decision 28), before it begins: Chromium would
 * report it as an error of the chapter's page.
 */
export function turnChaptersAtOnce(): void {
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    // All of `paths` would be a request more for every page.
    if (activation?.entry.url?.includes('/chapter/')) viewTransition?.skipTransition();
  });
}
