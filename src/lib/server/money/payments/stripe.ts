import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { StripeSettings } from '#server/core/config/stripe.ts';
import { withStripeErrors, finalRefusalOf, isAbout, isMissing } from './stripe-errors.ts';
import {
  customerSchema,
  disputeSchema,
  eventSchema,
  listSchema,
  product,
  readFoundSession,
  readOwnSession,
  refundSchema,
  sessionSchema,
  type CheckoutSession,
  type Dispute,
  type Refund,
  type StripeEvent,
} from './stripe-objects.ts';
import { balanceCalls, type BalanceCalls } from './stripe-balance.ts';
import { listed, since } from './stripe-list.ts';
import { hearingTime, type StripeTimeHeard } from './stripe-time.ts';

/** The requests that the product makes to Stripe. All may throw `PaymentUnavailable`. */
export type Payments = {
  /** Creates a customer, once per user and replaced customer; returns its id. */
  createCustomer: (wanted: WantedCustomer) => Promise<string>;
  /**
   * Creates the page on which one transaction is paid; idempotent. Null where Stripe does not know
   * the customer: deleted there, or created with other keys.
   */
  createSession: (wanted: WantedSession) => Promise<CheckoutSession | null>;
  /**
   * Closes a session's page, so that it cannot be paid any more. False where it is not open: paid by now,
   * or expired.
   */
  closeSession: (id: string) => Promise<boolean>;
  /** The current session; null where Stripe knows none, or it is another product's. */
  findSession: (id: string) => Promise<CheckoutSession | null>;
  /** Our session of a payment, or null. */
  findSessionOf: (paymentIntentId: string) => Promise<CheckoutSession | null>;
  /** Our sessions from an instant on, newest first. */
  listSessions: (from: Date) => AsyncIterable<CheckoutSession>;
  /** Refunds, once per withdrawal or act and sum for a day: then Stripe's idempotency keys expire. */
  refund: (wanted: WantedRefund) => Promise<Refund | RefundRefused>;
  /** All refunds of a payment. */
  listRefunds: (paymentIntentId: string) => Promise<Refund[]>;
  /** Refunds that were made from an instant on, newest first, also of other products on the account. */
  listRefundsSince: (from: Date) => AsyncIterable<Refund>;
  /** Disputes that were opened from an instant on, newest first, also of other products. */
  listDisputesSince: (from: Date) => AsyncIterable<Dispute>;
  /** The current dispute; null where Stripe knows none. */
  findDispute: (id: string) => Promise<Dispute | null>;
  /** All disputes over a payment. */
  listDisputesOf: (paymentIntentId: string) => Promise<Dispute[]>;
  /**
   * Parses an event; `body` is the raw one. `forged`: its signature is invalid, or is more than
   * five minutes old. `unknown`: from Stripe, but not an event that we read, such as the thin ones
   * of its API v2.
   */
  readEvent: (body: string, signature: string) => StripeEvent | 'forged' | 'unknown';
} & BalanceCalls;

type WantedCustomer = {
  userId: string;
  email: string;
  name: string;
  /** The customer that Stripe no longer knows, or null. */
  replacedId: string | null;
};

