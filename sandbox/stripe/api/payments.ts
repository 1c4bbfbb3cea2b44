import { z } from 'zod';
import { find, findIntent, type Account } from '../account.ts';
import {
  changedMetadata,
  expandable,
  metadata,
  pageParameters,
  text,
  wholeNumber,
} from '../parameters.ts';
import { refundCharge } from '../payments/refund.ts';
import { Refusal } from '../refusal.ts';
import type { Charge } from '../wire.ts';
import { pageOf } from './page-of.ts';
import { route, type Route } from './route.ts';

const one = z.strictObject(expandable);
const ofPayment = z.strictObject({
  ...pageParameters,
  charge: text.optional(),
  payment_intent: text.optional(),
});

export const paymentRoutes: Route[] = [
  route('GET', '/v1/payment_intents/:id', one, ({ account, id }) => findIntent(account, id)),

  route('GET', '/v1/charges/:id', one, ({ account, id }) =>
    find(account.tables.charges, 'charge', id),
  ),
  route(
    'GET',
    '/v1/charges',
    ofPayment.omit({ charge: true }).extend({ customer: text.optional() }),
    ({ account, path }, wish) => {
      const fitting = [...account.tables.charges.values()].filter(
        ({ customer, payment_intent: intent }) =>
          (wish.payment_intent ?? intent) === intent && (wish.customer ?? customer) === customer,
      );
      return pageOf(fitting, wish, path);
    },
  ),

  route(
    'POST',
    '/v1/refunds',
    z.strictObject({
      ...expandable,
      amount: wholeNumber.optional(),
      charge: text.optional(),
      metadata,
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    }),
    ({ account, cause }, wish) =>
      refundCharge(account, cause, chargeToRefund(account, wish), {
        amountCents: wish.amount,
        metadata: changedMetadata({}, wish.metadata),
        reason: wish.reason ?? null,
      }),
  ),
  route('GET', '/v1/refunds/:id', one, ({ account, id }) =>
    find(account.tables.refunds, 'refund', id),
  ),
  route('GET', '/v1/refunds', ofPayment, ({ account, path }, wish) =>
    pageOf(matching(account.tables.refunds.values(), wish), wish, path),
  ),

  route('GET', '/v1/disputes/:id', one, ({ account, id }) =>
    find(account.tables.disputes, 'dispute', id),
  ),
  route('GET', '/v1/disputes', ofPayment, ({ account, path }, wish) =>
    pageOf(matching(account.tables.disputes.values(), wish), wish, path),
  ),
];

function matching<Row extends { charge: string; payment_intent: string }>(
  rows: Iterable<Row>,
  wish: { charge?: string | undefined; payment_intent?: string | undefined },
): Row[] {
  return [...rows].filter(
    (row) =>
      (wish.charge ?? row.charge) === row.charge &&
      (wish.payment_intent ?? row.payment_intent) === row.payment_intent,
  );
}

function chargeToRefund(
  account: Account,
  wish: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if (wish.charge) return find(account.tables.charges, 'charge', wish.charge, 'charge');
  if (!wish.payment_intent) {
    throw new Refusal(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    );
  }
  return chargeOf(account, wish.payment_intent);
}

/** The charge that a payment succeeded with; refuses a payment that has none. */
export function chargeOf(account: Account, intentId: string): Charge {
  const intent = findIntent(account, intentId, 'payment_intent');
  const charge = account.tables.charges.get(intent.latest_charge ?? '');
  if (charge?.status !== 'succeeded') {
    throw new Refusal(
      400,
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    );
  }
  return charge;
}
