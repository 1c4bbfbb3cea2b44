import type { NovelPeriodBody } from '#shared/contracts/figures-period.ts';
import { figureNames } from '#shared/figure-names.ts';
import { formatEuros, formatCount, formatDay } from '#shared/formats.ts';
import { DataTable } from './DataTable.tsx';
import { changeInEuros, changeWords } from './periods.ts';

/** The figures of a period beside those of as many days before. */
export function Comparison({ period: { from, to, sums, before } }: { period: NovelPeriodBody }) {
  const names = Object.entries(figureNames) as [keyof typeof figureNames, string][];
  return (
    <>
      <p role="status">
        {`Du ${formatDay(from)} au ${formatDay(to)}, comparé à la période du ${formatDay(before.from)} au ${formatDay(before.to)}.`}
      </p>
      <DataTable
        name="Période comparée"
        kind="once"
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
      <p className="muted figures-note">
        Les euros sont le prix d’achat des crédits dépensés ici, hors TVA et hors remboursements,
        avant tout partage avec l’éditeur&nbsp;; les crédits offerts ne valent rien. Un
        remboursement change ici le jour de la vente, même ancienne&nbsp;; un relevé le compte dans
        le mois où il a lieu. Seul un relevé fait foi.
      </p>
    </>
  );
}
