const parts = [
  ['periode', 'Période'],
  ['origines', 'Origines'],
  ['depuis-le-debut', 'Depuis le début'],
  ['par-chapitre', 'Par chapitre'],
  ['vers-le-premium', 'Premium'],
  ['qui-revient', 'Qui revient'],
  ['tableaux-csv', 'CSV'],
] as const;

/** Links to the parts of the screen. */
export function PartLinks() {
  return (
    <nav className="part-links" aria-label="Parties de cet écran">
      {parts.map(([id, label]) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}
