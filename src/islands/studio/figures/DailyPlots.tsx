import { useState } from 'react';
import type { NovelFiguresBody } from '#shared/contracts/studio-novels.ts';
import { formatCount, formatDay } from '#shared/formats.ts';
import { DataTable, type Column } from './DataTable.tsx';
import { linePath, niceAxis } from './plot.ts';

type Day = NovelFiguresBody['days'][number];
type Series = Exclude<keyof Day, 'day'>;

const series: readonly { of: Series; label: string }[] = [
  { of: 'views', label: 'Vues des chapitres' },
  { of: 'novelViews', label: 'Vues du roman' },
  { of: 'unlocks', label: 'Déverrouillages' },
  { of: 'creditsEarned', label: 'Crédits gagnés' },
  { of: 'likes', label: 'J’aime' },
  { of: 'comments', label: 'Commentaires' },
];

const columns = series.map(({ of, label }): Column<Day> => {
  return { label, cell: (day) => formatCount(day[of]) };
});

const size = { width: 720, height: 220 } as const;

/** The last 90 days, one metric at a time, also as a table. */
export function DailyPlots({ days }: { days: readonly Day[] }) {
  const [shown, setShown] = useState<Series>('views');
  const values = days.map((day) => day[shown]);
  const label = series.find(({ of }) => of === shown)?.label ?? '';
  const sum = values.reduce((total, value) => total + value, 0);
  const first = days.at(0)?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return (
    <section className="figures-part" aria-labelledby="par-jour">
      <h3 id="par-jour">90 derniers jours</h3>
      <label className="field plot-choice">
        Chiffre montré
        <select
          value={shown}
          onChange={({ currentTarget }) => setShown(currentTarget.value as Series)}
        >
          {series.map(({ of, label: name }) => (
            <option key={of} value={of}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p role="status">{`${label}\u00A0: ${formatCount(sum)} en 90 jours.`}</p>
      <Line values={values} first={first} last={last} />
      <details>
        <summary>Voir le tableau des jours</summary>
        <DataTable
          name="Chiffres par jour"
          kind="long"
          head={{ label: 'Jour', cell: ({ day }) => formatDay(day) }}
          columns={columns}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </details>
    </section>
  );
}

type LineProps = { values: readonly number[]; first: string; last: string };

/** Decorative: the sentence above and the table below have the same data. */
function Line({ values, first, last }: LineProps) {
  const { top, step } = niceAxis(Math.max(...values, 0));
  const { width, height } = size;
  const path = linePath(values, top, width, height);
  const marks = Array.from({ length: top / step + 1 }, (_, index) => top - index * step);
  const lines = marks.map((mark) => `M0 ${height - (mark / top) * height}H${width}`);
  return (
    <div className="plot" aria-hidden="true">
      <p className="plot-scale muted">
        {marks.map((mark) => (
          <span key={mark}>{formatCount(mark)}</span>
        ))}
      </p>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <path className="grid" d={lines.join('')} />
        <path className="area" d={`${path}L${width} ${height}L0 ${height}Z`} />
        <path className="line" d={path} />
      </svg>
      <p className="plot-ends muted">
        <span>{formatDay(first)}</span>
        <span>{formatDay(last)}</span>
      </p>
    </div>
  );
}
