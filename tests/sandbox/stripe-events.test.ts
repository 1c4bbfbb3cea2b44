import Stripe from 'stripe';
import { afterEach, describe, expect, test } from 'vitest';
import { buy, startSite, type Site } from './stripe-site.ts';

let site: Site;
afterEach(() => site.stop());

const ofPurchase = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
  'checkout.session.completed',
];

describe('events', () => {
  test('have signatures that the SDK accepts, and nobody else’s', async () => {
    site = await startSite();
    const id = await buy(site);
    expect(await site.receivedTypes()).toEqual(ofPurchase);
    const { event, body, signature } = site.received.at(-1) ?? expect.fail();
    expect(signature).toMatch(/^t=\d{10},v1=[\da-f]{64}$/);
    expect(event).toMatchObject({
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      data: { object: { object: 'checkout.session', id, payment_status: 'paid' } },
    });
    const secret = site.sandbox.environment.STRIPE_WEBHOOK_SECRET;
    const verify = (text: string, by: string) => () =>
      site.stripe.webhooks.constructEvent(text, signature, by);
    expect(verify(body, secret)).not.toThrow();
    expect(verify(body.replace('999', '998'), secret)).toThrow('signature');
    expect(verify(body, 'whsec_another')).toThrow('signature');
    const older = signature.replace(/t=\d+/, `t=${event.created - 301}`);
    expect(() => site.stripe.webhooks.constructEvent(body, older, secret)).toThrow();
  });

  test('contain the object as it was then', async () => {
    site = await startSite();
    const id = await buy(site);
    site.sandbox.control.refund(id);
    await site.sandbox.control.idle();
    const charged = site.received.find(({ event }) => event.type === 'charge.succeeded');
    expect(charged?.event.data.object).toMatchObject({ amount_refunded: 0, refunded: false });
    const refunded = site.received.find(({ event }) => event.type === 'charge.refunded');
    expect(refunded?.event.data).toMatchObject({
      object: { amount_refunded: 999, refunded: true },
      previous_attributes: { amount_refunded: 0, refunded: false },
    });
  });

  test('are sent again while the site fails, with a new signature', async () => {
    site = await startSite({ retryDelaysMs: [20, 20, 20, 20, 20] });
    site.answerWith(500);
    await buy(site);
    await expect.poll(() => site.attempts.length).toBeGreaterThan(ofPurchase.length);
    site.answerWith(200);
    expect((await site.receivedTypes()).toSorted()).toEqual(ofPurchase.toSorted());
    const { data } = await site.stripe.events.list();
    for (const { id, pending_webhooks: pending } of data) {
      expect(pending).toBe(0);
      expect(site.sandbox.control.delivery(id).attempts.length).toBeGreaterThan(1);
    }
  });

  test('are given up in the end, and can be found and sent once more', async () => {
    site = await startSite({ retryDelaysMs: [10] });
    site.answerWith(503);
    await buy(site);
    await site.sandbox.control.idle();
    expect(site.attempts).toHaveLength(2 * ofPurchase.length);
    const missed = await site.stripe.events.list({ delivery_success: false });
    expect(missed.data.map(({ type }) => type).toReversed()).toEqual(ofPurchase);
    site.answerWith(200);
    const [last] = missed.data;
    await site.sandbox.control.deliverAgain(last?.id ?? '');
    expect(await site.receivedTypes()).toEqual(['checkout.session.completed']);
    expect(site.sandbox.control.delivery(last?.id ?? '')).toMatchObject({
      delivery: 'delivered',
      attempts: [{ status: 503 }, { status: 503 }, { status: 200 }],
    });
  });

  test('can be repeated', async () => {
    site = await startSite();
    site.sandbox.control.setDelivery('twice');
    await buy(site);
    const types = await site.receivedTypes();
    expect(types.toSorted()).toEqual([...ofPurchase, ...ofPurchase].toSorted());
    const ids = site.received.map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(ofPurchase.length);
  });

  test('can be late, in either order', async () => {
    site = await startSite();
    site.sandbox.control.setDelivery('late');
    await buy(site);
    expect(await site.receivedTypes()).toEqual([]);
    expect(site.sandbox.control.releaseEvents('reversed')).toBe(ofPurchase.length);
    expect(await site.receivedTypes()).toEqual(ofPurchase.toReversed());
    expect(site.sandbox.control.releaseEvents()).toBe(0);
  });

  test('can be missing, and are in the list all the same', async () => {
    site = await startSite();
    site.sandbox.control.setDelivery('never');
    await buy(site);
    expect(await site.receivedTypes()).toEqual([]);
    expect(site.attempts).toEqual([]);
    const { data } = await site.stripe.events.list();
    expect(data.map(({ type }) => type)).toEqual(ofPurchase.toReversed());
  });

  test('can be out of order', async () => {
    site = await startSite();
    site.sandbox.control.setDelivery('reversed');
    await buy(site);
    expect(await site.receivedTypes()).toEqual(ofPurchase.toReversed());
  });

  test('are dated by the clock that the sandbox is given', async () => {
    const now = new Date('2026-03-01T12:00:00Z');
    site = await startSite({ clock: { now: () => now } });
    site.sandbox.control.setDelivery('never');
    const id = await buy(site);
    const session = await site.stripe.checkout.sessions.retrieve(id);
    expect(session.created).toBe(now.getTime() / 1000);
    expect(site.sandbox.control.events().map(({ created }) => created)).toEqual(
      ofPurchase.map(() => now.getTime() / 1000),
    );
  });
});
