import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startStripe, type SandboxStripe } from '../../sandbox/stripe/start-stripe.ts';
import { Browser, type Page } from './browser.ts';
import { clientOf, purchase, siteUrl, startSite, type Site } from './stripe-site.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.stop());

async function begin(on: Site = site): Promise<string> {
  return (await on.stripe.checkout.sessions.create(purchase())).id;
}

/** A session paid with a card. */
async function buy(): Promise<string> {
  const id = await begin();
  site.sandbox.control.paySession(id);
  return id;
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
    const id = await buy();
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
    const id = await buy();
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

  test('sells something of another product on the same account', async () => {
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
  test('expire by themselves when their time has come', async () => {
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

  test('answers too slowly for an impatient caller, who finds the answer later', async () => {
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

  test('is not seen when it strikes once: the SDK tries a broken connection again', async () => {
    site.sandbox.control.setOutage({ kind: 'lost', requests: 1 });
    const session = await create();
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(count()).toBe(1);
  });

  test('loses an answer: the same request again gets it, and nothing is done twice', async () => {
    site.sandbox.control.setOutage({ kind: 'lost', requests: 2 });
    const options = { idempotencyKey: 'lost' };
    // The SDK itself tries once more when a connection breaks.
    await expect(site.stripe.checkout.sessions.create(purchase(), options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    expect(count()).toBe(1);
    const found = await site.stripe.checkout.sessions.create(purchase(), options);
    expect(site.sandbox.control.sessions().map(({ id }) => id)).toEqual([found.id]);
  });
});

describe('the control over HTTP', () => {
  async function post(name: string, wish: unknown = {}, headers: Record<string, string> = {}) {
    const response = await fetch(`${site.sandbox.address}/_sandbox/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof wish === 'string' ? wish : JSON.stringify(wish),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }

  test('does what the object does', async () => {
    const sessionId = await begin();
    expect(await post('pay-session', { sessionId, method: 'sepa' })).toEqual({
      status: 200,
      answer: { attempted: 'processing' },
    });
    await post('settle-payment', { sessionId });
    const refunded = await post('refund', { sessionId, amountCents: 100 });
    const { id: refundId } = refunded.answer.refund as { id: string };
    await post('fail-refund', { refundId });
    const opened = await post('open-dispute', { sessionId });
    const { id: disputeId } = opened.answer.dispute as { id: string };
    await post('close-dispute', { disputeId, outcome: 'lost' });
    await post('set-delivery', { mode: 'late' });
    await post('pay-foreign-session');
    expect((await post('release-events', { order: 'reversed' })).answer).toEqual({ released: 4 });
    const expiring = await begin();
    await post('expire-session', { sessionId: expiring });
    const confirming = await begin();
    await post('pay-session', { sessionId: confirming, method: 'authentication' });
    const granted = await post('answer-bank', { sessionId: confirming, answer: 'grant' });
    expect(granted.answer).toEqual({ attempted: 'paid' });
    await post('idle');
    const { answer } = await post('list');
    expect(answer.refunds).toMatchObject([{ id: refundId, status: 'failed' }]);
    expect(answer.disputes).toMatchObject([{ id: disputeId, status: 'lost' }]);
    expect(answer.sessions).toHaveLength(4);
    const [event] = site.sandbox.control.events();
    await post('deliver-again', { eventId: event?.id });
    expect(site.received.filter((one) => one.event.id === event?.id)).toHaveLength(2);
    await post('set-outage', { kind: 'down' });
    await expect(begin()).rejects.toMatchObject({ statusCode: 503 });
  });

  test.for<[string, string, unknown, number]>([
    ['an unknown command', 'burn', {}, 404],
    ['an unknown session', 'settle-payment', { sessionId: 'cs_test_x' }, 404],
    ['an unknown way to pay', 'pay-session', { sessionId: 'cs_test_x', method: 'gold' }, 400],
    ['what cannot be done', 'close-dispute', { disputeId: 'du_x', outcome: 'won' }, 404],
    ['a wish without sense', 'set-delivery', { mode: 'sometimes' }, 400],
    ['what is no JSON', 'set-delivery', '{', 400],
  ])('refuses %s', async ([, name, wish, status]) => {
    const refused = await post(name, wish);
    expect(refused.status).toBe(status);
    expect(refused.answer.error).toEqual(expect.any(String));
  });

  test('obeys no other site', async () => {
    const refused = await post('pay-foreign-session', {}, { Origin: 'https://example.com' });
    expect(refused.status).toBe(403);
    expect(site.sandbox.control.sessions()).toEqual([]);
  });
});

describe('the control’s page', () => {
  /** Presses the n-th of the buttons with a name, as the page has a form for each. */
  async function press(page: Page, action: string, fields: Record<string, string> = {}) {
    const answer = await new Browser(siteUrl).open(
      new URL(`/_sandbox/${action}`, site.sandbox.address),
      { method: 'POST', body: new URLSearchParams(fields) },
    );
    expect(page.text).toContain(`action="/_sandbox/${action}"`);
    if (answer instanceof URL) throw new Error('led to the site');
    return answer;
  }
  const open = () => new Browser(siteUrl).openPage(new URL('/_sandbox', site.sandbox.address));

  test('shows sessions and events, and acts on them', async () => {
    expect((await open()).text).toContain('Aucune session pour l’instant.');
    const sessionId = await buy();
    await site.sandbox.control.idle();
    const page = await open();
    expect(page.text).toContain('payée');
    expect(page.text).toContain('checkout.session.completed');
    expect(page.buttons).toEqual(expect.arrayContaining(['Rembourser', 'Contester']));
    const refunded = await press(page, 'refund', { sessionId, amountCents: '100' });
    expect(refunded.url.pathname).toBe('/_sandbox');
    expect(refunded.text).toContain('Faire échouer');
    expect(chargeOf(sessionId)?.amount_refunded).toBe(100);
    const late = await press(refunded, 'set-delivery', { mode: 'late' });
    expect(late.text).toContain('Livraison des événements : retenus');
    await press(late, 'refund', { sessionId });
    const twice = await press(late, 'refund', { sessionId });
    expect(twice.text).toContain('has already been refunded');
  });
});

describe('what the sandbox remembers', () => {
  let folder: string;
  let stripe: SandboxStripe | null = null;
  beforeEach(async () => {
    folder = await mkdtemp(resolve(tmpdir(), 'sandbox-stripe-'));
  });
  afterEach(async () => {
    await stripe?.stop();
    stripe = null;
    await rm(folder, { recursive: true });
  });

  const start = async () => {
    stripe = await startStripe({
      host: '127.0.0.1',
      port: 0,
      webhookUrl: 'http://127.0.0.1:9/unreachable',
      retryDelaysMs: [60_000],
      stateFile: resolve(folder, 'deep/stripe.json'),
    });
    return stripe;
  };

  test('is there after another start: sessions, payments, answers and what was not told', async () => {
    const first = await start();
    const options = { idempotencyKey: 'before' };
    const { id } = await clientOf(first).checkout.sessions.create(purchase(), options);
    first.control.paySession(id);
    await first.stop();
    expect(await readdir(resolve(folder, 'deep'))).toEqual(['stripe.json']);
    const second = await start();
    const client = clientOf(second);
    const found = await client.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(found).toMatchObject({ payment_status: 'paid', payment_intent: { amount: 999 } });
    expect((await client.checkout.sessions.create(purchase(), options)).id).toBe(id);
    const { id: eventId } = second.control.events().at(-1) ?? expect.fail();
    await expect.poll(() => second.control.delivery(eventId).attempts.length).toBeGreaterThan(0);
    expect(second.control.delivery(eventId).delivery).toBe('scheduled');
  });

  test('is nothing when the file cannot be read', async () => {
    const first = await start();
    await first.stop();
    await writeFile(resolve(folder, 'deep/stripe.json'), '{"version":1,"tables":{');
    expect((await start()).control.sessions()).toEqual([]);
  });

  test('does not hold a port that is taken', async () => {
    const first = await start();
    const second = await startStripe({
      host: '127.0.0.1',
      port: Number(new URL(first.address).port),
      webhookUrl: 'http://127.0.0.1:9/unreachable',
    });
    expect(second.address).not.toBe(first.address);
    await second.stop();
  });
});
