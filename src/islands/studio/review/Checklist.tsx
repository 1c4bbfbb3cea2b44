import type { ReviewCheck } from '#shared/contracts/first-publication.ts';

const names: Record<ReviewCheck['item'], string> = {
  title: 'Un titre',
  synopsis: 'Un résumé',
  genres: 'Au moins un genre',
  chapters: 'Un premier chapitre, avec son titre et son texte',
  cover: 'Une couverture (conseillée)',
};

/** What a novel has, and what it lacks, of what it should have. */
export function Checklist({ checks }: { checks: readonly ReviewCheck[] }) {
  return (
    <ul className="review-checks">
      {checks.map(({ item, isDone }) => (
        <li key={item} data-done={isDone || undefined}>
          <span aria-hidden="true">{isDone ? '✓' : '–'}</span>
          <span>
            <span>{names[item]}</span>
            <span className="visually-hidden">{isDone ? '\u00A0: fait' : '\u00A0: à faire'}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
