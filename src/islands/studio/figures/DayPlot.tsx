import { useState } from 'react';
import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { dailyFigures, figureNames } from '#shared/site/figure-names.ts';
import { formatCount, formatDay, plural } from '#shared/site/formats.ts';
import { Select } from '#islands/ui/select/Select.tsx';
import { DataTable, type Column } from './DataTable.tsx';
import { linePath, niceAxis } from './plot.ts';

type Day = NovelPeriodBody['days'][number];
type Series = (typeof dailyFigures)[number];

const series = dailyFigures.map((value) => ({ value, label: figureNames[value] }));

const columns = series.map(({ value, label }): Column<Day> => {
  return { label, cell: (day) => formatCount(day[value]) };
});

const size = { width: 720, height: 220 } as const;

/** The days of a period, one figure at a time, also as a table. */
export function DayPlot({ days }: Pick<NovelPeriodBody, 'days'>) {
  const [shown, setShown] = useState<Series>('views');
  const [isOpen, setOpen] = useState(false);
  const values = days.map((day) => day[shown]);
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <section className="day-plot" aria-labelledby="par-jour">
      <h4 id="par-jour">Jour par jour</h4>
      <Select
        name="series"
        label="Chiffre montré"
        className="plot-choice"
        options={series}
        value={shown}
        onChange={({ currentTarget }) => setShown(currentTarget.value as Series)}
      />
      <p className="visually-hidden" role="status">
        {`${figureNames[shown]}\u00A0: ${formatCount(sum)} en ${plural(days.length, 'jour')}.`}
      </p>
      <Line values={values} first={days.at(0)?.day ?? ''} last={days.at(-1)?.day ?? ''} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Voir le tableau des jours</summary>
        {isOpen && (
          <DataTable
            name="Chiffres par jour"
            kind="long"
            head={{ label: 'Jour', cell: ({ day }) => formatDay(day) }}
            columns={columns}
            rows={days.toReversed()}
            keyOf={({ day }) => day}
          />
        )}
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
