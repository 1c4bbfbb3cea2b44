import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  buy,
  clientOf,
  idOf,
  purchase,
  refusalOf,
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

/** Bought and paid with a card that works. */
async function paid() {
  return site.stripe.checkout.sessions.retrieve(await buy(site));
}

describe('every call', () => {
  test('needs the secret key', async () => {
    const wrong = clientOf(site.sandbox, { key: 'sk_test_somebody_elses' });
    const refusal = await refusalOf(wrong.customers.create({}));
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(refusal.message).not.toContain('somebody');
    const without = await ask(site, '/v1/events', { headers: { Authorization: '' } });
    expect(without.response.status).toBe(401);
    expect(without.body.error.type).toBe('invalid_request_error');
  });

  test('has an id and a version', async () => {
    const made = await site.stripe.customers.create({});
    expect(made.lastResponse.requestId).toMatch(/^req_\w{14}$/);
    expect(made.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
  });

  test('is answered in the requested version', async () => {
    const session = await paid();
    const version = '2026-07-29.dahlia';
    const older = await ask(site, `/v1/checkout/sessions/${session.id}?expand[]=payment_intent`, {
      headers: { 'Stripe-Version': version },
    });
    expect(older.response.headers.get('stripe-version')).toBe(version);
    expect(older.body).not.toHaveProperty('allowed_payment_method_types');
    expect(older.body).not.toHaveProperty('payment_intent.payment_record');
    expect(older.body).toHaveProperty('payment_intent.amount', 999);
    const unknown = await ask(site, '/v1/events', { headers: { 'Stripe-Version': '2031-01-01' } });
    expect(unknown.response.status).toBe(400);
  });

  test('accepts the parameters of its version, and no other’s', async () => {
    const post = (version: string, name: string) =>
      ask(site, '/v1/checkout/sessions', {
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
    const { response, body: answer } = await ask(site, '/v1/customers', {
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
    const { response, body } = await ask(site, path.replace('data.secret', 'data.refunds'));
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
  test('gives the same response to the same request, and does it once', async () => {
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

  test('stores a refusal, but not of a malformed request', async () => {
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

  test('refuses the same request while the first is in flight', async () => {
    const options = { idempotencyKey: 'buy-3' };
    site.sandbox.control.setOutage({ kind: 'slow', delayMs: 1500, requests: 1 });
    const first = site.stripe.checkout.sessions.create(purchase(), options);
    // Only the first is slow: another call with its key shows when it is in flight.
    await expect
      .poll(async () => {
        const second = await ask(site, '/v1/customers', {
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
