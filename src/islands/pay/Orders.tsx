import { download } from '#browser/download.ts';
import type { PayBody } from '#shared/contracts/pay.ts';
import { formatDay, formatEuros, plural } from '#shared/site/formats.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { useAction } from '../ui/use-action.ts';
import type { PayProps } from './Pay.tsx';
import { Payout } from './Payout.tsx';

/** Downloads the file of an order of payments. */
export const usePayoutFile = (orderId: string) =>
  useAction(async () => {
    const outcome = await download(`/api/moderation/payout-orders/${orderId}`, 'xml');
    return outcome.ok ? null : { sentence: outcome.message };
  });

/** Files for the bank, newest first, and what became of their payments. */
export function Orders({ pay, onDone }: PayProps) {
  if (pay.orders.length === 0) {
    return <EmptyState sentence="Aucun virement n’a été préparé." />;
  }
  return (
    <section aria-labelledby="fichiers">
      <h2 id="fichiers">Paiements aux auteurs</h2>
      <p className="muted">
        Déposez le fichier (pain.001.001.09) dans l’espace de votre banque, puis notez ici ce
        qu’elle a payé.
      </p>
      <ul className="pay-orders">
        {pay.orders.map((order) => (
          <li key={order._id}>
            <Order order={order} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OrderProps = { order: PayBody['orders'][number]; onDone: PayProps['onDone'] };

function Order({ order, onDone }: OrderProps) {
  const { _id, executesOn, payouts } = order;
  const day = formatDay(`${executesOn}T12:00:00Z`);
  const sum = payouts.reduce((total, { amount }) => total + amount, 0);
  const { run, isPending, refusal } = usePayoutFile(_id);
  return (
    <article aria-label={`Paiements du ${day}`}>
      <header>
        <div>
          <h3>{`Pour le ${day}`}</h3>
          <p className="muted">{`${plural(payouts.length, 'virement')}, ${formatEuros(sum)}`}</p>
        </div>
        <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
          Télécharger le fichier
        </Button>
      </header>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <ul>
        {payouts.map((payout) => (
          <li key={payout._id}>
            <Payout payout={payout} executesOn={executesOn} onDone={onDone} />
          </li>
        ))}
      </ul>
    </article>
  );
}
