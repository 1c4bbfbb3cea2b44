import type { z } from 'zod';
import type { Outcome } from '#browser/outcome.ts';
import type { getPaymentSession } from '#shared/contracts/credits.ts';

/** Response of a payment session lookup (specification, section 7). */
export type PaymentSession = z.output<(typeof getPaymentSession)['response']>;

/** Content of the page (specification, sections 2 and 4). */
export type Verdict =
  | {
      kind: 'success';
      credits: number;
      /** In cents; 0 if unknown. */
      amountCents: number;
      /** ISO 8601. */
      date: string;
      /** Null if only the higher balance is known. */
      transactionId: string | null;
      /**
       * Why the credits are missing, null if they are there: the bank has not confirmed the payment,
       * or it has and the site has not settled it yet.
       */
      awaited: 'bank' | 'site' | null;
      /** The rest of a novel or of a part that was bought at its exact price. */
      rest?: Transaction['rest'];
    }
  | { kind: 'message'; message: string }
  /** `hasFailed`: the order is known to have failed. */
  | { kind: 'unverified'; hasFailed: boolean };

/** Input of the decision. */
export type Facts = {
  /** The balance before the payment; null if not stored. */
  creditsBefore: number | null;
  /** The current balance; null if the server did not return it. */
  creditsNow: number | null;
  lookup: Outcome<PaymentSession>;
  isSecondTry: boolean;
  /** ISO 8601. */
  now: string;
};

/** Messages of the specification, sections 5 and 8. */
export const sentences = {
  sessionMissing: 'ID de session manquant',
  paidNotFound:
    'Transaction non trouvée. Vos crédits ont peut-être déjà été ajoutés à votre compte.',
  lookupLost:
    'Transaction non trouvée. Veuillez réessayer dans quelques instants ou vérifier votre profil.',
  notFound: 'Transaction non trouvée. Veuillez réessayer dans quelques instants.',
  expired: 'Session expirée. Vérifiez votre profil pour confirmer que vos crédits ont été ajoutés.',
  forbidden: "Problème temporaire d'autorisation. Vos crédits ont bien été ajoutés à votre compte.",
  /** Not in the specification, whose message would say that the credits have arrived. */
  notYours: 'Ce paiement a été fait depuis un autre compte.',
  serverFailed:
    'Erreur de communication avec le serveur. Vos crédits ont peut-être déjà été ajoutés à votre compte.',
  noAnswer: 'Erreur lors de la vérification du paiement. Veuillez vérifier votre profil.',
  failed:
    'Une erreur est survenue. Veuillez vérifier dans votre profil si vos crédits ont été ajoutés.',
} as const;

/** The result, or `retry`: look up again after `retryAfterMs` (specification, section 9). */
export function decide(facts: Facts): Verdict | { kind: 'retry' } {
  const { lookup } = facts;
  if (lookup.ok && lookup.data.transaction) return judge(lookup.data, lookup.data.transaction);
  // The session belongs to another account: a higher balance has another cause.
  if (!lookup.ok && lookup.error === 'FORBIDDEN') return message(sentences.notYours);
  const rise = riseOf(facts);
  if (rise) return rise;
  if (lookup.ok) {
    if (!facts.isSecondTry) return { kind: 'retry' };
    return message(isPaid(lookup.data) ? sentences.paidNotFound : sentences.notFound);
  }
  // The first lookup found nothing; the second failed.
  if (facts.isSecondTry) return message(sentences.lookupLost);
  if (lookup.status === 0) return message(sentences.noAnswer);
  if (lookup.status === 404) return message(sentences.expired);
  if (lookup.status === 403) return message(sentences.forbidden);
  return message(sentences.serverFailed);
}

/** A paid or complete session is a success, even while its transaction is pending (section 4). */
function judge(
  found: PaymentSession,
  { _id, credits, amount, status, createdAt, completedAt, rest }: Transaction,
): Verdict {
  const isMade = status === 'completed' || (status === 'pending' && isPaid(found));
  if (!isMade) {
    return { kind: 'unverified', hasFailed: status === 'failed' };
  }
  return {
    kind: 'success',
    credits,
    amountCents: amount,
    date: completedAt ?? createdAt,
    transactionId: _id,
    awaited: status === 'completed' ? null : awaitedOf(found),
    ...(rest && { rest }),
  };
}

type Transaction = NonNullable<PaymentSession['transaction']>;

const isPaid = ({ session }: PaymentSession): boolean =>
  session.payment_status === 'paid' || session.status === 'complete';

/** Who is late with a completed payment: only a debit is complete before it is paid. */
function awaitedOf({ session }: PaymentSession): 'bank' | 'site' {
  return session.payment_status === 'unpaid' ? 'bank' : 'site';
}

/** A higher balance since the payment is a success by itself (section 4). */
function riseOf({ creditsBefore, creditsNow, now }: Facts): Verdict | null {
  if (creditsBefore === null || creditsNow === null || creditsNow <= creditsBefore) return null;
  return {
    kind: 'success',
    credits: creditsNow - creditsBefore,
    amountCents: 0,
    date: now,
    transactionId: null,
    awaited: null,
  };
}

const message = (text: string): Verdict => ({ kind: 'message', message: text });
