import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { formatCount, formatPercent } from '#shared/site/formats.ts';
import { Bar } from './Bar.tsx';
import { DataTable, type Column } from './DataTable.tsx';
import { FiguresPart } from './FiguresPart.tsx';
import { useFold } from './Fold.tsx';
import { shareOf } from './share-of.ts';

type Chapter = NovelFiguresBody['chapters'][number];

const columns: Column<Chapter>[] = [
  { label: 'Vues', cell: ({ views }) => formatCount(views) },
  { label: 'Lecteurs', cell: ({ readers }) => formatCount(readers) },
  {
    label: 'Ont lu la suite',
    short: 'Suite',
    cell: ({ readers, readersWhoWentOn: wentOn }) =>
      wentOn === null
        ? '–'
        : readers === 0
          ? '0'
          : `${formatCount(wentOn)} (${formatPercent(shareOf(wentOn, readers))})`,
  },
  { label: 'J’aime', cell: ({ likes }) => formatCount(likes) },
  { label: 'Commentaires', short: 'Comm.', cell: ({ comments }) => formatCount(comments) },
  { label: 'Déverrouillages', short: 'Déverr.', cell: ({ unlocks }) => formatCount(unlocks) },
  { label: 'Crédits', cell: ({ creditsEarned }) => formatCount(creditsEarned) },
];

/** The figures of each chapter, and how many of its readers read the next. */
export function ChapterTable({ chapters }: { chapters: readonly Chapter[] }) {
  const most = Math.max(1, ...chapters.map(({ readers }) => readers));
  const [shown, fold] = useFold(chapters);
  if (chapters.length === 0) {
    return (
      <FiguresPart id="par-chapitre" title="Par chapitre">
        <p className="muted">Aucun chapitre n’est encore paru.</p>
      </FiguresPart>
    );
  }
  return (
    <FiguresPart id="par-chapitre" title="Par chapitre">
      <p className="muted figures-note">
        {chapters.every(({ readers }) => readers === 0)
          ? 'Aucun lecteur connecté n’a encore laissé de trace.'
          : 'La barre montre les lecteurs d’un chapitre\u00A0; sa partie vive, ceux qui ont aussi lu le suivant.'}
      </p>
      <DataTable
        name="Tableau des chapitres"
        kind="flow"
        head={{
          label: 'Chapitre',
          cell: ({ chapterNumber, title, isPublished, readers, readersWhoWentOn }) => (
            <>
              <span>{`${chapterNumber}. ${title}`}</span>
              {!isPublished && <span className="muted"> (retiré)</span>}
              <Bar pale={(readers / most) * 100} bright={((readersWhoWentOn ?? 0) / most) * 100} />
            </>
          ),
        }}
        columns={columns}
        rows={shown}
        keyOf={({ _id }) => _id}
      />
      {fold}
    </FiguresPart>
  );
}
