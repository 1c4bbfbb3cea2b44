/**
 * Loads what turns pages, where the reader has chosen them. Without it (no connection) the text
 * scrolls.
 */
export function startPages(): void {
  const { dataset } = document.documentElement;
  if (!dataset.page?.includes('pages')) return;
  void import('./turn-pages.ts').then(
    (pages) => pages.turnPages(),
    () => (dataset.page = dataset.page?.replace('pages', '')),
  );
}
