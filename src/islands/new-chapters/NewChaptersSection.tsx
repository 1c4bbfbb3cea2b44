import type { ReactNode } from 'react';

type Props = { isToCome?: boolean; children?: ReactNode };

/** The section of home with its heading; empty while loading. */
export function NewChaptersSection({ isToCome = false, children }: Props) {
  return (
    <section
      className="news"
      id="nouveaux-chapitres"
      aria-labelledby="titre-nouveaux-chapitres"
      aria-busy={isToCome}
    >
      <h2 id="titre-nouveaux-chapitres">Nouveaux chapitres</h2>
      <div className="news-line">{children}</div>
    </section>
  );
}
