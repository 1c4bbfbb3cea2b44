/**
 * Stripe's objects as this sandbox stores and sends them: the SDK's types, with references as
 * ids. So the compiler checks each object against the fields of the SDK's API version.
 */
import type Stripe from 'stripe';

export type Customer = Stripe.Customer;

export type Session = Stripe.Checkout.Session & {
  amount_total: number;
  currency: string;
  customer: string | null;
  payment_intent: string | null;
  metadata: Stripe.Metadata;
};

export type PaymentIntent = Stripe.PaymentIntent & {
  customer: string | null;
  latest_charge: string | null;
};

export type Charge = Stripe.Charge & {
  customer: string | null;
  payment_intent: string;
};

export type Refund = Stripe.Refund & {
  balance_transaction: string;
  charge: string;
  payment_intent: string;
};

export type Dispute = Stripe.Dispute & { charge: string; payment_intent: string };

export type BalanceTransaction = Stripe.BalanceTransaction & { source: string | null };

export type Payout = Stripe.Payout;

/** On the wire a decimal is a string; the SDK's type is its parsed form. */
export type LineItem = Omit<Stripe.LineItem, 'price'> & {
  price: Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
};

export type WireObject =
  Customer | Session | PaymentIntent | Charge | Refund | Dispute | Stripe.BalanceTransaction;

/** An event with a snapshot of the object; `previous_attributes` for changes only. */
export type Event = Omit<Stripe.EventBase, 'data' | 'type'> & {
  type: EventType;
  data: { object: WireObject; previous_attributes?: Record<string, unknown> };
};

/** The event types that the sandbox sends, in the SDK's terms. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.created',
  'customer.updated',
  'payment_intent.created',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.pending',
  'charge.succeeded',
  'charge.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const satisfies readonly Stripe.Event.Type[];

export type EventType = (typeof eventTypes)[number];
