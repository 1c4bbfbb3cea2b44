import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buy, clientOf, purchase, startSite, type Site } from './stripe-site.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

async function begin(on: Site = site): Promise<string> {
  return (await on.stripe.checkout.sessions.create(purchase())).id;
}

/** Types of the events that an action causes. */
async function typesAfter(action: () => unknown): Promise<string[]> {
  await site.sandbox.control.idle();
  const before = site.received.length;
  await action();
  return (await site.receivedTypes()).slice(before);
}

function chargeOf(sessionId: string) {
  const session = site.sandbox.control.sessions().find(({ id }) => id === sessionId);
  return site.sandbox.control
    .charges()
    .find(({ payment_intent: intent }) => intent === session?.payment_intent);
}

describe('the sandbox’s control', () => {
  test('settles a debit', async () => {
    const id = await begin();
    expect(site.sandbox.control.paySession(id, 'sepa')).toBe('processing');
    const types = await typesAfter(() => site.sandbox.control.settlePayment(id));
    expect(types).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ]);
    expect(site.received.at(-1)?.event.data.object).toMatchObject({ id, payment_status: 'paid' });
    expect(() => site.sandbox.control.settlePayment(id)).toThrow('no payment under way');
  });

  test('returns a debit unpaid', async () => {
    const id = await begin();
    site.sandbox.control.paySession(id, 'sepa');
    const types = await typesAfter(() => site.sandbox.control.failPayment(id));
    expect(types).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'checkout.session.async_payment_failed',
    ]);
    expect(await site.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    });
  });

  test('expires a session, with what was tried on it', async () => {
    const untried = await begin();
    expect(await typesAfter(() => site.sandbox.control.expireSession(untried))).toEqual([
      'checkout.session.expired',
    ]);
    const tried = await begin();
    site.sandbox.control.paySession(tried, 'declined');
    expect(await typesAfter(() => site.sandbox.control.expireSession(tried))).toEqual([
      'payment_intent.canceled',
      'checkout.session.expired',
    ]);
    expect(site.sandbox.control.paySession(tried)).toBe('closed');
  });

  test('refunds from the dashboard, and lets a refund fail', async () => {
    const id = await buy(site);
    const types = await typesAfter(() => site.sandbox.control.refund(id, 400));
    expect(types).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'charge.refund.updated',
    ]);
    expect(chargeOf(id)).toMatchObject({ amount_refunded: 400, refunded: false });
    const rest = site.sandbox.control.refund(id);
    expect(chargeOf(id)).toMatchObject({ amount_refunded: 999, refunded: true });
    const failed = await typesAfter(() => site.sandbox.control.failRefund(rest.id));
    expect(failed).toEqual(['refund.failed', 'refund.updated', 'charge.refund.updated']);
    expect(chargeOf(id)).toMatchObject({ amount_refunded: 400, refunded: false });
    expect(await site.stripe.refunds.retrieve(rest.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    });
    expect(() => site.sandbox.control.failRefund(rest.id)).toThrow('failed already');
  });

  test.for([
    ['won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated'], [-999, 999]],
    ['lost', ['charge.dispute.closed'], [-999]],
  ] as const)('opens a dispute that is %s', async ([outcome, closing, amounts]) => {
    const id = await buy(site);
    const opening = await typesAfter(() => site.sandbox.control.openDispute(id));
    expect(opening).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    expect(chargeOf(id)?.disputed).toBe(true);
    expect(() => site.sandbox.control.refund(id)).toThrow('charged back');
    const [dispute] = site.sandbox.control.disputes();
    const types = await typesAfter(() =>
      site.sandbox.control.closeDispute(dispute?.id ?? '', outcome),
    );
    expect(types).toEqual(closing);
    const closed = await site.stripe.disputes.retrieve(dispute?.id ?? '');
    expect(closed.status).toBe(outcome);
    expect(closed.balance_transactions.map(({ amount }) => amount)).toEqual(amounts);
    expect(() => site.sandbox.control.closeDispute(closed.id, 'won')).toThrow('already closed');
  });

  test('sells another product on the same account', async () => {
    const types = await typesAfter(() => site.sandbox.control.payForeignSession());
    expect(types.at(-1)).toBe('checkout.session.completed');
    const session = site.received.at(-1)?.event.data.object as Stripe.Checkout.Session;
    expect(session).toMatchObject({
      metadata: {},
      client_reference_id: null,
      payment_status: 'paid',
    });
  });
});

describe('sessions', () => {
  test('expire by themselves when they are due', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const dated = await startSite({ clock: { now: () => now } });
    try {
      dated.sandbox.control.setDelivery('never');
      const id = await begin(dated);
      now = new Date('2026-03-02T11:59:59Z');
      expect((await dated.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
      now = new Date('2026-03-02T12:00:00Z');
      expect((await dated.stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
      expect(dated.sandbox.control.events().map(({ type }) => type)).toEqual([
        'checkout.session.expired',
      ]);
    } finally {
      await dated.stop();
    }
  });
});

describe('an outage', () => {
  const create = () => site.stripe.checkout.sessions.create(purchase());
  const count = () => site.sandbox.control.sessions().length;

  test('answers 503 in Stripe’s shape', async () => {
    site.sandbox.control.setOutage({ kind: 'down', requests: 1 });
    await expect(create()).rejects.toMatchObject({ statusCode: 503, rawType: 'api_error' });
    expect(count()).toBe(0);
    await create();
    expect(count()).toBe(1);
  });

  test('breaks the connection before anything is done', async () => {
    site.sandbox.control.setOutage({ kind: 'dropped' });
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect(count()).toBe(0);
    site.sandbox.control.setOutage({ kind: 'none' });
    await create();
  });

  test('responds too slowly for an impatient caller, who finds the response later', async () => {
    site.sandbox.control.setOutage({ kind: 'slow', delayMs: 2000, requests: 1 });
    const impatient = clientOf(site.sandbox, { timeout: 1000 });
    const options = { idempotencyKey: 'impatient' };
    await expect(impatient.checkout.sessions.create(purchase(), options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(count()).toBe(1);
    const patient = clientOf(site.sandbox, { maxNetworkRetries: 5 });
    const session = await patient.checkout.sessions.create(purchase(), options);
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(count()).toBe(1);
  });

  test('is not noticed when it happens once: the SDK retries a broken connection', async () => {
    site.sandbox.control.setOutage({ kind: 'lost', requests: 1 });
    const session = await create();
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(count()).toBe(1);
  });

  test('loses a response: a retry gets it, and nothing is done twice', async () => {
    site.sandbox.control.setOutage({ kind: 'lost', requests: 2 });
    const options = { idempotencyKey: 'lost' };
    // The SDK itself retries once when a connection breaks.
    await expect(site.stripe.checkout.sessions.create(purchase(), options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(count()).toBe(1);
    const found = await site.stripe.checkout.sessions.create(purchase(), options);
    expect(site.sandbox.control.sessions().map(({ id }) => id)).toEqual([found.id]);
  });
});
