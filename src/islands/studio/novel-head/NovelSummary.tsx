import { useCallback, useState } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import {
  getRecentViews,
  type StudioNovelBody,
  type RecentViewsBody,
} from '#shared/contracts/studio-novels.ts';
import { may, roleWords } from '#shared/site/novel-powers.ts';
import { paths } from '#shared/site/paths.ts';
import { BookCover } from '#islands/ui/cover/BookCover.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { call } from '#browser/call.ts';
import { formatCount, formatDay, plural, formatSlot } from '#shared/site/formats.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { NovelBadges } from '../NovelBadges.tsx';
import { linePath } from '../figures/plot.ts';
import { StudioLink } from '../StudioLink.tsx';
import { OfferLink } from './OfferLink.tsx';
import { WaitingLink } from './WaitingLink.tsx';

type Props = {
  novel: StudioNovelBody;
  chapters: readonly StudioChapterBody[];
  /** What is done with the chapters. */
  children: Elements;
};

/** Above a novel's chapters: its cover and state, what comes out, what waits, its last thirty days. */
export function NovelSummary({ novel, chapters, children }: Props) {
  const { _id: novelId, role } = novel;
  return (
    <div className="novel-summary">
      <BookCover novel={novel} />
      <div className="novel-news">
        <p className="state">
          <NovelBadges novel={novel} />
          {!novel.isDraft && <a href={paths.novel(novel.slug)}>Page publique</a>}
        </p>
        <OfferLink novel={novel} />
        <NextOut novel={novel} chapters={chapters} />
        <WaitingLink novel={novel} />
        {role !== 'owner' && <p className="muted">{roleWords[role].sentence}</p>}
      </div>
      {may(role, 'figures') && !novel.isDraft && <RecentViews novelId={novelId} />}
      {children}
    </div>
  );
}

const size = { width: 120, height: 32 } as const;

/** The views of the last thirty days as a small plot; its place is kept while they load, or cannot. */
function RecentViews({ novelId }: { novelId: string }) {
  const load = useCallback(
    () =>
      call(getRecentViews, {
        params: { id: novelId },
      }),
    [novelId],
  );
  const [recent] = useLoaded(load, { logAs: 'recent views' });
  return (
    <div className="recent-views">
      {recent.kind === 'loaded' && <Plot days={recent.data.days} novelId={novelId} />}
    </div>
  );
}

function Plot({ days, novelId }: RecentViewsBody & { novelId: string }) {
  const values = days.map(({ views }) => views);
  const sum = values.reduce((total, value) => total + value, 0);
  const most = days.reduce((best, one) => (one.views > best.views ? one : best));
  const { width, height } = size;
  // The line of the highest and of no views keeps its whole thickness.
  const path = linePath(values, Math.max(1, most.views), width, height - 2);
  return (
    <>
      <svg viewBox={`0 -1 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="area" d={`${path}L${width} ${height}L0 ${height}Z`} />
        <path className="line" d={path} />
      </svg>
      <p>
        <StudioLink to={{ screen: 'figures', novelId, period: null }}>
          {`${plural(sum, 'vue')} en ${days.length}\u00A0jours`}
        </StudioLink>
        {sum > 0 && (
          <span className="visually-hidden">
            {`, au plus ${formatCount(most.views)} le ${formatDay(most.day)}, ${formatCount(values.at(-1) ?? 0)} aujourd’hui`}
          </span>
        )}
      </p>
    </>
  );
}

type NextOutProps = {
  novel: Pick<StudioNovelBody, 'isDraft'>;
  chapters: readonly StudioChapterBody[];
};

/** What comes out next, or that nothing of a public novel does. */
function NextOut({ novel, chapters }: NextOutProps) {
  const [now] = useState(() => Date.now());
  const next = nextOut(chapters, now);
  if (next) {
    return (
      <p className="next-out">
        {'Prochaine parution\u00A0: '}
        <strong>{formatSlot(next.date, new Date(now))}</strong>
        <span>{`, chapitre\u00A0${next.chapterNumber}`}</span>
      </p>
    );
  }
  if (novel.isDraft) return null;
  return <p className="next-out muted">Aucune parution programmée</p>;
}

type Known = Pick<StudioChapterBody, 'status' | 'publishedAt' | 'chapterNumber'>;

/**
 * The scheduled chapter that comes out first, of several at once the one with the lowest number. Not one
 * whose hour has passed: its novel waits for an acceptance.
 */
export function nextOut(
  chapters: readonly Known[],
  now: number,
): { chapterNumber: number; date: Date } | undefined {
  return chapters
    .flatMap(({ status, publishedAt, chapterNumber }) =>
      status === 'scheduled' && publishedAt !== null && Date.parse(publishedAt) > now
        ? [{ chapterNumber, date: new Date(publishedAt) }]
        : [],
    )
    .toSorted(
      (a, b) => a.date.getTime() - b.date.getTime() || a.chapterNumber - b.chapterNumber,
    )[0];
}
