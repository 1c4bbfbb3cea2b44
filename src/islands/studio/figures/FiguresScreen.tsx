import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import {
  getNovelFigures,
  type NovelFiguresBody,
  type StudioNovelBody,
} from '#shared/contracts/studio-novels.ts';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { formatCount, formatRating, formatPercent } from '#shared/site/formats.ts';
import { Fact } from '#islands/ui/Fact.tsx';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { PeriodPart } from './PeriodPart.tsx';
import type { Period } from './periods.ts';
import styles from './figures.css?inline';
import { FiguresPart } from './FiguresPart.tsx';
import { Bar } from './Bar.tsx';
import { DataTable, type Column } from './DataTable.tsx';
import { useFold } from './Fold.tsx';
import { shareOf } from './plot.ts';

adoptStyles(styles);

async function load(
  novelId: string,
): Promise<Outcome<NovelFiguresBody & { novel: StudioNovelBody }>> {
  const params = { id: novelId };
  const [novel, figures] = await Promise.all([
    loadNovel(novelId),
    call(getNovelFigures, { params }),
  ]);
  if (!novel.ok) return novel;
  return figures.ok ? { ok: true, data: { ...figures.data, ...novel.data } } : figures;
}

type Props = { novelId: string; period: Period | null };

/** A novel's statistics: a period, totals, chapters. */
export default function FiguresScreen({ novelId, period }: Props) {
  return (
    <NovelScreen
      novelId={novelId}
      load={load}
      screen="figures"
      loading="Chargement des chiffres..."
      failed="Erreur lors du chargement des chiffres"
    >
      {(figures) => <Figures figures={figures} period={period} />}
    </NovelScreen>
  );
}

type FiguresProps = {
  figures: NovelFiguresBody & { novel: StudioNovelBody };
  period: Period | null;
};

function Figures({ figures: { totals, today, chapters, novel }, period }: FiguresProps) {
  const sinceTheBeginning = (
    <>
      <Totals totals={totals} />
      <ChapterTable chapters={chapters} />
    </>
  );
  if (novel.isDraft) {
    return (
      <>
        <EmptyState sentence="Les courbes viendront avec le premier chapitre publié." />
        {chapters.length > 0 && sinceTheBeginning}
      </>
    );
  }
  return (
    <PeriodPart novelId={novel._id} today={today} chosen={period}>
      {sinceTheBeginning}
    </PeriodPart>
  );
}

/** The figures of all days. */
function Totals({ totals }: Pick<NovelFiguresBody, 'totals'>) {
  const { ratingAvg, ratingCount } = totals;
  return (
    <FiguresPart id="depuis-le-debut" title="Depuis le début">
      <dl className="totals">
        <Fact name="Vues des chapitres">{formatCount(totals.views)}</Fact>
        <Fact name="Vues du roman">{formatCount(totals.novelViews)}</Fact>
        <Fact name="Lecteurs">{formatCount(totals.readers)}</Fact>
        <Fact name="Favoris">{formatCount(totals.favorites)}</Fact>
        <Fact name="J’aime">{formatCount(totals.likes)}</Fact>
        <Fact name="Commentaires">{formatCount(totals.comments)}</Fact>
        <Fact name="Déverrouillages">{formatCount(totals.unlocks)}</Fact>
        <Fact name="Crédits gagnés">{formatCount(totals.creditsEarned)}</Fact>
        <Fact name="Note">
          {ratingAvg === null
            ? 'Aucune'
            : `${formatRating(ratingAvg)} (${formatCount(ratingCount)})`}
        </Fact>
      </dl>
    </FiguresPart>
  );
}

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
function ChapterTable({ chapters }: { chapters: readonly Chapter[] }) {
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
