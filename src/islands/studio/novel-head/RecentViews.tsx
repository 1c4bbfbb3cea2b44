import { useCallback } from 'react';
import { call } from '#browser/call.ts';
import type { getRecentViews, RecentViewsBody } from '#shared/contracts/studio-novels.ts';
import { formatCount, formatDay, plural } from '#shared/site/formats.ts';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { linePath } from '../figures/plot.ts';
import { StudioLink } from '../StudioLink.tsx';

const size = { width: 120, height: 32 } as const;

/** The views of the last thirty days as a small plot; its place is kept while they load, or cannot. */
export function RecentViews({ novelId }: { novelId: string }) {
  const load = useCallback(
    () =>
      call<typeof getRecentViews>('GET', '/api/studio/novels/{id}/recent-views', {
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
