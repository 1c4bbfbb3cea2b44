import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clientOf,
  idOf,
  purchase,
  purchaseBy,
  siteUrl,
  startSite,
  type Site,
  type Wish,
} from './stripe-site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Asks without the SDK, for what it would not send. */
async function ask(path: string, init: RequestInit = {}) {
  const { STRIPE_API_ADDRESS: address, STRIPE_SECRET_KEY: key } = site.sandbox.environment;
  const headers = new Headers(init.headers);
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
  const response = await fetch(`${address}${path}`, { ...init, headers });
  return { response, body: (await response.json()) as { error: Record<string, string> } };
}

async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('Stripe refused nothing');
}

/** Bought and paid with a card that works. */
async function paid() {
  const { id } = await site.stripe.checkout.sessions.create(purchase());
  site.sandbox.control.paySession(id);
  return site.stripe.checkout.sessions.retrieve(id);
}

describe('customers', () => {
  test('are made, changed and found again', async () => {
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

  test('belong to a customer, and take what else the site says', async () => {
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

  test('are found by their payment, with payment and charge in their place', async () => {
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

  test('are given back in parts, never more than is left', async () => {
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

  test('cannot be given back before they are made', async () => {
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

describe('every call', () => {
  test('needs the secret key', async () => {
    const wrong = clientOf(site.sandbox, { key: 'sk_test_somebody_elses' });
    const refusal = await refusalOf(wrong.customers.create({}));
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(refusal.message).not.toContain('somebody');
    const without = await ask('/v1/events', { headers: { Authorization: '' } });
    expect(without.response.status).toBe(401);
    expect(without.body.error.type).toBe('invalid_request_error');
  });

  test('names itself and its version', async () => {
    const made = await site.stripe.customers.create({});
    expect(made.lastResponse.requestId).toMatch(/^req_\w{14}$/);
    expect(made.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
  });

  test('is answered in the version that it asks for', async () => {
    const session = await paid();
    const version = '2026-07-29.dahlia';
    const older = await ask(`/v1/checkout/sessions/${session.id}?expand[]=payment_intent`, {
      headers: { 'Stripe-Version': version },
    });
    expect(older.response.headers.get('stripe-version')).toBe(version);
    expect(older.body).not.toHaveProperty('allowed_payment_method_types');
    expect(older.body).not.toHaveProperty('payment_intent.payment_record');
    expect(older.body).toHaveProperty('payment_intent.amount', 999);
    const unknown = await ask('/v1/events', { headers: { 'Stripe-Version': '2031-01-01' } });
    expect(unknown.response.status).toBe(400);
  });

  test('takes the parameters of its version, and no other’s', async () => {
    const post = (version: string, name: string) =>
      ask('/v1/checkout/sessions', {
        method: 'POST',
        headers: { 'Stripe-Version': version },
        body: new URLSearchParams({
          mode: 'payment',
          'line_items[0][price_data][currency]': 'eur',
          'line_items[0][price_data][unit_amount]': '999',
          'line_items[0][price_data][product_data][name]': '900 crédits',
          'line_items[0][quantity]': '1',
          success_url: siteUrl,
          [`${name}[]`]: 'card',
        }),
      });
    const older = await post('2026-07-29.dahlia', 'payment_method_types');
    expect(older.body).toMatchObject({ payment_method_types: ['card'] });
    const newer = await post(Stripe.API_VERSION, 'allowed_payment_method_types');
    expect(newer.body).toMatchObject({ allowed_payment_method_types: ['card'] });
    const mixed = await post(Stripe.API_VERSION, 'payment_method_types');
    expect(mixed.body.error).toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  });

  test.for([
    ['an unknown parameter', 'colour=blue', 'parameter_unknown', 'colour'],
    ['one inside of another', 'address[planet]=Mars', 'parameter_unknown', 'address[planet]'],
  ])('is refused for %s', async ([, body, code, param]) => {
    const { response, body: answer } = await ask('/v1/customers', {
      method: 'POST',
      body: new URLSearchParams(body),
    });
    expect(response.status).toBe(400);
    expect(answer.error).toMatchObject({ type: 'invalid_request_error', code, param });
  });

  test.for<[string, Wish, Partial<Stripe.errors.StripeError>]>([
    ['no mode', { mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['a subscription', { mode: 'subscription' }, { param: 'mode' }],
    ['an address that is none', { success_url: 'nowhere' }, { code: 'url_invalid' }],
    [
      'a customer who is not there',
      { customer: 'cus_x', customer_email: undefined },
      { code: 'resource_missing', param: 'customer' },
    ],
    ['a customer and an e-mail', { customer: 'cus_x' }, { param: 'customer_email' }],
    [
      'a life of a minute',
      { expires_at: Math.floor(Date.now() / 1000) + 60 },
      { param: 'expires_at' },
    ],
    [
      'what this sandbox does not play',
      { allow_promotion_codes: true },
      { code: 'parameter_unknown', param: 'allow_promotion_codes' },
    ],
    [
      'an amount that is no integer',
      {
        line_items: [
          {
            price_data: { currency: 'eur', unit_amount: 9.99, product_data: { name: 'x' } },
            quantity: 1,
          },
        ],
      },
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      'next to nothing to pay',
      {
        line_items: [
          {
            price_data: { currency: 'eur', unit_amount: 1, product_data: { name: 'x' } },
            quantity: 1,
          },
        ],
      },
      { code: 'amount_too_small' },
    ],
  ])('to buy is refused for %s', async ([, changes, expected]) => {
    const refusal = await refusalOf(site.stripe.checkout.sessions.create(purchase(changes)));
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(refusal).toMatchObject(expected);
  });

  test.for([
    ['/v1/customers/cus_x', 404],
    ['/v1/checkout/sessions/cs_x', 404],
    ['/v1/payment_intents/pi_x', 404],
    ['/v1/charges/ch_x', 404],
    ['/v1/refunds/re_x', 404],
    ['/v1/disputes/du_x', 404],
    ['/v1/events/evt_x', 404],
    ['/v1/charges?starting_after=ch_x', 404],
    ['/v1/subscriptions', 404],
    ['/v1/events?limit=101', 400],
    ['/v1/events?limit=many', 400],
    ['/v1/charges?expand[]=data.secret', 200],
    ['/v1/events?a[b=1', 400],
    ['/v1/events?__proto__[x]=1', 400],
  ] as const)('answers %s with %i', async ([path, status]) => {
    const { response, body } = await ask(path.replace('data.secret', 'data.refunds'));
    expect(response.status).toBe(status);
    if (path.endsWith('_x')) expect(body.error.code).toBe('resource_missing');
  });

  test('is refused for a property that cannot be expanded', async () => {
    const session = await paid();
    const refusal = await refusalOf(
      site.stripe.checkout.sessions.retrieve(session.id, { expand: ['url'] }),
    );
    expect(refusal.message).toContain('cannot be expanded (url)');
  });
});

describe('idempotency', () => {
  test('gives the same answer to the same request, and does it once', async () => {
    const options = { idempotencyKey: 'buy-1' };
    const first = await site.stripe.checkout.sessions.create(purchase(), options);
    const second = await site.stripe.checkout.sessions.create(purchase(), options);
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    site.sandbox.control.paySession(first.id);
    const later = await site.stripe.checkout.sessions.create(purchase(), options);
    expect(later.status).toBe('open');
  });

  test('refuses another request with the same key', async () => {
    const options = { idempotencyKey: 'buy-2' };
    await site.stripe.checkout.sessions.create(purchase(), options);
    const other = site.stripe.checkout.sessions.create(purchase({ locale: 'en' }), options);
    expect(await refusalOf(other)).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    const elsewhere = site.stripe.customers.create({}, options);
    expect(await refusalOf(elsewhere)).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test('keeps a refusal, but not of a request that was malformed', async () => {
    const session = await paid();
    const payment = idOf(session.payment_intent);
    const refund = (amount: number, idempotencyKey: string) =>
      site.stripe.refunds.create({ payment_intent: payment, amount }, { idempotencyKey });
    await refusalOf(refund(5000, 'refund-kept'));
    const again = await refusalOf(refund(5000, 'refund-kept'));
    expect(again.headers?.['idempotent-replayed']).toBe('true');
    await refusalOf(refund(1.5, 'refund-malformed'));
    expect((await refund(100, 'refund-malformed')).amount).toBe(100);
  });

  test('refuses the same request while the first is under way', async () => {
    const options = { idempotencyKey: 'buy-3' };
    site.sandbox.control.setOutage({ kind: 'slow', delayMs: 1500, requests: 1 });
    const first = site.stripe.checkout.sessions.create(purchase(), options);
    // Only the first is slow: another call with its key tells when it holds it.
    await expect
      .poll(async () => {
        const second = await ask('/v1/customers', {
          method: 'POST',
          headers: { 'Idempotency-Key': 'buy-3' },
        });
        return second.response.status;
      })
      .toBe(400);
    const refusal = await refusalOf(site.stripe.checkout.sessions.create(purchase(), options));
    expect(refusal).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const { id } = await first;
    expect((await site.stripe.checkout.sessions.create(purchase(), options)).id).toBe(id);
  });
});
