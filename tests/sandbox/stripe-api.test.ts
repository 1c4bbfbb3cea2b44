import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buy,
  idOf,
  purchase,
  purchaseBy,
  refusalOf,
  siteUrl,
  startSite,
  type Site,
} from './stripe-site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Bought and paid with a card that works. */
async function paid() {
  return site.stripe.checkout.sessions.retrieve(await buy(site));
}

describe('customers', () => {
  test('are created, changed and found again', async () => {
    const made = await site.stripe.customers.create({
      email: 'lea.martin@feuilleton.test',
      name: 'Léa Martin',
      address: { line1: '1 rue de la Paix', city: 'Paris', postal_code: '75002', country: 'FR' },
      metadata: { user: 'user-1', gone: 'soon' },
    });
    expect(made.id).toMatch(/^cus_\w{14}$/);
    await site.stripe.customers.update(made.id, {
      name: 'Léa Martin-Roux',
      address: { city: 'Lyon' },
      metadata: { gone: '', kept: 'é & ü' },
    });
    const found = await site.stripe.customers.retrieve(made.id);
    expect(found).toMatchObject({
      object: 'customer',
      email: 'lea.martin@feuilleton.test',
      name: 'Léa Martin-Roux',
      address: { line1: '1 rue de la Paix', city: 'Lyon', line2: null },
      livemode: false,
    });
    expect((found as Stripe.Customer).metadata).toEqual({ user: 'user-1', kept: 'é & ü' });
  });
});

