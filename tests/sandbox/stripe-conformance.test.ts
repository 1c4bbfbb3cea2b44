import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '#sandbox/stripe/api/exchange.ts';
import { inVersion } from '#sandbox/stripe/api-versions.ts';
import { eventTypes } from '#sandbox/stripe/wire.ts';
import { createApiDescription } from './api-description.ts';
import { purchase, purchaseBy, startSite, type Site, type Wish } from './stripe-site.ts';
import {
  currentDescription,
  isAbsent,
  officialDescription,
  officialFixtures,
  reason,
} from './stripe-test-data.ts';

if (isAbsent) console.info(`Stripe’s objects are not compared${reason}`);

const version = '2026-07-29.dahlia';
const exchanges: Exchange[] = [];
let site: Site;

beforeAll(async () => {
  site = await startSite({ onExchange: (exchange) => exchanges.push(exchange) });
  await tour(site);
});
afterAll(() => site.stop());

/** Everything that the sandbox can do, once. */
async function tour({ stripe, sandbox }: Site): Promise<void> {
  const { control } = sandbox;
  const { checkout, charges, customers, disputes, events, paymentIntents, refunds } = stripe;
  const refused = (call: Promise<unknown>) => call.catch(() => undefined);

  const customer = await customers.create({
    email: 'lea.martin@feuilleton.test',
    name: 'Léa Martin',
    address: { line1: '1 rue de la Paix', city: 'Paris', postal_code: '75002', country: 'FR' },
    preferred_locales: ['fr'],
    metadata: { user: 'user-1' },
  });
  await customers.update(customer.id, { name: 'Léa Martin-Roux', metadata: { user: '' } });
  await customers.retrieve(customer.id);
  const begin = async (changes: Wish = {}) =>
    (await checkout.sessions.create(purchaseBy(customer.id, changes))).id;

  const paid = await begin({
    customer_update: { address: 'auto' },
    billing_address_collection: 'auto',
    custom_text: { submit: { message: 'Accès immédiat.' } },
    submit_type: 'pay',
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  });
  control.paySession(paid, 'declined');
  control.paySession(paid, 'authentication');
  control.answerBank(paid, 'refuse');
  await checkout.sessions.retrieve(paid, { expand: ['payment_intent'] });
  control.paySession(paid, 'authentication');
  await checkout.sessions.retrieve(paid, { expand: ['payment_intent', 'customer', 'line_items'] });
  control.answerBank(paid, 'grant');
  const session = await checkout.sessions.retrieve(paid, {
    expand: ['payment_intent.latest_charge'],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  const charge = intent.latest_charge as Stripe.Charge;
  await checkout.sessions.list({ payment_intent: intent.id });
  await checkout.sessions.list({ customer: customer.id, status: 'complete', limit: 1 });
  await paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  await charges.retrieve(charge.id);

  const refund = await refunds.create({
    payment_intent: intent.id,
    amount: 100,
    reason: 'requested_by_customer',
    metadata: { transaction: 'transaction-1' },
  });
  control.failRefund(refund.id);
  await refunds.retrieve(refund.id);
  control.refund(paid, 200);
  await refunds.list({ payment_intent: intent.id });
  await charges.list({ payment_intent: intent.id, expand: ['data.refunds'] });

  for (const outcome of ['won', 'lost'] as const) {
    const disputed = await begin();
    control.paySession(disputed);
    const dispute = control.openDispute(disputed);
    control.closeDispute(dispute.id, outcome);
    await disputes.retrieve(dispute.id);
    await disputes.list({ payment_intent: dispute.payment_intent });
  }
  for (const end of [control.settlePayment, control.failPayment]) {
    const debit = await begin({ allowed_payment_method_types: ['sepa_debit'] });
    control.paySession(debit, 'sepa');
    await checkout.sessions.retrieve(debit, { expand: ['payment_intent.latest_charge'] });
    end(debit);
    await checkout.sessions.retrieve(debit, { expand: ['payment_intent.latest_charge'] });
  }
  const tried = await begin();
  control.paySession(tried, 'declined');
  await checkout.sessions.expire(tried);
  control.payForeignSession();

  await refused(customers.retrieve('cus_unknown'));
  await refused(checkout.sessions.create(purchase({ success_url: 'nowhere' })));
  await refused(refunds.create({ payment_intent: intent.id, amount: 10_000 }));
  const { data } = await events.list({ type: 'charge.*', created: { gte: 1 }, limit: 100 });
  await events.retrieve(data[0]?.id ?? '');
  await events.list({ limit: 100 });
  await control.idle();
}

/** Reading a description takes seconds: once is enough. */
function memo<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

describe.skipIf(isAbsent)(`the sandbox’s Stripe${reason}`, () => {
  test('has sent every supported event type', () => {
    const sent = new Set(site.received.map(({ event }) => event.type));
    expect([...sent].toSorted()).toEqual([...eventTypes].toSorted());
  });

  const current = memo(() =>
    createApiDescription(currentDescription(), { isClosed: true, version }),
  );
  // What was added since 2023 is unknown to it, so it is not closed.
  const official = memo(() =>
    createApiDescription(officialDescription(), { isClosed: false, version }),
  );

  test.for([
    ['the SDK’s types of 2026', current],
    ['Stripe’s own of 2023', official],
  ] as const)('asks and answers by the description: %s', ([, description]) => {
    const { problemsOf, problemsOfEvent } = description();
    expect(exchanges.length).toBeGreaterThan(30);
    expect([...new Set(exchanges.flatMap(problemsOf))]).toEqual([]);
    const events = site.received.map(({ event }) => event);
    expect([...new Set(events.flatMap(problemsOfEvent))]).toEqual([]);
  });

  test('would detect a wrong request, response or event', () => {
    const { problemsOf, problemsOfEvent } = current();
    const refunded = exchanges.find(
      ({ method, path, status }) => method === 'POST' && path === '/v1/refunds' && status === 200,
    );
    const sound = refunded ?? expect.fail();
    const answer = sound.answer as Record<string, unknown>;
    expect(problemsOf(sound)).toEqual([]);
    expect(problemsOf({ ...sound, body: { amount: '1.x' } })).toHaveLength(1);
    expect(problemsOf({ ...sound, body: { colour: 'blue' } })).toHaveLength(1);
    expect(problemsOf({ ...sound, answer: { ...answer, amount: '100' } })).toHaveLength(1);
    expect(problemsOf({ ...sound, answer: { ...answer, colour: 'blue' } })).toHaveLength(1);
    const incomplete = Object.entries(answer).filter(([name]) => name !== 'charge');
    expect(problemsOf({ ...sound, answer: Object.fromEntries(incomplete) })).toHaveLength(1);
    const [event] = site.sandbox.control.events();
    expect(problemsOfEvent({ ...event, created: null })).toHaveLength(1);
  });

  test.for([
    ['checkout.session'],
    ['customer'],
    ['payment_intent'],
    ['charge'],
    ['refund'],
    ['dispute'],
    ['event'],
  ] as const)('has every field of Stripe’s example of a %s', ([kind]) => {
    const { control } = site.sandbox;
    const ours = {
      'checkout.session': control.sessions(),
      payment_intent: control.paymentIntents(),
      charge: control.charges(),
      refund: control.refunds(),
      dispute: control.disputes(),
      event: control.events(),
      customer: exchanges
        .filter(({ path, method }) => method === 'POST' && path.startsWith('/v1/customers'))
        .map(({ answer }) => answer),
    }[kind].map((object) => inVersion(object, version) as Record<string, unknown>);
    expect(ours.length).toBeGreaterThan(0);
    // A charge shows its refunds only when expanded, since 2022-11-15.
    const expected = Object.keys(officialFixtures()[kind] ?? {}).filter(
      (name) => !(kind === 'charge' && name === 'refunds'),
    );
    expect(expected.length).toBeGreaterThan(5);
    for (const object of ours) {
      expect(expected.filter((name) => !(name in object))).toEqual([]);
    }
  });
});
