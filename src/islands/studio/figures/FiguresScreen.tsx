import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type {
  getNovelFigures,
  NovelFiguresBody,
  StudioNovelBody,
} from '#shared/contracts/studio-novels.ts';
import { formatCount, formatRating } from '#shared/formats.ts';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { DailyPlots } from './DailyPlots.tsx';
import { DropOff } from './DropOff.tsx';
import { PeriodPart } from './PeriodPart.tsx';
import type { Period } from './periods.ts';
import { ChapterTable } from './ChapterTable.tsx';
import styles from './figures.css?inline';

adoptStyles(styles);

async function load(
  novelId: string,
): Promise<Outcome<NovelFiguresBody & { novel: StudioNovelBody }>> {
  const params = { id: novelId };
  const [novel, figures] = await Promise.all([
    loadNovel(novelId),
    call<typeof getNovelFigures>('GET', '/api/studio/novels/{id}/figures', { params }),
  ]);
  if (!novel.ok) return novel;
  return figures.ok ? { ok: true, data: { ...figures.data, ...novel.data } } : figures;
}

type Props = { novelId: string; period: Period | null };

/** A novel's statistics: totals, days, chapters. */
export default function FiguresScreen({ novelId, period }: Props) {
  const ask = useCallback(() => load(novelId), [novelId]);
  const [loaded, onRetry] = useLoaded(ask);
  return (
    <NovelScreen
      {...{ novelId, loaded, onRetry }}
      current="figures"
      title="Chiffres"
      loading="Chargement des chiffres..."
      failed="Erreur lors du chargement des chiffres"
    >
      {({ totals, days, chapters, novel }) => (
        <>
          <Totals totals={totals} />
          {novel.isDraft ? (
            <EmptyState sentence="Les courbes viendront avec le premier chapitre publié." />
          ) : (
            <>
              <PeriodPart novelId={novelId} today={days.at(-1)?.day ?? ''} chosen={period} />
              <DailyPlots days={days} />
              <DropOff chapters={chapters} />
              <ChapterTable chapters={chapters} />
            </>
          )}
          <p className="muted figures-note">
            Une vue est un navigateur, une fois par jour au plus. Les lecteurs sont les personnes
            connectées qui ont laissé une trace&nbsp;: place dans le texte, j’aime, marque-page,
            commentaire ou déverrouillage.
          </p>
        </>
      )}
    </NovelScreen>
  );
}

/** Of all days; the period has its own below. */
function Totals({ totals }: { totals: NovelFiguresBody['totals'] }) {
  const { ratingAvg, ratingCount } = totals;
  const rating =
    ratingAvg === null ? 'Aucune' : `${formatRating(ratingAvg)} (${formatCount(ratingCount)})`;
  const shown = [
    ['Vues des chapitres', formatCount(totals.views)],
    ['Vues du roman', formatCount(totals.novelViews)],
    ['Lecteurs', formatCount(totals.readers)],
    ['Favoris', formatCount(totals.favorites)],
    ['J’aime', formatCount(totals.likes)],
    ['Commentaires', formatCount(totals.comments)],
    ['Déverrouillages', formatCount(totals.unlocks)],
    ['Crédits gagnés', formatCount(totals.creditsEarned)],
    ['Note', rating],
  ] as const;
  return (
    <section className="figures-part" aria-labelledby="depuis-le-debut">
      <h3 id="depuis-le-debut">Depuis le début</h3>
      <dl className="totals">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