type WantedSession = {
  transactionId: string;
  customerId: string;
  /** The product's name as the buyer reads it. */
  label: string;
  amountCents: number;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

type WantedRefund = {
  paymentIntentId: string;
  amountCents: number;
  /** Our id: makes a retry idempotent, and finds the refund again. */
  withdrawalId?: string;
  /** The same for a refund that staff ask for: the id of their act. */
  actId?: string;
  transactionId: string;
};

/** Stripe refuses to refund this payment for good; its code says why. */
type RefundRefused = { refusalCode: string };

/** Pinned by hand, so that a new SDK shows in its types. */
const apiVersion = '2026-10-28.endive';
/**
 * For a whole answer, however slowly it drips (the SDK's client for Node measures silence only). With one
 * retry this stays below the 30 s that a page waits (specification, section 9).
 */
const usualTimeoutMs = 10_000;
const maxNetworkRetries = 1;

/**
 * The client of Stripe's SDK; every response is parsed. `onTime` receives Stripe's time from each
 * response.
 */
export function createPayments(
  { secretKey, webhookSecret, address }: StripeSettings,
  onTime: StripeTimeHeard = () => undefined,
  timeoutMs = usualTimeoutMs,
): Payments {
  const { protocol, hostname, port } = new URL(address);
  const stripe = new Stripe(secretKey, {
    apiVersion,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: timeoutMs,
    maxNetworkRetries,
    httpClient: hearingTime(Stripe.createFetchHttpClient(fetchHere), onTime),
    telemetry: false,
  });
  return {
    createCustomer: ({ userId, email, name, replacedId }) =>
      withStripeErrors(async () => {
        const facts = [email, name, ...(replacedId === null ? [] : [replacedId])];
        const customer = await stripe.customers.create(
          { email, name, metadata: { product, userId } },
          { idempotencyKey: `customer:${userId}:${digest(facts.join('\n'))}` },
        );
        return customerSchema.parse(customer).id;
      }),

    createSession: (wanted) => withStripeErrors(() => createSession(stripe, wanted)),

    closeSession: (id) =>
      withStripeErrors(async () => {
        try {
          await stripe.checkout.sessions.expire(id);
          return true;
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
          throw error;
        }
      }),

    findSession: (id) =>
      withStripeErrors(async () => {
        try {
          const expand = ['payment_intent.latest_charge'];
          return readFoundSession(await stripe.checkout.sessions.retrieve(id, { expand }));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),

    findSessionOf: (paymentIntentId) =>
      withStripeErrors(async () => {
        const list = await stripe.checkout.sessions.list({
          payment_intent: paymentIntentId,
          expand: ['data.payment_intent.latest_charge'],
        });
        const [session] = listSchema.parse(list).data;
        return session === undefined ? null : readFoundSession(session);
      }),

    listSessions: async function* (from) {
      const list = listed(stripe.checkout.sessions.list(since(from)), readOwnSession);
      for await (const session of list) if (session) yield session;
    },

    refund: ({ paymentIntentId, amountCents, transactionId, withdrawalId, actId }) =>
      withStripeErrors(async () => {
        try {
          const refund = await stripe.refunds.create(
            {
              payment_intent: paymentIntentId,
              amount: amountCents,
              reason: 'requested_by_customer',
              metadata: {
                product,
                transactionId,
                ...(withdrawalId !== undefined && { withdrawalId }),
                ...(actId !== undefined && { actId }),
              },
            },
            {
              idempotencyKey: `${actId === undefined ? `withdrawal:${withdrawalId}` : `act:${actId}`}:${amountCents}`,
            },
          );
          return refundSchema.parse(refund);
        } catch (error) {
          const refusalCode = finalRefusalOf(error);
          if (refusalCode === null) throw error;
          return { refusalCode };
        }
      }),

    listRefunds: (paymentIntentId) =>
      withStripeErrors(async () => {
        const refunds: Refund[] = [];
        const list = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
        for await (const refund of list) refunds.push(refundSchema.parse(refund));
        return refunds;
      }),

    listRefundsSince: (from) =>
      listed(stripe.refunds.list(since(from)), (refund) => refundSchema.parse(refund)),

    listDisputesSince: (from) =>
      listed(stripe.disputes.list(since(from)), (dispute) => disputeSchema.parse(dispute)),

    findDispute: (id) =>
      withStripeErrors(async () => {
        try {
          return disputeSchema.parse(await stripe.disputes.retrieve(id));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),

    listDisputesOf: (paymentIntentId) =>
      withStripeErrors(async () => {
        const disputes: Dispute[] = [];
        const list = stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 });
        for await (const dispute of list) disputes.push(disputeSchema.parse(dispute));
        return disputes;
      }),

    ...balanceCalls(stripe),

    readEvent: (body, signature) => {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
        return eventSchema.safeParse(event).data ?? 'unknown';
      } catch (error) {
        // The signature is verified first: everything after it is from Stripe.
        const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
        return isForged ? 'forged' : 'unknown';
      }
    },
  };
}

/** The key goes to no other address. */
const fetchHere: typeof fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });

/** Null where Stripe does not know the customer. */
async function createSession(
  stripe: Stripe,
  { transactionId, customerId, ...wanted }: WantedSession,
): Promise<CheckoutSession | null> {
  const metadata = { product, transactionId };
  const parameters: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    customer: customerId,
    client_reference_id: transactionId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: wanted.amountCents,
          product_data: { name: wanted.label },
        },
      },
    ],
    locale: 'fr',
    // Invoices, credit notes and withdrawals are in euros: so is what the buyer is asked for.
    adaptive_pricing: { enabled: false },
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
  };
  const expiresAt = Math.floor(wanted.expiresAt.getTime() / 1000);
  const key = `session:${transactionId}:${customerId}`;
  const create = (more: { expires_at?: number }, idempotencyKey: string) =>
    stripe.checkout.sessions.create({ ...parameters, ...more }, { idempotencyKey });
  try {
    const session = await create({ expires_at: expiresAt }, key).catch((error: unknown) => {
      // Our clock is hours wrong: the page lives for the day that Stripe gives it by default. A
      // request refused for this stays refused, so that there are no two pages for one transaction.
      if (!isAbout(error, 'expires_at')) throw error;
      return create({}, `${key}:day`);
    });
    return sessionSchema.parse(session);
  } catch (error) {
    if (isMissing(error, 'customer')) return null;
    throw error;
  }
}

/**
 * An idempotency key travels in a header, which allows no « œ » and no other letter beyond
 * Latin-1.
 */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
