import '../../styles/fleuron.css';
import './payment-result.css';
import { useEffect, useState } from 'react';
import { forgetCheckoutBegun, readCheckoutBegun } from '#browser/checkout-begun.ts';
import { paths } from '#shared/paths.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';

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
  return (
    <div className="payment-result">
      <section className="cancelled fleuron" aria-label="Paiement annulé">
        <p>Votre paiement a été annulé. Aucun crédit n’a été ajouté et rien ne vous est débité.</p>
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
