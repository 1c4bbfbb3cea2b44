import { useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { closePayMonth, PayBody } from '#shared/contracts/pay.ts';
import { formatShortDay, formatEuros } from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import { ConfirmDialog } from '../studio/ConfirmDialog.tsx';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import type { PayProps } from './Pay.tsx';

const columns: Column<PayBody['months'][number]>[] = [
  { label: 'Aux auteurs', cell: ({ due }) => <strong>{formatEuros(due)}</strong> },
  { label: 'Ventes hors TVA', cell: ({ net }) => formatEuros(net) },
  { label: 'Arrêté le', cell: ({ closedAt }) => formatShortDay(closedAt) },
];

/** Closed months, and the one that may be closed now. */
export function Months({ pay, onDone }: PayProps) {
  const { closable, months } = pay;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asksAbout, setAsksAbout] = useState<string | null>(null);
  const close = async (month: string) => {
    const body = { month };
    const outcome = await call<typeof closePayMonth>('POST', '/api/moderation/pay/months', {
      body,
    });
    if (!outcome.ok) return { sentence: outcome.message };
    setAsksAbout(null);
    heading.current?.focus();
    await onDone(`Le mois est arrêté\u00A0: ${monthName(month)}.`);
    return null;
  };
  return (
    <section aria-labelledby="mois">
      <h2 id="mois" ref={heading} tabIndex={-1}>
        Mois
      </h2>
      <p className="muted">
        Dès qu’une part est fixée, chaque mois s’arrête de lui-même une heure après sa fin. Un mois
        arrêté ne change plus.
      </p>
      {closable !== null && (
        <div className="pay-acts">
          <Button onClick={() => setAsksAbout(closable)}>{`Arrêter ${monthName(closable)}`}</Button>
        </div>
      )}
      {asksAbout !== null && (
        <ConfirmDialog
          title={`Arrêter ${monthName(asksAbout)}\u00A0?`}
          action="Arrêter le mois"
          onConfirm={() => close(asksAbout)}
          onClosed={() => setAsksAbout(null)}
        >
          <p>Les relevés des auteurs sont établis, et ce mois ne change plus.</p>
        </ConfirmDialog>
      )}
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