describe('checkout sessions', () => {
  test('are open, priced and have a page', async () => {
    const session = await site.stripe.checkout.sessions.create(purchase());
    const { id, url } = session;
    expect(id).toMatch(/^cs_test_a1\w+$/);
    expect(url).toBe(`${site.sandbox.address}/c/pay/${id}`);
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 999,
      currency: 'eur',
      client_reference_id: 'user-1',
      metadata: { transaction: 'transaction-1' },
      success_url: `${siteUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    });
    expect(session.expires_at - session.created).toBe(86_400);
  });

  test('belong to a customer, and accept the site’s other parameters', async () => {
    const customer = await site.stripe.customers.create({ email: 'hugo@feuilleton.test' });
    const session = await site.stripe.checkout.sessions.create(
      purchaseBy(customer.id, {
        customer_update: { address: 'auto', name: 'auto' },
        billing_address_collection: 'auto',
        submit_type: 'pay',
        custom_text: { submit: { message: 'Accès immédiat demandé.' } },
        allowed_payment_method_types: ['card'],
        expires_at: Math.floor(Date.now() / 1000) + 3600,
      }),
    );
    expect(session).toMatchObject({
      customer: customer.id,
      custom_text: { submit: { message: 'Accès immédiat demandé.' } },
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
    });
    const found = await site.stripe.checkout.sessions.list({ customer: customer.id });
    expect(found.data.map(({ id }) => id)).toEqual([session.id]);
  });

  test('are found by their payment, with payment and charge expanded', async () => {
    const session = await paid();
    const intentId = idOf(session.payment_intent);
    const found = await site.stripe.checkout.sessions.list({ payment_intent: intentId });
    expect(found.data.map(({ id }) => id)).toEqual([session.id]);
    const whole = await site.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items', 'customer'],
    });
    const intent = whole.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      id: intentId,
      amount_received: 999,
      metadata: { transaction: 'transaction-1' },
    });
    expect(intent.latest_charge).toMatchObject({ object: 'charge', amount: 999, paid: true });
    expect(whole.line_items?.data[0]).toMatchObject({
      description: '900 crédits Feuilleton',
      quantity: 1,
    });
    const lines = await site.stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data.map(({ amount_total: amount }) => amount)).toEqual([999]);
  });

  test('expire once, and only while they are open', async () => {
    const { id } = await site.stripe.checkout.sessions.create(purchase());
    const expired = await site.stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
    const again = await refusalOf(site.stripe.checkout.sessions.expire(id));
    expect(again.statusCode).toBe(400);
    const session = await paid();
    expect((await refusalOf(site.stripe.checkout.sessions.expire(session.id))).statusCode).toBe(
      400,
    );
  });

  test('come in pages, newest first, by state', async () => {
    const customer = await site.stripe.customers.create({});
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await site.stripe.checkout.sessions.create(purchaseBy(customer.id))).id);
    }
    const newest = ids.toReversed();
    site.sandbox.control.paySession(ids[2] ?? '');
    const all: string[] = [];
    const listed = site.stripe.checkout.sessions.list({ customer: customer.id, limit: 2 });
    for await (const { id } of listed) all.push(id);
    expect(all).toEqual(newest);
    const first = await site.stripe.checkout.sessions.list({ customer: customer.id, limit: 2 });
    expect(first.has_more).toBe(true);
    const before = await site.stripe.checkout.sessions.list({
      customer: customer.id,
      limit: 2,
      ending_before: newest[4] ?? '',
    });
    expect(before.data.map(({ id }) => id)).toEqual(newest.slice(2, 4));
    expect(before.has_more).toBe(true);
    const complete = await site.stripe.checkout.sessions.list({
      customer: customer.id,
      status: 'complete',
    });
    expect(complete.data.map(({ id }) => id)).toEqual([ids[2]]);
  });
});

describe('payments', () => {
  test('and charges are found by id and by payment', async () => {
    const session = await paid();
    const intent = await site.stripe.paymentIntents.retrieve(idOf(session.payment_intent));
    expect(intent).toMatchObject({ status: 'succeeded', amount: 999, amount_received: 999 });
    const charge = await site.stripe.charges.retrieve(idOf(intent.latest_charge));
    expect(charge).toMatchObject({
      amount_captured: 999,
      payment_intent: intent.id,
      metadata: { transaction: 'transaction-1' },
      billing_details: { email: 'lea.martin@feuilleton.test' },
    });
    const charges = await site.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data.map(({ id }) => id)).toEqual([charge.id]);
  });

  test('are refunded in parts, never more than is left', async () => {
    const session = await paid();
    const intentId = idOf(session.payment_intent);
    const part = await site.stripe.refunds.create({
      payment_intent: intentId,
      amount: 400,
      reason: 'requested_by_customer',
      metadata: { transaction: 'transaction-1' },
    });
    expect(part).toMatchObject({ amount: 400, status: 'succeeded', payment_intent: intentId });
    const tooMuch = await refusalOf(
      site.stripe.refunds.create({ payment_intent: intentId, amount: 600 }),
    );
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    const rest = await site.stripe.refunds.create({ payment_intent: intentId });
    expect(rest.amount).toBe(599);
    const again = await refusalOf(site.stripe.refunds.create({ payment_intent: intentId }));
    expect(again.code).toBe('charge_already_refunded');
    const listed = await site.stripe.refunds.list({ payment_intent: intentId });
    expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect((await site.stripe.refunds.retrieve(part.id)).metadata).toEqual({
      transaction: 'transaction-1',
    });
    const [charge] = (
      await site.stripe.charges.list({ payment_intent: intentId, expand: ['data.refunds'] })
    ).data;
    expect(charge).toMatchObject({ amount_refunded: 999, refunded: true });
    expect(charge?.refunds?.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
  });

  test('cannot be refunded before they are made', async () => {
    const { id } = await site.stripe.checkout.sessions.create(purchase());
    site.sandbox.control.paySession(id, 'declined');
    const session = await site.stripe.checkout.sessions.retrieve(id);
    const refusal = await refusalOf(
      site.stripe.refunds.create({ payment_intent: idOf(session.payment_intent) }),
    );
    expect(refusal).toMatchObject({ statusCode: 400, param: 'payment_intent' });
  });

  test('and their disputes are found by id and by payment', async () => {
    const session = await paid();
    const { id } = site.sandbox.control.openDispute(session.id);
    const dispute = await site.stripe.disputes.retrieve(id, { expand: ['charge'] });
    expect(dispute).toMatchObject({ amount: 999, status: 'needs_response' });
    expect(dispute.charge).toMatchObject({ disputed: true });
    const listed = await site.stripe.disputes.list({
      payment_intent: idOf(session.payment_intent),
    });
    expect(listed.data.map((one) => one.id)).toEqual([id]);
  });
});

describe('events', () => {
  test('are found by id, type and time, newest first, in pages', async () => {
    const first = await paid();
    const second = await paid();
    const events = await site.stripe.events.list({
      type: 'checkout.session.completed',
      created: { gte: first.created },
      limit: 2,
    });
    const subjects = events.data.map(({ data }) => (data.object as Stripe.Checkout.Session).id);
    expect(subjects).toEqual([second.id, first.id]);
    const [newest] = events.data;
    expect((await site.stripe.events.retrieve(newest?.id ?? '')).type).toBe(
      'checkout.session.completed',
    );
    const next = await site.stripe.events.list({
      type: 'checkout.session.completed',
      limit: 1,
      starting_after: newest?.id ?? '',
    });
    expect(next.data.map(({ id }) => id)).toEqual([events.data[1]?.id]);
    const ofCharges = await site.stripe.events.list({ type: 'charge.*', limit: 100 });
    expect(new Set(ofCharges.data.map(({ type }) => type.split('.')[0]))).toEqual(
      new Set(['charge']),
    );
    const future = await site.stripe.events.list({ created: { gt: second.created + 60 } });
    expect(future.data).toEqual([]);
  });

  test('name the request that caused them, or none', async () => {
    const made = await site.stripe.customers.create({}, { idempotencyKey: 'named-by-event' });
    const { data } = await site.stripe.events.list({ type: 'customer.created', limit: 1 });
    expect(data[0]?.request).toEqual({
      id: made.lastResponse.requestId,
      idempotency_key: 'named-by-event',
    });
    await paid();
    const [bought] = (await site.stripe.events.list({ limit: 1 })).data;
    expect(bought?.request).toEqual({ id: null, idempotency_key: null });
  });
});
