import '../../styles/fleuron.css';
import '../ui/spinner.css';
import './payment-result.css';
import { useCallback, useEffect, useState } from 'react';
import {
  forgetCheckoutBegun,
  pathBeforeBuying,
  readCheckoutBegun,
} from '#browser/checkout-begun.ts';
import { paths } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';
import type { Elements } from '../ui/elements.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { Invoice, Success } from './Success.tsx';
import { sentences, type Verdict } from './verify.ts';
import { verifyPayment } from './verify-payment.ts';

/** The payment result page (specification, sections 2, 4 and 8). */
export function PaymentResult() {
  return <RequireUser>{(user) => <Result key={user._id} personId={user._id} />}</RequireUser>;
}

const headings = {
  success: 'Paiement réussi\u00A0!',
  message: 'Information',
  unverified: 'Vérification du paiement',
} as const;

/** A debit that the bank has not confirmed yet is not a successful payment. */
function headingOf(verdict: Verdict): string {
  const isUnconfirmed = verdict.kind === 'success' && verdict.awaited === 'bank';
  return isUnconfirmed ? 'Commande enregistrée' : headings[verdict.kind];
}

function Result({ personId }: { personId: string }) {
  // Read once: a success clears the stored purchase.
  const [begun] = useState(() => readCheckoutBegun(personId));
  const creditsBefore = begun?.credits ?? null;
  const verdict = useVerdict(creditsBefore);
  const [readingPath] = useState(() => (begun ? pathBeforeBuying(begun) : keptReadingPath()));
  // After a reload the stored purchase is gone; its return address stays in the history state.
  useEffect(() => history.replaceState({ readingPath }, ''), [readingPath]);
  return (
    <div className="payment-result">
      <section
        className={verdict ? `${verdict.kind} fleuron` : undefined}
        aria-labelledby={verdict ? 'resultat' : undefined}
      >
        {/* Announced once: controls with messages of their own, such as a failed download, are outside. */}
        <div className="verdict" aria-live="polite">
          {verdict === null ? (
            <p className="spinner">Vérification de votre paiement...</p>
          ) : (
            <h2 id="resultat">{headingOf(verdict)}</h2>
          )}
          {verdict?.kind === 'success' && <Success payment={verdict} />}
          {verdict?.kind === 'message' && <p>{verdict.message}</p>}
          {verdict?.kind === 'unverified' && (
            <p>
              {`Impossible de vérifier les détails de votre transaction... ${
                verdict.hasFailed
                  ? 'Ce paiement a été refusé ou abandonné\u00A0: aucun crédit n’a été ajouté et rien ne vous est débité.'
                  : 'Votre profil dit si vos crédits ont été ajoutés.'
              }`}
            </p>
          )}
        </div>
        {verdict && (
          <div className="actions">
            <Ways readingPath={readingPath}>
              {verdict.kind === 'success' && <Invoice payment={verdict} />}
              {verdict.kind === 'unverified' && verdict.hasFailed && (
                <ButtonLink variant="quiet" href={paths.paymentFrom(readingPath)}>
                  Recommencer l’achat
                </ButtonLink>
              )}
            </Ways>
          </div>
        )}
      </section>
    </div>
  );
}

/** The history state of this entry. */
function keptReadingPath(): string {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('readingPath' in state)) return '/';
  return typeof state.readingPath === 'string' ? safeReturnPath(state.readingPath) : '/';
}

/** Null while being verified. */
function useVerdict(creditsBefore: number | null): Verdict | null {
  const [sessionId] = useState(() => new URLSearchParams(location.search).get('session_id'));
  const load = useCallback(async () => {
    const data = sessionId ? await verifyPayment(sessionId, creditsBefore) : missing;
    return { ok: true as const, data };
  }, [sessionId, creditsBefore]);
  const [loaded] = useLoaded(load);
  const found = dataOr(loaded, null, null);
  useEffect(() => {
    if (found?.kind === 'success') forgetCheckoutBegun();
  }, [found]);
  return sessionId ? found : missing;
}

const missing: Verdict = { kind: 'message', message: sentences.sessionMissing };

/**
 * Ways on: first back to the page where the purchase began, if any, then the invoice, then other
 * pages.
 */
function Ways({ readingPath, children }: { readingPath: string; children: Elements }) {
  const isReading = /^\/(?:chapter|novel)\//.test(readingPath);
  return (
    <>
      {isReading && <ButtonLink href={readingPath}>Revenir à ma lecture</ButtonLink>}
      {!isReading && <ButtonLink href={paths.home}>Retour à l’accueil</ButtonLink>}
      {children}
      <p className="other-pages">
        {isReading && (
          <ButtonLink variant="link" href={paths.home}>
            Retour à l’accueil
          </ButtonLink>
        )}
        <ButtonLink variant="link" href={paths.profile}>
          Voir mon profil
        </ButtonLink>
      </p>
    </>
  );
}
