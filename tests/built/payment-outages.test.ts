import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, stripeCustomers } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { checkLedger, checkStripe } from '#server/money/payments/check-ledger.ts';
import { askOver } from '../instances/reader.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { missing } from './built-site.ts';
import type { Fault } from './faulty-proxy.ts';
import { openBuiltShop, type BuiltShop } from './shop.ts';

const title = 'payments of the built site while Stripe';
/** Longer than the site's timeout with its retry. */
const slowMs = 12_000;
const unreadable = (type: string, body: string) =>
  ({ kind: 'answer', status: 200, type, body, isDone: true }) as const;
const faults: Record<string, Fault> = {
  'is away': { kind: 'stopped' },
  'is too slow': { kind: 'slow', delayMs: slowMs },
  'answers with a web page': unreadable('text/html', '<h1>Maintenance</h1>'),
  'answers objects of another shape': unreadable('application/json', '{"id":12}'),
  'answers 429': {
    kind: 'answer',
    status: 429,
    type: 'application/json',
    body: '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"Too many"}}',
    isDone: false,
  },
};

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  describe('on one database', () => {
    let shop: BuiltShop;
    beforeAll(async () => {
      shop = await openBuiltShop();
    });
    afterAll(() => shop.close());

    /** Posts the last event of a type about an object once more. */
    const tell = (type: string, aboutId: string | null) => {
      const events = shop.stripe.control.events();
      return shop.post(
        events.findLast((one) => one.type === type && JSON.stringify(one).includes(`"${aboutId}"`)),
      );
    };
    const withdraw = ({ headers }: TestBrowser, transactionId: string) =>
      askOver(shop.site.url, `/api/credit/withdrawal/${transactionId}`, {
        method: 'POST',
        headers,
        body: { credits: 300 },
      });
    const erase = async (browser: TestBrowser) =>
      askOver(shop.site.url, '/api/auth/account', {
        method: 'DELETE',
        headers: browser.headers,
        body: { confirmation: 'SUPPRIMER', lostCredits: await shop.balanceOf(browser) },
      });
    const purchasesOf = ({ user }: TestBrowser) =>
      shop.app.db.select().from(creditTransactions).where(eq(creditTransactions.userId, user.id));
    const documentsOf = async (sessionId: string) => {
      const { id } = await shop.purchaseOf(sessionId);
      const found = await shop.app.db.select().from(invoices).where(eq(invoices.transactionId, id));
      return found.map(({ kind }) => kind).toSorted();
    };
    const withdrawalOf = async ({ user }: TestBrowser) => {
      const [found] = await shop.app.db
        .select()
        .from(withdrawals)
        .where(eq(withdrawals.userId, user.id));
      return found;
    };
    const customersOf = async ({ user }: TestBrowser) => {
      const found = await shop.app.db
        .select()
        .from(stripeCustomers)
        .where(eq(stripeCustomers.userId, user.id));
      return found.map(({ customerId }) => customerId);
    };
    const refundsOf = async (sessionId: string) => {
      const { stripePaymentIntentId } = await shop.purchaseOf(sessionId);
      return shop.stripe.control
        .refunds()
        .filter(({ payment_intent: of }) => of === stripePaymentIntentId)
        .map(({ amount }) => amount);
    };

    describe.each(Object.entries(faults))('%s', (_name, fault) => {
      /** Everyone's previous purchases, responses and database state. */
      const people = {} as Record<
        | 'newcomer'
        | 'regular'
        | 'leaver'
        | 'payer'
        | 'returner'
        | 'absent'
        | 'quitter'
        | 'refunded',
        TestBrowser
      >;
      const sessions = {} as Record<
        'payer' | 'returner' | 'absent' | 'quitter' | 'refunded',
        string
      >;
      const key = { newcomer: uuidv7(), regular: uuidv7() };
      let struck: Awaited<ReturnType<typeof strike>>;

      async function strike() {
        const [newcomer, regular, leaver, payer, returner, round, quitter, refund] =
          await Promise.all([
            shop.checkout(people.newcomer, key.newcomer),
            shop.checkout(people.regular, key.regular),
            shop.checkout(people.leaver),
            tell('checkout.session.completed', sessions.payer),
            shop.lookUp(people.returner, sessions.returner),
            shop.reconcile(),
            shop.purchaseOf(sessions.quitter).then(({ id }) => withdraw(people.quitter, id)),
            shop
              .purchaseOf(sessions.refunded)
              .then(({ stripePaymentIntentId }) => tell('charge.refunded', stripePaymentIntentId)),
          ]);
        return { newcomer, regular, leaver, payer, returner, round, quitter, refund };
      }

      beforeAll(async () => {
        for (const name of [
          'newcomer',
          'regular',
          'leaver',
          'payer',
          'returner',
          'absent',
          'quitter',
          'refunded',
        ] as const) {
          people[name] = await signInAs(shop.app, { name });
        }
        await shop.buy(people.regular);
        sessions.quitter = await shop.buy(people.quitter);
        sessions.refunded = await shop.buy(people.refunded);
        for (const name of ['payer', 'returner', 'absent'] as const) {
          sessions[name] = await shop.payUnheard(people[name]);
        }
        shop.stripe.control.setDelivery('never');
        shop.stripe.control.refund(sessions.refunded);
        shop.stripe.control.setDelivery('normal');
        await shop.proxy.set(fault);
        struck = await strike();
      });
      afterAll(() => shop.proxy.set(null));

      test.each(['newcomer', 'regular', 'leaver'] as const)(
        'refuses the checkout of a %s with a sentence, and leaves nothing pending',
        async (name) => {
          expect(struck[name]).toMatchObject({
            status: 503,
            body: {
              error: 'PAYMENT_UNAVAILABLE',
              message: 'Erreur lors de la création de la session de paiement',
            },
          });
          const statuses = (await purchasesOf(people[name])).map(({ status }) => status);
          expect(statuses.toSorted()).toEqual(
            name === 'regular' ? ['completed', 'failed'] : ['failed'],
          );
          expect(await customersOf(people[name])).toHaveLength(name === 'regular' ? 1 : 0);
        },
      );

      test('erases the account of a user whose checkout it refused', async () => {
        expect(await erase(people.leaver)).toMatchObject({ status: 200 });
      });

      test('accepts the event of a payment and grants its credits', async () => {
        expect(struck.payer).toBe(200);
        expect(await shop.balanceOf(people.payer)).toBe(300);
        expect(await shop.purchaseOf(sessions.payer)).toMatchObject({ status: 'completed' });
        expect(await documentsOf(sessions.payer)).toEqual(['invoice']);
      });

      test('tells a returning buyer that Stripe does not answer', async () => {
        expect(struck.returner).toMatchObject({
          status: 503,
          body: { error: 'PAYMENT_UNAVAILABLE' },
        });
        expect(await shop.purchaseOf(sessions.returner)).toMatchObject({ status: 'pending' });
        expect(await shop.balanceOf(people.returner)).toBe(0);
      });

      test('reports an incomplete reconciliation', async () => {
        const { completed, unanswered, faulty } = struck.round;
        expect(completed).toBe(0);
        expect(unanswered + faulty).toBeGreaterThan(0);
        expect(await shop.purchaseOf(sessions.absent)).toMatchObject({ status: 'pending' });
      });

      test('accepts a withdrawal, and owes its price', async () => {
        expect(struck.quitter).toMatchObject({
          status: 200,
          body: { credits: 300, amount: 499, remainingCredits: 0 },
        });
        expect(await withdrawalOf(people.quitter)).toMatchObject({ refundedAt: null });
        expect(await erase(people.quitter)).toMatchObject({
          status: 409,
          body: { error: 'ERASURE_REFUSED' },
        });
      });

      test('refuses the event of a refund, which it cannot look up', async () => {
        expect(struck.refund).toBe(500);
        expect(await shop.balanceOf(people.refunded)).toBe(300);
        expect(await documentsOf(sessions.refunded)).toEqual(['invoice']);
      });

      test('grants and takes everything once when Stripe is back', async () => {
        await shop.proxy.set(null);
        // Buyers with a failed order retry with the same form.
        for (const name of ['newcomer', 'regular'] as const) {
          const again = await shop.checkout(people[name], key[name]);
          expect(again).toMatchObject({ status: 200 });
          shop.stripe.control.paySession(String(again.body.id));
        }
        await shop.stripe.control.idle();
        // Stripe repeats refused events, and may repeat accepted ones.
        for (const name of ['payer', 'returner'] as const) {
          expect(await shop.lookUp(people[name], sessions[name])).toMatchObject({
            status: 200,
            body: { transaction: { status: 'completed' }, session: { payment_status: 'paid' } },
          });
          expect(await tell('checkout.session.completed', sessions[name])).toBe(200);
        }
        const { stripePaymentIntentId } = await shop.purchaseOf(sessions.refunded);
        for (let count = 0; count < 2; count++) {
          expect(await tell('charge.refunded', stripePaymentIntentId)).toBe(200);
          expect(await shop.reconcile()).toMatchObject({ unanswered: 0, faulty: 0 });
        }
        expect(await tell('checkout.session.completed', sessions.absent)).toBe(200);

        const balances = { newcomer: 300, regular: 600, payer: 300, returner: 300, absent: 300 };
        for (const [name, credits] of Object.entries(balances)) {
          expect([name, await shop.balanceOf(people[name as keyof typeof balances])]).toEqual([
            name,
            credits,
          ]);
        }
        expect(await documentsOf(sessions.absent)).toEqual(['invoice']);
        for (const name of ['quitter', 'refunded'] as const) {
          expect([name, await shop.balanceOf(people[name])]).toEqual([name, 0]);
          expect([name, await refundsOf(sessions[name])]).toEqual([name, [499]]);
          expect(await documentsOf(sessions[name])).toEqual(['credit_note', 'invoice']);
        }
        expect((await withdrawalOf(people.quitter))?.refundedAt).toBeInstanceOf(Date);
        const { payments } = shop.app;
        if (!payments) throw new Error('nothing is sold');
        expect(await checkLedger(shop.app.db, new Date())).toEqual([]);
        expect(await checkStripe(shop.app, payments, new Date(Date.now() - 3_600_000))).toEqual([]);
      });

      test('erases every account when Stripe is back', async () => {
        for (const [name, browser] of Object.entries(people)) {
          if (name === 'leaver') continue;
          expect([name, (await erase(browser)).text]).toEqual([name, '{"success":true}']);
        }
      });

      test('pays a withdrawal once when only its refund meets this', async () => {
        await shop.proxy.set(null);
        const lea = await signInAs(shop.app);
        const sessionId = await shop.buy(lea);
        const { id } = await shop.purchaseOf(sessionId);
        await shop.proxy.set({ ...fault, on: /^POST \/v1\/refunds/ });
        expect(await withdraw(lea, id)).toMatchObject({ status: 200 });
        expect(await withdraw(lea, id)).toMatchObject({ status: 200 });
        await shop.proxy.set(null);
        await shop.stripe.control.idle();
        for (let count = 0; count < 2; count++) {
          expect(await shop.reconcile()).toMatchObject({ unanswered: 0, faulty: 0 });
        }
        expect(await refundsOf(sessionId)).toEqual([499]);
        expect(await documentsOf(sessionId)).toEqual(['credit_note', 'invoice']);
        expect((await withdrawalOf(lea))?.refundedAt).toBeInstanceOf(Date);
        expect(await erase(lea)).toMatchObject({ status: 200 });
      });
    });
  });
});
