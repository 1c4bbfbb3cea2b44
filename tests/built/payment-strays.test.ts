import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditTransactions, stripeCustomers } from '#server/core/db/schema/money.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { missing } from './built-site.ts';
import { openBuiltShop, type BuiltShop } from './shop.ts';

const title = 'payments of the built site';

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  describe('on one database', () => {
    let shop: BuiltShop;
    beforeAll(async () => {
      shop = await openBuiltShop();
    });
    afterAll(() => shop.close());

    const customersOf = async ({ user }: TestBrowser) => {
      const found = await shop.app.db
        .select()
        .from(stripeCustomers)
        .where(eq(stripeCustomers.userId, user.id));
      return found.map(({ customerId }) => customerId);
    };
    const answering = (body: unknown) =>
      ({
        kind: 'answer',
        status: 200,
        type: 'application/json',
        body: JSON.stringify(body),
        isDone: false,
      }) as const;

    describe('a customer', () => {
      test('deleted at Stripe is created again, and the buyer buys again', async () => {
        const lea = await signInAs(shop.app);
        await shop.buy(lea);
        const [first = ''] = await customersOf(lea);
        shop.stripe.control.deleteCustomer(first);
        await shop.buy(lea);
        expect(await shop.balanceOf(lea)).toBe(600);
        const [second = '', ...others] = await customersOf(lea);
        expect(others).toEqual([]);
        expect(second).not.toBe(first);
        // And again within the day before Stripe's idempotency keys expire.
        shop.stripe.control.deleteCustomer(second);
        await shop.buy(lea);
        expect(await shop.balanceOf(lea)).toBe(900);
      });

      test('with an invalid id is not stored', async () => {
        const lea = await signInAs(shop.app);
        await shop.proxy.set({ ...answering({ id: 12 }), on: /^POST \/v1\/customers/ });
        expect(await shop.checkout(lea)).toMatchObject({ status: 503 });
        await shop.proxy.set(null);
        expect(await customersOf(lea)).toEqual([]);
        await shop.buy(lea);
        expect(await shop.balanceOf(lea)).toBe(300);
      });
    });

    describe('an event of another product', () => {
      const event = (type: string, object: unknown) => ({
        id: `evt_${type}_${Math.random()}`,
        object: 'event',
        type,
        data: { object },
      });
      const shapes: Record<string, unknown> = {
        'without metadata': { id: 'cs_test_1', mode: 'subscription', metadata: null },
        'with everything of another type': {
          id: 12,
          status: 7,
          payment_status: null,
          payment_intent: [],
          metadata: { product: 'affiches', order: 12 },
        },
        'that is empty': {},
      };
      const types = ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'];

      test.each(Object.entries(shapes))('about a session %s is taken', async (_name, session) => {
        for (const type of types) {
          expect(await shop.post(event(`checkout.session.${type}`, session))).toBe(200);
        }
      });

      test('about a refund is accepted, whatever the shape of its payment’s session', async () => {
        const foreign = shop.stripe.control.payForeignSession();
        await shop.stripe.control.idle();
        const session = { id: foreign.id, object: 'checkout.session', status: 'paused', url: 12 };
        const list = {
          object: 'list',
          has_more: false,
          url: '/v1/checkout/sessions',
          data: [session],
        };
        await shop.proxy.set({ ...answering(list), on: /^GET \/v1\/checkout\/sessions\?/ });
        const charge = { id: 'ch_1', object: 'charge', payment_intent: foreign.payment_intent };
        expect(await shop.post(event('charge.refunded', charge))).toBe(200);
        await shop.proxy.set(null);
      });

      test('of the API v2 is accepted, if Stripe has signed it', async () => {
        const thin = {
          id: 'evt_65SVS9sSwWmXpGtUE2M16SVREnXCQUAExvOBVnJmDiC',
          object: 'v2.core.event',
          type: 'v1.billing.meter.error_report_triggered',
          livemode: false,
          created: '2026-11-21T12:00:00.000Z',
          related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
        };
        expect(await shop.post(thin)).toBe(200);
        expect(await shop.post(thin, 'whsec_of_somebody_else')).toBe(400);
      });

      test('has no payment result', async () => {
        const { id } = shop.stripe.control.payForeignSession();
        await shop.stripe.control.idle();
        const lea = await signInAs(shop.app);
        await shop.proxy.set({ ...answering({ id, url: 12 }), on: /^GET \/v1\/checkout/ });
        expect(await shop.lookUp(lea, id)).toMatchObject({ status: 404 });
        await shop.proxy.set(null);
      });
    });

    describe('the result of a payment', () => {
      test('is shown while it cannot be recorded; then the reconciliation records it', async () => {
        const lea = await signInAs(shop.app);
        const sessionId = await shop.payUnheard(lea);
        const { id, billing } = await shop.purchaseOf(sessionId);
        const bill = (wanted: typeof billing) =>
          shop.app.db
            .update(creditTransactions)
            .set({ billing: wanted })
            .where(eq(creditTransactions.id, id));
        // Without billing details, no invoice can be issued.
        await bill({});
        expect(await shop.lookUp(lea, sessionId)).toMatchObject({
          status: 200,
          body: {
            transaction: { _id: id, credits: 300, status: 'pending' },
            session: { payment_status: 'paid', status: 'complete' },
          },
        });
        expect(await shop.balanceOf(lea)).toBe(0);
        await bill(billing);
        expect(await shop.reconcile()).toMatchObject({ completed: 1, faulty: 0 });
        expect(await shop.balanceOf(lea)).toBe(300);
      });

      test('of another user’s payment is refused', async () => {
        const sessionId = await shop.buy(await signInAs(shop.app));
        const karim = await signInAs(shop.app, { name: 'Karim' });
        expect(await shop.lookUp(karim, sessionId)).toMatchObject({
          status: 403,
          body: { error: 'FORBIDDEN' },
        });
      });
    });
  });
});
