import { call } from '#browser/call.ts';
import type { closePayMonth } from '#shared/contracts/pay.ts';
import { formatDay, formatEuros } from '#shared/formats.ts';
import { monthName } from '#shared/month-name.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import type { PayProps } from './Pay.tsx';

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
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Mois arrêtés">
          <table>
            <thead>
              <tr>
                <th scope="col">Mois</th>
                <th scope="col">Aux auteurs</th>
                <th scope="col">Ventes hors TVA</th>
                <th scope="col">Arrêté le</th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ month, closedAt, net, due }) => (
                <tr key={month}>
                  <th scope="row">{monthName(month)}</th>
                  <td>
                    <strong>{formatEuros(due)}</strong>
                  </td>
                  <td>{formatEuros(net)}</td>
                  <td>{formatDay(closedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
