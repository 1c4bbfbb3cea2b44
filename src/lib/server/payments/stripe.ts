import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { ZodError } from 'zod';
import type { StripeSettings } from '../config/stripe.ts';
import {
  disputeSchema,
  eventSchema,
  refundSchema,
  sessionSchema,
  type CheckoutSession,
  type Dispute,
  type Refund,
  type StripeEvent,
} from './stripe-objects.ts';

/** What the product asks of Stripe, and nothing more. All of it may throw `PaymentUnavailable`. */
export type Payments = {
  /** Makes a customer, once per person. */
  createCustomer: (person: { userId: string; email: string; name: string }) => Promise<string>;
  /** Makes the page on which one transaction is paid; asked again for it, gives the same one. */
  createSession: (wanted: WantedSession) => Promise<CheckoutSession>;
  /** A session as it is now; null where Stripe knows none. */
  findSession: (id: string) => Promise<CheckoutSession | null>;
  /** The session that a payment was made in, or null. */
  findSessionOf: (paymentIntentId: string) => Promise<CheckoutSession | null>;
  /** Our sessions from an instant on, newest first. */
  listSessions: (from: Date) => AsyncIterable<CheckoutSession>;
  /** Gives money back, once per withdrawal and sum for a day: Stripe forgets what it was asked then. */
  refund: (wanted: WantedRefund) => Promise<Refund>;
  /** All that was given back of a payment. */
  listRefunds: (paymentIntentId: string) => Promise<Refund[]>;
  /** Refunds that were made from an instant on, newest first, also of other products on the account. */
  listRefundsSince: (from: Date) => AsyncIterable<Refund>;
  /** Disputes that were opened from an instant on, newest first, also of other products. */
  listDisputesSince: (from: Date) => AsyncIterable<Dispute>;
  /** What Stripe told, when its signature holds; else null. `body` is as it came. */
  readEvent: (body: string, signature: string) => StripeEvent | null;
};

export type WantedSession = {
  transactionId: string;
  customerId: string;
  /** What is sold, as the buyer reads it. */
  label: string;
  amountCents: number;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
};

export type WantedRefund = {
  paymentIntentId: string;
  amountCents: number;
  /** Our own name for it: makes a repeat harmless, and finds it again. */
  withdrawalId: string;
  transactionId: string;
};

/** Stripe does not answer, or not as it should; whoever asked may ask again. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable';
}

/** Stripe answers, but not with what was asked: others may fare better. */
export class PaymentRefused extends PaymentUnavailable {
  override name = 'PaymentRefused';
}

/** Written by hand, so that a new SDK is noticed by its types. */
const apiVersion = '2026-10-28.endive';
/** With one retry this stays below the 30 s that a page waits (specification, section 9). */
const timeoutMs = 10_000;
const maxNetworkRetries = 1;
/** Tells our objects from those of other products on the same account (design section 10). */
const product = 'feuilleton';

/** Speaks to Stripe through its SDK; every answer is parsed. */
export function createPayments({ secretKey, webhookSecret, address }: StripeSettings): Payments {
  const { protocol, hostname, port } = new URL(address);
  const stripe = new Stripe(secretKey, {
    apiVersion,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  });
  return {
    createCustomer: ({ userId, email, name }) =>
      asked(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { product, userId } },
          { idempotencyKey: `customer:${userId}:${digest(`${email}\n${name}`)}` },
        );
        return customer.id;
      }),

    createSession: ({ transactionId, ...wanted }) =>
      asked(async () => {
        const metadata = { product, transactionId };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            customer: wanted.customerId,
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
            expires_at: Math.floor(wanted.expiresAt.getTime() / 1000),
            success_url: wanted.successUrl,
            cancel_url: wanted.cancelUrl,
          },
          { idempotencyKey: `session:${transactionId}` },
        );
        return sessionSchema.parse(session);
      }),

    findSession: (id) =>
      asked(async () => {
        try {
          const expand = ['payment_intent.latest_charge'];
          return sessionSchema.parse(await stripe.checkout.sessions.retrieve(id, { expand }));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),

    findSessionOf: (paymentIntentId) =>
      asked(async () => {
        const { data } = await stripe.checkout.sessions.list({
          payment_intent: paymentIntentId,
          expand: ['data.payment_intent.latest_charge'],
        });
        const [session] = data;
        return session ? sessionSchema.parse(session) : null;
      }),

    listSessions: async function* (from) {
      const list = listed(stripe.checkout.sessions.list(since(from)), (session) =>
        session.metadata?.product === product ? sessionSchema.parse(session) : null,
      );
      for await (const session of list) if (session) yield session;
    },

    refund: ({ paymentIntentId, amountCents, withdrawalId, transactionId }) =>
      asked(async () =>
        refundSchema.parse(
          await stripe.refunds.create(
            {
              payment_intent: paymentIntentId,
              amount: amountCents,
              reason: 'requested_by_customer',
              metadata: { product, transactionId, withdrawalId },
            },
            { idempotencyKey: `withdrawal:${withdrawalId}:${amountCents}` },
          ),
        ),
      ),

    listRefunds: (paymentIntentId) =>
      asked(async () => {
        const refunds: Refund[] = [];
        const list = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
        for await (const refund of list) refunds.push(refundSchema.parse(refund));
        return refunds;
      }),

    listRefundsSince: (from) =>
      listed(stripe.refunds.list(since(from)), (refund) => refundSchema.parse(refund)),

    listDisputesSince: (from) =>
      listed(stripe.disputes.list(since(from)), (dispute) => disputeSchema.parse(dispute)),

    readEvent: (body, signature) => {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
        return eventSchema.parse(event);
      } catch {
        return null;
      }
    },
  };
}

const since = (from: Date) => ({
  limit: 100,
  created: { gte: Math.floor(from.getTime() / 1000) },
});

/** Goes through a list of Stripe's, page by page, and reads each of its objects. */
async function* listed<Told, Value>(
  list: AsyncIterable<Told>,
  read: (told: Told) => Value,
): AsyncGenerator<Value> {
  const pages = list[Symbol.asyncIterator]();
  for (;;) {
    const next = await asked(async () => {
      const told = await pages.next();
      return told.done ? null : { value: read(told.value) };
    });
    if (next === null) return;
    yield next.value;
  }
}

async function asked<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(cause: unknown): PaymentUnavailable {
  const isAnswer =
    cause instanceof Stripe.errors.StripeInvalidRequestError ||
    cause instanceof Stripe.errors.StripeIdempotencyError ||
    // A key that may not read this may still do the rest.
    cause instanceof Stripe.errors.StripePermissionError ||
    cause instanceof ZodError;
  return isAnswer
    ? new PaymentRefused('Stripe refuses, or answers what cannot be read', { cause })
    : new PaymentUnavailable('Stripe did not answer as it should', { cause });
}

/** A key travels in a header, which takes no « œ » and no other letter beyond Latin-1. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}
