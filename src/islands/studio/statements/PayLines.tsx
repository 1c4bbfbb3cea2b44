import { adoptStyles } from '#browser/adopt-styles.ts';
import { lineKinds, type PayLine } from '#shared/money/pay-lines.ts';
import { formatEuros } from '#shared/site/formats.ts';
import { formatShare } from '#shared/time/month-name.ts';
import { DataTable, type Column } from '../figures/DataTable.tsx';
import styles from './pay-lines.css?inline';

adoptStyles(styles);

const columns: Column<PayLine>[] = [
  { label: 'Base', cell: ({ base }) => formatEuros(base) },
  { label: 'Taux', cell: ({ rate }) => formatShare(rate) },
  {
    label: 'Montant',
    cell: ({ kind, amount }) => formatEuros(lineKinds[kind].sign < 0 ? 0 - amount : amount),
  },
];

type Props = { gross: number; net: number; lines: readonly PayLine[]; about: string };

/** A payment from its gross sum to what the bank pays; nothing where it was paid gross. `about` tells it from others. */
export function PayLines({ gross, net, lines, about }: Props) {
  if (lines.length === 0) return null;
  const summary = `Brut ${formatEuros(gross)}, net ${formatEuros(net)}`;
  return (
    <details className="pay-lines">
      <summary>{summary}</summary>
      <DataTable
        name={`${summary} (${about})`}
        head={{ label: 'Ligne', cell: ({ kind }) => lineKinds[kind].label }}
        columns={columns}
        rows={lines}
        keyOf={({ kind }) => kind}
        kind="narrow"
      />
    </details>
  );
}
