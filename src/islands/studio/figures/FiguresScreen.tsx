import { useCallback } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type {
  getNovelFigures,
  NovelFiguresBody,
  StudioNovelBody,
} from '#shared/contracts/studio-novels.ts';
import { EmptyState } from '#islands/ui/empty-state/EmptyState.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { ChapterTable } from './ChapterTable.tsx';
import { PeriodPart } from './PeriodPart.tsx';
import type { Period } from './periods.ts';
import { Totals } from './Totals.tsx';
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

/** A novel's statistics: a period, totals, chapters. */
export default function FiguresScreen({ novelId, period }: Props) {
  const [loaded, onRetry] = useLoaded(useCallback(() => load(novelId), [novelId]));
  return (
    <NovelScreen
      {...{ novelId, loaded, onRetry }}
      screen="figures"
      loading="Chargement des chiffres..."
      failed="Erreur lors du chargement des chiffres"
    >
      {(figures) => <Figures {...{ figures, period }} />}
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
