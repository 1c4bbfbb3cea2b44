import type { StatementsBody } from '#shared/contracts/pay.ts';
import { formatDay, formatEuros } from '#shared/site/formats.ts';

type Payment = StatementsBody['payments'][number];

const words: Record<Payment['state'], (day: string) => string> = {
  ordered: (day) => `en cours, demandé à la banque pour le ${day}`,
  paid: (day) => `payé le ${day}`,
  failed: () => 'refusé par la banque\u00A0: la somme reste due',
};

/** The publisher's payments to the author, newest first. */
export function Payments({ payments }: { payments: readonly Payment[] }) {
  return (
    <section aria-labelledby="virements">
      <h3 id="virements">Virements</h3>
      <ul className="statements-payments">
        {payments.map(({ _id, amount, state, day }) => (
          <li key={_id}>
            <strong>{formatEuros(amount)}</strong>{' '}
            <span className="muted">{words[state](formatDay(`${day}T12:00:00Z`))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
