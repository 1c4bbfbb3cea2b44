import './payment-result.css';
import { paths } from '../../lib/shared/paths.ts';
import { RequireUser } from '../ui/RequireUser.tsx';

type Props = {
  /** The publisher's address. */
  email: string;
};

/** The payment was cancelled (specification, section 2). */
export function PaymentCancelled({ email }: Props) {
  return <RequireUser>{() => <Cancelled email={email} />}</RequireUser>;
}

function Cancelled({ email }: Props) {
  return (
    <div className="payment-result">
      <section className="cancelled" aria-label="Paiement annulé">
        <p>Votre paiement a été annulé. Aucun crédit n’a été ajouté et rien ne vous est débité.</p>
        <p>
          Un problème pendant le paiement{'\u00A0'}? Écrivez-nous à{' '}
          <a href={`mailto:${email}`}>{email}</a>.
        </p>
        <div className="actions">
          <a className="button" href={paths.home}>
            Retour à l’accueil
          </a>
          <button type="button" className="button button-quiet" onClick={goBack}>
            Retour
          </button>
        </div>
      </section>
    </div>
  );
}

/** The page before; the packs, where this page was opened by itself. */
function goBack(): void {
  if (history.length > 1) history.back();
  else location.assign(paths.payment);
}
