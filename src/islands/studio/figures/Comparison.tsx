import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { figureNames } from '#shared/site/figure-names.ts';
import { formatEuros, formatCount } from '#shared/site/formats.ts';
import { DataTable } from './DataTable.tsx';
import { changeInEuros, changeWords } from './periods.ts';

/** The figures of a period beside those of as many days before. */
export function Comparison({ period: { sums, before } }: { period: NovelPeriodBody }) {
  const names = Object.entries(figureNames) as [keyof typeof figureNames, string][];
  return (
    <DataTable
      name="Période comparée"
      kind="plain"
      head={{ label: 'Chiffre', cell: ({ label }) => label }}
      columns={[
        { label: 'Période', cell: ({ now }) => now },
        { label: 'Écart', cell: ({ change }) => change },
        { label: 'Avant', cell: (row) => row.before },
      ]}
      rows={[
        ...names.map(([name, label]) => ({
          label,
          now: formatCount(sums[name]),
          change: changeWords(sums[name], before.sums[name]),
          before: formatCount(before.sums[name]),
        })),
        {
          label: 'Euros hors TVA',
          now: formatEuros(sums.netCents),
          change: changeInEuros(sums.netCents, before.sums.netCents),
          before: formatEuros(before.sums.netCents),
        },
      ]}
      keyOf={({ label }) => label}
    />
  );
}
