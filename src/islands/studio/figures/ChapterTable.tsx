import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { formatCount } from '#shared/formats.ts';
import { DataTable, type Column } from './DataTable.tsx';
import { useFold } from './Fold.tsx';

type Chapter = NovelFiguresBody['chapters'][number];

const columns: Column<Chapter>[] = [
  { label: 'Vues', cell: ({ views }) => formatCount(views) },
  { label: 'Lecteurs', cell: ({ readers }) => formatCount(readers) },
  { label: 'J’aime', cell: ({ likes }) => formatCount(likes) },
  { label: 'Commentaires', cell: ({ comments }) => formatCount(comments) },
  { label: 'Déverrouillages', cell: ({ unlocks }) => formatCount(unlocks) },
  { label: 'Crédits', cell: ({ creditsEarned }) => formatCount(creditsEarned) },
];

/** The figures of each chapter. */
export function ChapterTable({ chapters }: { chapters: readonly Chapter[] }) {
  const [shown, fold] = useFold(chapters);
  return (
    <section className="figures-part" aria-labelledby="par-chapitre">
      <h3 id="par-chapitre">Par chapitre</h3>
      <DataTable
        name="Tableau des chapitres"
        head={{
          label: 'Chapitre',
          cell: ({ chapterNumber, title, isPublished }) => (
            <>
              {`${chapterNumber}. ${title}`}
              {!isPublished && <span className="muted"> (retiré)</span>}
            </>
          ),
        }}
        columns={columns}
        rows={shown}
        keyOf={({ _id }) => _id}
      />
      {fold}
    </section>
  );
}
