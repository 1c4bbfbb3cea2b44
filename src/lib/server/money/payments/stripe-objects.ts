import { z } from 'zod';
import type { creditTransactions } from '#server/core/db/schema/money.ts';

/** The fields of Stripe's objects that the product reads; all others are ignored. */

/**
 * Distinguishes our objects from those of other products on the same account (design section
 * 10).
 */
export const product = 'feuilleton';

/** The payment method, as an invoice names it. */
type PaymentMethod = (typeof creditTransactions.$inferSelect)['paymentMethod'];

/** An id, or the object itself where Stripe was asked to expand it. */
export const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id));

/** The country of a card, or of the bank of a debit. */
const ofCountry = z
  .object({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullish()
      .catch(null),
  })
  .nullish();

/** The charge of a payment; method and country are known if it is expanded. */
const charge = z.union([
  z.string().transform(() => ({ method: null, country: null })),
  z
    .object({
      payment_method_details: z
        .object({ type: z.string(), card: ofCountry, sepa_debit: ofCountry })
        .nullish(),
    })
    .transform(({ payment_method_details: details }) => ({
      method: details ? methodOf(details.type) : null,
      country: details?.card?.country ?? details?.sepa_debit?.country ?? null,
    })),
]);

/** A payment, and its state if it is expanded. */
const payment = z
  .union([
    z.string().transform((id) => ({ id, status: null, latest_charge: null })),
    z.object({ id: z.string(), status: z.string(), latest_charge: charge.nullish() }),
  ])
  .nullish();

const metadata = z.record(z.string(), z.string()).nullish();

export const sessionSchema = z
  .object({
    id: z.string().startsWith('cs_'),
    status: z.enum(['open', 'complete', 'expired']).nullable(),
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    payment_intent: payment,
    amount_total: z.int().nullable(),
    currency: z.string().nullable(),
    url: z.url().nullish(),
    metadata,
  })
  .transform((session) => ({
    id: session.id,
    status: session.status ?? 'open',
    paymentStatus: session.payment_status,
    paymentIntentId: session.payment_intent?.id ?? null,
    /** A debit refused by the bank: the session accepts no other payment. Set by `findSession`. */
    hasFailed:
      session.status === 'complete' &&
      session.payment_status === 'unpaid' &&
      ['requires_payment_method', 'canceled'].includes(session.payment_intent?.status ?? ''),
    amountCents: session.amount_total,
    currency: session.currency,
    /**
     * The payment method; null where Stripe did not say. Set by `findSession` and `findSessionOf`.
     */
    method: session.payment_intent?.latest_charge?.method ?? null,
    /** The country of the card or bank, by the same calls. */
    cardCountry: session.payment_intent?.latest_charge?.country ?? null,
    url: session.url ?? null,
    /** Only our sessions have one (design section 10). */
    transactionId: ownTransaction(session.metadata),
  }));
export type CheckoutSession = z.output<typeof sessionSchema>;

const ownObjectSchema = z.object({ metadata: z.object({ product: z.literal(product) }) });

/** A session of ours, or null for another product's, of whatever shape. Throws a `ZodError`. */
export function readOwnSession(received: unknown): CheckoutSession | null {
  return ownObjectSchema.safeParse(received).success ? sessionSchema.parse(received) : null;
}

/** The same for a response of Stripe, which is always a session. */
export function readFoundSession(received: unknown): CheckoutSession | null {
  return readOwnSession(foundSessionSchema.parse(received));
}

export const listSchema = z.object({ data: z.array(z.unknown()) });

const foundSessionSchema = z.looseObject({ id: z.string().startsWith('cs_') });

export const customerSchema = z.object({ id: z.string().startsWith('cus_') });

export const refundSchema = z
  .object({
    id: z.string(),
    status: z.string().nullable(),
    amount: z.int().min(0),
    created: z.int(),
    payment_intent: reference.nullish(),
    metadata,
  })
  .transform((refund) => ({
    id: refund.id,
    paymentIntentId: refund.payment_intent ?? null,
    amountCents: refund.amount,
    /** `pending` is in transit: the money counts as refunded unless it fails. */
    isDone: refund.status === 'succeeded' || refund.status === 'pending',
    /** Bank transfers and debits take days; some wait for the buyer. */
    isUnderWay: refund.status === 'pending' || refund.status === 'requires_action',
    isFailed: refund.status === 'failed' || refund.status === 'canceled',
    createdAt: new Date(refund.created * 1000),
    withdrawalId: z.uuid().safeParse(refund.metadata?.withdrawalId).data ?? null,
    /** Of a refund that staff asked for here. */
    actId: z.uuid().safeParse(refund.metadata?.actId).data ?? null,
  }));
export type Refund = z.output<typeof refundSchema>;

/** The sum of a payment's refunds, given all of them. */
export function givenBackCents(refunds: readonly Refund[]): number {
  return refunds
    .filter(({ isDone }) => isDone)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * A dispute's state for us. An appeal is against a lost one; one that Stripe prevented, or whose
 * charge was refunded, ends like a won one. Null: the bank only inquires (`warning_…`), and no
 * money has moved, or the status is new.
 */
const disputeStates: ReadonlyMap<string, 'open' | 'won' | 'lost'> = new Map([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['charge_refunded', 'won'],
  ['lost', 'lost'],
  ['appeal_needs_response', 'lost'],
  ['appeal_under_review', 'lost'],
]);

export const disputeSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    payment_intent: reference.nullish(),
    amount: z.int(),
    reason: z.string().nullish(),
    created: z.int(),
    evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  })
  .transform((dispute) => ({
    id: dispute.id,
    state: disputeStates.get(dispute.status) ?? null,
    paymentIntentId: dispute.payment_intent ?? null,
    amountCents: dispute.amount,
    reason: dispute.reason ?? null,
    openedAt: new Date(dispute.created * 1000),
    evidenceDueAt: toDate(dispute.evidence_details?.due_by),
  }));
export type Dispute = z.output<typeof disputeSchema>;

const toDate = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : null;

/** The part of a dispute that is needed to look it up. */
export const disputeIdSchema = z.object({ id: z.string() });

/** A refund or a charge: the part that leads to its payment. */
export const paidObjectSchema = z
  .object({ payment_intent: reference.nullish() })
  .transform((object) => ({ paymentIntentId: object.payment_intent ?? null }));

export const eventSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    data: z.object({ object: z.record(z.string(), z.unknown()) }),
  })
  .transform(({ id, type, data }) => ({ id, type, object: data.object }));
export type StripeEvent = z.output<typeof eventSchema>;

/**
 * The object that an event is about: our session, the payment of a charge or refund, a dispute. Null for
 * another product's session, and for what is not read.
 */
export function objectIdOf({ type, object }: StripeEvent): string | null {
  const own = type.startsWith('checkout.session.')
    ? ownObjectSchema.safeParse(object).success
    : true;
  if (!own || !/^(checkout\.session|charge|refund)\./.test(type)) return null;
  if (type.startsWith('charge.refund') || type.startsWith('refund.')) {
    return paidObjectSchema.safeParse(object).data?.paymentIntentId ?? null;
  }
  return disputeIdSchema.safeParse(object).data?.id ?? null;
}

/** Stripe reports a wallet, such as Apple Pay, as a card. */
function methodOf(type: string): PaymentMethod {
  return type === 'card' || type === 'sepa_debit' ? type : 'other';
}

function ownTransaction(given: Record<string, string> | null | undefined): string | null {
  if (given?.product !== product) return null;
  const id = z.uuid().safeParse(given.transactionId);
  return id.success ? id.data : null;
}
