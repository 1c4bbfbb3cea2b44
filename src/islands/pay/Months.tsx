import { call } from '#browser/call.ts';
import type { closePayMonth, PayBody } from '#shared/contracts/pay.ts';
import { formatShortDay, formatEuros } from '#shared/formats.ts';
import { monthName } from '#shared/month-name.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import type { PayProps } from './Pay.tsx';

const columns: Column<PayBody['months'][number]>[] = [
  { label: 'Aux auteurs', cell: ({ due }) => <strong>{formatEuros(due)}</strong> },
  { label: 'Ventes hors TVA', cell: ({ net }) => formatEuros(net) },
  { label: 'Arrêté le', cell: ({ closedAt }) => formatShortDay(closedAt) },
];

/** Closed months, and the one that may be closed now. */
export function Months({ pay, onDone }: PayProps) {
  const { closable, months } = pay;
  const { run, isPending, refusal } = useAction(async (month: string) => {
    const body = { month };
    const outcome = await call<typeof closePayMonth>('POST', '/api/moderation/pay/months', {
      body,
    });
    if (!outcome.ok) return { sentence: outcome.message };
    await onDone(`Le mois est arrêté : ${monthName(month)}.`);
    return null;
  });
  return (
    <section aria-labelledby="mois">
      <h2 id="mois">Mois</h2>
      <p className="muted">
        Dès qu’une part est fixée, chaque mois s’arrête de lui-même une heure après sa fin. Un mois
        arrêté ne change plus.
      </p>
      {closable !== null && (
        <div className="pay-acts">
          <Button isBusy={isPending} onClick={() => run(closable)}>
            {`Arrêter ${monthName(closable)}`}
          </Button>
        </div>
      )}
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      {months.length === 0 ? (
        <EmptyState sentence="Aucun mois n’est arrêté." />
      ) : (
        <DataTable
          name="Mois arrêtés"
          head={{ label: 'Mois', cell: ({ month }) => monthName(month) }}
          columns={columns}
          rows={months}
          keyOf={({ month }) => month}
        />
      )}
    </section>
  );
}
