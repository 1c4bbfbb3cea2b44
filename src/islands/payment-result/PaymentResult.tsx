import { addressOf } from '#browser/address-of.ts';
import { useCallback, useEffect, useState } from 'react';
import {
  forgetCheckoutBegun,
  pathBeforeBuying,
  readCheckoutBegun,
} from '#browser/purchase/checkout-begun.ts';
import { broadcastUnlocked } from '#browser/purchase/unlocks.ts';
import { openedSentence } from '#shared/money/opened-words.ts';
import { paths } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';
import { call } from '#browser/call.ts';
import { refreshUser } from '#browser/session/session-calls.ts';
import { getInvoice, getPaymentSession } from '#shared/contracts/credits.ts';
import { formatCount, formatDay, formatEuros } from '#shared/site/formats.ts';
import '../../styles/fleuron.css';
import '../ui/spinner.css';
import type { Elements } from '../ui/elements.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { ButtonLink } from '../ui/button/Button.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { referenceOf } from '../billing/purchase-words.ts';
import { Fact } from '../ui/Fact.tsx';
import './payment-result.css';
import { sentences, type Verdict, decide, type Facts } from './verify.ts';

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
  const [readingPath] = useState(() => (begun ? pathBeforeBuying(begun) : storedReadingPath()));
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
function storedReadingPath(): string {
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
    if (found?.kind !== 'success') return;
    forgetCheckoutBegun();
    if (found.rest?.opened) broadcastUnlocked(found.rest.novelId);
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

/** Specification, section 9. */
const retryAfterMs = 3_000;

/**
 * Verifies a payment: refreshes the balance, looks the session up, and retries once
 * after three seconds if nothing was found (specification, section 4). Never throws.
 * @param creditsBefore the balance before the payment; null if not stored.
 */
export async function verifyPayment(
  sessionId: string,
  creditsBefore: number | null,
): Promise<Verdict> {
  try {
    const first = decide(await lookUp(sessionId, creditsBefore, false));
    const verdict = first.kind === 'retry' ? await tryAgain(sessionId, creditsBefore) : first;
    // The lookup may have settled the purchase: the balance may have changed since it was read.
    if (verdict.kind === 'success') await refreshUser();
    return verdict;
  } catch {
    // A response of an unknown shape.
    return { kind: 'message', message: sentences.failed };
  }
}

async function tryAgain(sessionId: string, creditsBefore: number | null): Promise<Verdict> {
  await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
  const second = decide(await lookUp(sessionId, creditsBefore, true));
  return second.kind === 'retry' ? { kind: 'unverified', hasFailed: false } : second;
}

async function lookUp(
  sessionId: string,
  creditsBefore: number | null,
  isSecondTry: boolean,
): Promise<Facts> {
  const user = await refreshUser();
  const lookup = await call(getPaymentSession, {
    params: { sessionId },
  });
  const creditsNow = user?.credits ?? null;
  return { creditsBefore, creditsNow, lookup, isSecondTry, now: new Date().toISOString() };
}

type Props = { payment: Extract<Verdict, { kind: 'success' }> };

/** Specification, section 5: a shorter id is not a transaction's. */
const invoiceIdCharactersMin = 21;

/** A successful payment, and what was bought. */
function Success({ payment }: Props) {
  const { credits, amountCents, date, transactionId, awaited, rest } = payment;
  return (
    <>
      {awaited === 'bank' && (
        <p>
          Votre banque n’a pas encore confirmé ce paiement. Vos crédits seront ajoutés dès qu’elle
          l’aura fait, sans que vous ayez rien à faire.
        </p>
      )}
      {awaited === 'site' && (
        <p>
          Vos crédits ne sont pas encore sur votre compte. Ils y seront dans quelques minutes, sans
          que vous ayez rien à faire.
        </p>
      )}
      {rest && <p>{openedSentence(rest)}</p>}
      <dl>
        <Fact name={awaited === 'bank' ? 'Crédits commandés' : 'Crédits achetés'}>
          {formatCount(credits)}
        </Fact>
        {amountCents > 0 && <Fact name="Montant">{formatEuros(amountCents)}</Fact>}
        <Fact name="Date">{formatDay(date)}</Fact>
        {transactionId !== null && <Fact name="Référence">{referenceOf(transactionId)}</Fact>}
      </dl>
    </>
  );
}

/** Its invoice, once available. */
function Invoice({ payment: { transactionId, awaited } }: Props) {
  if (awaited !== null) return null;
  if (transactionId === null || transactionId.length < invoiceIdCharactersMin) return null;
  return (
    <DownloadButton
      path={addressOf(getInvoice, { params: { id: transactionId } })}
      label="Télécharger la facture"
      isInvoice
      isLarge
    />
  );
}
