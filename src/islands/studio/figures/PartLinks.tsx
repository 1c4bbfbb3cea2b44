import type { MouseEvent } from 'react';

const parts = [
  ['periode', 'Période'],
  ['origines', 'Origines'],
  ['depuis-le-debut', 'Depuis le début'],
  ['par-chapitre', 'Par chapitre'],
  ['vers-le-premium', 'Premium'],
  ['qui-revient', 'Qui revient'],
  ['tableaux-csv', 'Tableaux'],
] as const;

/** Parts that are there without the figures of a period. */
const always = ['periode', 'depuis-le-debut', 'par-chapitre', 'tableaux-csv'];

type Props = {
  /** While the period loads, only the links' place is kept; where it could not be, some lead nowhere. */
  period: 'loading' | 'loaded' | 'failed';
};

/** Links to the parts of the screen, without steps of their own: “back” leaves the screen. */
export function PartLinks({ period }: Props) {
  const shown = period === 'failed' ? parts.filter(([id]) => always.includes(id)) : parts;
  return (
    <nav
      className="part-links"
      aria-label="Parties de cet écran"
      data-waits={period === 'loading' || undefined}
    >
      {shown.map(([id, label]) => (
        <a key={id} href={`#${id}`} onClick={goToPart}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function goToPart(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const heading = document.getElementById(event.currentTarget.hash.slice(1));
  heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  heading?.focus({ preventScroll: true });
}
