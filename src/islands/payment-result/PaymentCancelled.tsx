import '../../styles/fleuron.css';
import './payment-result.css';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#browser/call.ts';
import { forgetCheckoutBegun, readCheckoutBegun } from '#browser/checkout-begun.ts';
import { listTransactions } from '#shared/contracts/credits.ts';
import { paths } from '#shared/site/paths.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';

type Props = {
  /** The publisher's address. */
  email: string;
};

/** The payment was cancelled (specification, section 2). */
export function PaymentCancelled({ email }: Props) {
  return (
    <RequireUser>{({ _id }) => <Cancelled key={_id} personId={_id} email={email} />}</RequireUser>
  );
}

function Cancelled({ personId, email }: Props & { personId: string }) {
  // The page where the purchase began. Read once: a cancelled purchase is then cleared.
  const [begun] = useState(() => readCheckoutBegun(personId));
  useEffect(forgetCheckoutBegun, []);
  const load = useCallback(
    () =>
      call(listTransactions, {
        params: { userId: personId },
      }),
    [personId],
  );
  const transactions = dataOr(useLoaded(load)[0], null, null);
  const isKnown = transactions !== null;
  const isAsked =
    transactions?.some(({ status, isSubmitted }) => status === 'pending' && isSubmitted) ?? false;
  return (
    <div className="payment-result">
      <section className="cancelled fleuron" aria-label="Paiement annulé">
        <p>{isAsked ? sentences.asked : isKnown ? sentences.nothing : sentences.cancelled}</p>
        <p>
          Un problème pendant le paiement{'\u00A0'}? Écrivez-nous à{' '}
          <a href={`mailto:${email}`}>{email}</a>.
        </p>
        <div className="actions">
          <ButtonLink href={paths.home}>Retour à l’accueil</ButtonLink>
          <ButtonLink variant="quiet" href={begun?.returnPath ?? paths.payment}>
            Retour
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}

/** Whether something may still be debited is known by what the account has under way. */
const sentences = {
  cancelled: 'Votre paiement a été annulé. Aucun crédit n’a été ajouté.',
  nothing: 'Votre paiement a été annulé. Aucun crédit n’a été ajouté et rien ne vous est débité.',
  asked:
    'Vous avez quitté la page de paiement. Un paiement que vous avez confirmé attend encore la réponse de votre banque\u00A0: s’il aboutit, il sera débité et vos crédits arriveront avec lui.',
} as const;
