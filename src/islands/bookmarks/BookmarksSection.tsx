import type { ReactNode } from 'react';

type SectionProps = { isToCome?: boolean; children: ReactNode };

/** The section of home with its heading; cards are its children. */
export function BookmarksSection({ isToCome = false, children }: SectionProps) {
  return (
    <section
      className={isToCome ? 'bookmarks bookmarks-to-come' : 'bookmarks'}
      aria-labelledby="marque-pages"
      aria-busy={isToCome}
    >
      <h2 id="marque-pages">Vos marque-pages</h2>
      <ul>{children}</ul>
    </section>
  );
}

/** The section while its cards load. */
export function BookmarksToCome() {
  return (
    <BookmarksSection isToCome>
      <li className="bookmark" />
    </BookmarksSection>
  );
}
