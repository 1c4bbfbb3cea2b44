import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { formatCount, formatPercent } from '#shared/site/formats.ts';
import { originName } from '#shared/site/view-origins.ts';
import { Bar } from './Bar.tsx';
import { DataTable } from './DataTable.tsx';
import { useFold } from './Fold.tsx';
import { changeWords } from './periods.ts';
import { shareOf } from './plot.ts';

/** Where the readers of the period came from: pages of the site, and hosts of other sites. */
export function Origins({ origins }: Pick<NovelPeriodBody, 'origins'>) {
  const present = origins.filter(({ novelViews, views }) => novelViews + views > 0);
  const all = present.reduce((sum, { novelViews, views }) => sum + novelViews + views, 0);
  const share = ({ novelViews, views }: (typeof present)[number]) =>
    shareOf(novelViews + views, all);
  const [shown, fold] = useFold(present, 'origines', 5);
  return (
    <section className="origins" aria-labelledby="origines">
      <h4 id="origines" tabIndex={-1}>
        D’où viennent les lecteurs
      </h4>
      {all === 0 ? (
        <p className="muted">Aucune vue dans cette période.</p>
      ) : (
        <>
          <DataTable
            name="Origine des lecteurs"
            kind="once"
            head={{
              label: 'Origine',
              cell: (row) => (
                <span className="origin">
                  <span>{originName(row.origin)}</span>
                  <Bar bright={share(row)} />
                </span>
              ),
            }}
            columns={[
              {
                label: 'Part',
                cell: (row) => formatPercent(share(row)),
              },
              { label: 'Roman', cell: ({ novelViews }) => formatCount(novelViews) },
              { label: 'Chapitres', cell: ({ views }) => formatCount(views) },
              {
                label: 'Écart',
                cell: ({ novelViews, views, before }) => changeWords(novelViews + views, before),
              },
            ]}
            rows={shown}
            keyOf={({ origin }) => origin}
          />
          {fold}
        </>
      )}
    </section>
  );
}
