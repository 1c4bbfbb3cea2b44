import type { z } from 'zod';
import type { Outcome } from '../../lib/browser/outcome.ts';
import type { getPaymentSession } from '../../lib/shared/contracts/credits.ts';

/** What a lookup of a payment session answers (specification, section 7). */
export type PaymentSession = z.output<(typeof getPaymentSession)['response']>;

/** What the page says of a payment (specification, sections 2 and 4). */
export type Verdict =
  | {
      kind: 'success';
      credits: number;
      /** In cents; 0 where it is not known. */
      amountCents: number;
      /** ISO 8601. */
      date: string;
      /** Null where the rise of the balance is all that is known. */
      transactionId: string | null;
      /** The payment is made, and the bank has not confirmed it yet: the credits are not there. */
      isAwaited: boolean;
    }
  | { kind: 'message'; message: string }
  /** `hasFailed`: the order is known to have come to nothing. */
  | { kind: 'unverified'; hasFailed: boolean };

/** All that is known when one decides. */
export type Facts = {
  /** The balance when the buyer left to pay; null where nobody noted it. */
  creditsBefore: number | null;
  /** The balance now; null where the server did not say. */
  creditsNow: number | null;
  lookup: Outcome<PaymentSession>;
  isSecondTry: boolean;
  /** ISO 8601. */
  now: string;
};

/** The sentences of the specification, sections 5 and 8. */
export const sentences = {
  sessionMissing: 'ID de session manquant',
  paidNotFound:
    'Transaction non trouvée. Vos crédits ont peut-être déjà été ajoutés à votre compte.',
  lookupLost:
    'Transaction non trouvée. Veuillez réessayer dans quelques instants ou vérifier votre profil.',
  notFound: 'Transaction non trouvée. Veuillez réessayer dans quelques instants.',
  expired: 'Session expirée. Vérifiez votre profil pour confirmer que vos crédits ont été ajoutés.',
  forbidden: "Problème temporaire d'autorisation. Vos crédits ont bien été ajoutés à votre compte.",
  serverFailed:
    'Erreur de communication avec le serveur. Vos crédits ont peut-être déjà été ajoutés à votre compte.',
  noAnswer: 'Erreur lors de la vérification du paiement. Veuillez vérifier votre profil.',
  failed:
    'Une erreur est survenue. Veuillez vérifier dans votre profil si vos crédits ont été ajoutés.',
} as const;

/** What to say, or `retry`: ask once more after `retryAfterMs` (specification, section 9). */
export function decide(facts: Facts): Verdict | { kind: 'retry' } {
  const { lookup } = facts;
  if (lookup.ok && lookup.data.transaction) return judge(lookup.data, lookup.data.transaction);
  const rise = riseOf(facts);
  if (rise) return rise;
  if (lookup.ok) {
    if (!facts.isSecondTry) return { kind: 'retry' };
    return message(isPaid(lookup.data) ? sentences.paidNotFound : sentences.notFound);
  }
  // The first lookup answered, and found nothing; the second did not answer.
  if (facts.isSecondTry) return message(sentences.lookupLost);
  if (lookup.status === 0) return message(sentences.noAnswer);
  if (lookup.status === 404) return message(sentences.expired);
  if (lookup.status === 403) return message(sentences.forbidden);
  return message(sentences.serverFailed);
}

/** A session that is paid or complete is a success, also while its transaction waits (section 4). */
function judge(
  found: PaymentSession,
  { _id, credits, amount, status, createdAt, completedAt }: Transaction,
): Verdict {
  const isAwaited = status === 'pending' && isPaid(found);
  if (status !== 'completed' && !isAwaited) {
    return { kind: 'unverified', hasFailed: status === 'failed' };
  }
  return {
    kind: 'success',
    credits,
    amountCents: amount,
    date: completedAt ?? createdAt,
    transactionId: _id,
    isAwaited,
  };
}

type Transaction = NonNullable<PaymentSession['transaction']>;

const isPaid = ({ session }: PaymentSession): boolean =>
  session.payment_status === 'paid' || session.status === 'complete';

/** Credits that have come since the buyer left to pay are a success by themselves (section 4). */
function riseOf({ creditsBefore, creditsNow, now }: Facts): Verdict | null {
  if (creditsBefore === null || creditsNow === null || creditsNow <= creditsBefore) return null;
  return {
    kind: 'success',
    credits: creditsNow - creditsBefore,
    amountCents: 0,
    date: now,
    transactionId: null,
    isAwaited: false,
  };
}

const message = (text: string): Verdict => ({ kind: 'message', message: text });
