import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { failSession, applySession } from '#server/money/payments/apply-session.ts';
import type { CheckoutSession } from '#server/money/payments/stripe-objects.ts';
import {
  getPaymentSession,
  listTransactions,
  type TransactionBody,
} from '#shared/contracts/credits.ts';
import { ask, unknownId } from '../world/marks.ts';
import { billingInfo, order } from '../world/orders.ts';
import { buyPack, openShop, orderPack, sendEvent, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

/** A paid session, as Stripe returns it. */
const paidSession: CheckoutSession = {
  id: 'cs_test_told',
  status: 'complete',
  paymentStatus: 'paid',
  paymentIntentId: 'pi_told',
  hasFailed: false,
  amountCents: 999,
  currency: 'eur',
  method: 'card',
  cardCountry: 'FR',
  url: null,
  transactionId: null,
};

describe('buying credits', () => {
  let shop: Shop;
  let lea: TestBrowser;
  beforeAll(async () => {
    shop = await openShop();
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
  });
  afterAll(() => shop.close());

  const balanceOf = async ({ user }: TestBrowser) => {
    const [row] = await shop.app.db.select().from(users).where(eq(users.id, user.id));
    return row?.credits;
  };
  const entriesOf = ({ user }: TestBrowser) =>
    shop.app.db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, user.id));
  const transactionsOf = ({ user }: TestBrowser) =>
    shop.app.db.select().from(creditTransactions).where(eq(creditTransactions.userId, user.id));
  const listOf = async (browser: TestBrowser): Promise<TransactionBody[]> => {
    const path = `/api/credit/transactions/${browser.user.id}`;
    const { status, body } = await ask(shop.app, browser, 'GET', path);
    expect(status).toBe(200);
    return listTransactions.response.parse(body);
  };
  const resultOf = async (browser: TestBrowser, sessionId: string) =>
    ask(shop.app, browser, 'GET', `/api/credit/session/${sessionId}`);
  const checkout = (browser: TestBrowser | null, body: unknown) =>
    ask(shop.app, browser, 'POST', '/api/credit/create-checkout-session', body);

  test('a paid pack grants its credits, an entry and an invoice, once', async () => {
    const sessionId = await buyPack(shop, lea);
    expect(await balanceOf(lea)).toBe(900);
    expect(await entriesOf(lea)).toMatchObject([
      { delta: 900, kind: 'purchase', balanceAfter: 900 },
    ]);
    const [listed] = await listOf(lea);
    expect(listed).toMatchObject({
      credits: 900,
      amount: 999,
      status: 'completed',
      packName: 'Pack Standard',
      creditNotes: [],
      withdrawable: { credits: 900, amount: 999 },
      withdrawal: null,
    });
    expect(listed?.invoiceNumber).toMatch(/^F\d{4}-\d{6}$/);
    const { status, body } = await resultOf(lea, sessionId);
    expect(status).toBe(200);
    expect(getPaymentSession.response.parse(body)).toMatchObject({
      transaction: { credits: 900, status: 'completed' },
      session: { payment_status: 'paid', status: 'complete' },
    });
  });

  test('the price is the catalogue’s, whatever the request says', async () => {
    const { status, body } = await checkout(
      lea,
      order('plan_basic', { amount: 1, credits: 9_999 }),
    );
    expect(status).toBe(200);
    const { id } = body as { id: string };
    const session = shop.stripe.control.sessions().find((one) => one.id === id);
    expect(session).toMatchObject({ amount_total: 499, currency: 'eur', locale: 'fr' });
  });

  test('the purchase page’s pack is checked against its credits, and grants nothing', async () => {
    const { billingInfo: info, withdrawalConsent } = order();
    const body = { packageId: 'plan_basic', billingInfo: info, withdrawalConsent };
    const path = '/api/credits/purchase';
    const wrong = await ask(shop.app, lea, 'POST', path, { ...body, amount: 301 });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'packageId' }] } });
    const right = await ask(shop.app, lea, 'POST', path, { ...body, amount: 300 });
    expect(right).toMatchObject({ status: 200, body: { success: true, updatedCredits: 0 } });
    expect(await balanceOf(lea)).toBe(0);
  });

  test.each([
    ['an unknown plan', order('plan_gold'), 'planId'],
    ['no box ticked', order('plan_basic', { withdrawalConsent: undefined }), 'withdrawalConsent'],
    ['an old text', order('plan_basic', { withdrawalConsent: '2020-01' }), 'withdrawalConsent'],
    [
      'no name',
      order('plan_basic', { billingInfo: { ...billingInfo, fullName: '  ' } }),
      'billingInfo.fullName',
    ],
    [
      'no address of e-mail',
      order('plan_basic', { billingInfo: { ...billingInfo, email: 'lea' } }),
      'billingInfo.email',
    ],
    [
      'a postal code that is too long',
      order('plan_basic', { billingInfo: { ...billingInfo, postalCode: '12345678901' } }),
      'billingInfo.postalCode',
    ],
    [
      'a country of no list',
      order('plan_basic', { billingInfo: { ...billingInfo, country: 'Atlantide' } }),
      'billingInfo.country',
    ],
    [
      'another country without its code',
      order('plan_basic', { billingInfo: { ...billingInfo, country: 'Autre' } }),
      'billingInfo.countryCode',
    ],
  ])('an order with %s is refused in French and leaves nothing', async (_, body, field) => {
    const answer = await checkout(lea, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await transactionsOf(lea)).toEqual([]);
  });

  test('an anonymous caller buys nothing and sees nothing', async () => {
    expect(await checkout(null, order())).toMatchObject({ status: 401 });
    const sessionId = await buyPack(shop, lea);
    const path = `/api/credit/transactions/${lea.user.id}`;
    expect(await ask(shop.app, null, 'GET', path)).toMatchObject({ status: 401 });
    const karim = await signInAs(shop.app, { name: 'Karim' });
    expect(await ask(shop.app, karim, 'GET', path)).toMatchObject({ status: 403 });
    expect(await resultOf(karim, sessionId)).toMatchObject({ status: 403 });
    expect(await resultOf(karim, 'cs_test_inconnu')).toMatchObject({ status: 404 });
  });

  test('a session of ours without a transaction, as after a restore, is answered without it', async () => {
    const { payments } = shop.app;
    const session = await payments?.createSession({
      transactionId: unknownId,
      customerId: await payments.createCustomer({
        userId: lea.user.id,
        email: 'lea@feuilleton.test',
        name: 'Léa',
        replacedId: null,
      }),
      label: 'Pack Basique : 300 crédits',
      amountCents: 499,
      expiresAt: new Date(Date.now() + 3_600_000),
      successUrl: 'https://feuilleton.test/payment/success',
      cancelUrl: 'https://feuilleton.test/payment/cancel',
    });
    shop.stripe.control.paySession(session?.id ?? '');
    const { status, body } = await resultOf(lea, session?.id ?? '');
    expect(status).toBe(200);
    expect(getPaymentSession.response.parse(body)).toEqual({
      transaction: null,
      session: { payment_status: 'paid', status: 'complete' },
    });
    expect(await balanceOf(lea)).toBe(0);
  });

  test('an unpaid order fails when its page expires', async () => {
    const sessionId = await orderPack(shop, lea);
    expect(await listOf(lea)).toMatchObject([{ status: 'pending', invoiceNumber: null }]);
    shop.stripe.control.expireSession(sessionId);
    await shop.stripe.control.idle();
    expect(await listOf(lea)).toMatchObject([{ status: 'failed', withdrawable: null }]);
    expect(await balanceOf(lea)).toBe(0);
  });

  test('a declined card pays nothing; another card does', async () => {
    const sessionId = await orderPack(shop, lea);
    shop.stripe.control.paySession(sessionId, 'declined');
    await shop.stripe.control.idle();
    expect(await listOf(lea)).toMatchObject([{ status: 'pending', isSubmitted: false }]);
    shop.stripe.control.paySession(sessionId);
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(900);
  });

  test('a debit is credited when the bank confirms it, and not when it fails', async () => {
    const debit = async () => {
      const id = await orderPack(shop, lea);
      shop.stripe.control.paySession(id, 'sepa');
      await shop.stripe.control.idle();
      return id;
    };
    // The second order does not touch the first, which the bank has still to confirm.
    const [confirmed, refused] = [await debit(), await debit()];
    expect(await balanceOf(lea)).toBe(0);
    const waiting = { status: 'pending', isSubmitted: true };
    expect(await listOf(lea)).toMatchObject([waiting, waiting]);
    const { body } = await resultOf(lea, confirmed);
    expect(body).toMatchObject({
      transaction: { status: 'pending' },
      session: { payment_status: 'unpaid', status: 'complete' },
    });
    shop.stripe.control.settlePayment(confirmed);
    shop.stripe.control.failPayment(refused);
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(900);
    const statuses = (await listOf(lea)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual(['completed', 'failed']);
    expect(await methodsOf(lea)).toEqual(['sepa_debit']);
  });

  const methodsOf = async (browser: TestBrowser) =>
    (await transactionsOf(browser))
      .filter(({ status }) => status === 'completed')
      .map(({ paymentMethod }) => paymentMethod);
  test.each<[road: string, settle: (sessionId: string) => Promise<unknown>]>([
    [
      'webhook',
      () => {
        shop.stripe.control.releaseEvents();
        return shop.stripe.control.idle();
      },
    ],
    ['result page', (sessionId) => resultOf(lea, sessionId)],
    [
      'reconciliation',
      () => {
        shop.app.clock.advance(61_000);
        return reconcile(shop.app);
      },
    ],
    [
      'event of its refund',
      (sessionId) => {
        shop.stripe.control.setDelivery('normal');
        shop.stripe.control.refund(sessionId, 1);
        return shop.stripe.control.idle();
      },
    ],
  ])('settled by the %s, a purchase says how it was paid', async (_, settle) => {
    const methods = { succeeds: 'card', sepa: 'sepa_debit' } as const;
    for (const way of ['succeeds', 'sepa'] as const) {
      lea = await signInAs(shop.app);
      const sessionId = await orderPack(shop, lea);
      shop.stripe.control.setDelivery('late');
      shop.stripe.control.paySession(sessionId, way);
      if (way === 'sepa') shop.stripe.control.settlePayment(sessionId);
      await settle(sessionId);
      expect(await methodsOf(lea)).toEqual([methods[way]]);
      shop.stripe.control.setDelivery('normal');
      shop.stripe.control.releaseEvents();
      await shop.stripe.control.idle();
    }
  });

  test('an event that arrives while Stripe does not answer credits, and names no method', async () => {
    const sessionId = await orderPack(shop, lea);
    shop.stripe.control.setDelivery('late');
    shop.stripe.control.paySession(sessionId);
    shop.stripe.control.setOutage({ kind: 'down' });
    shop.stripe.control.releaseEvents();
    await shop.stripe.control.idle();
    shop.stripe.control.setOutage({ kind: 'none' });
    shop.stripe.control.setDelivery('normal');
    expect(await balanceOf(lea)).toBe(900);
    expect(await methodsOf(lea)).toEqual(['other']);
  });

  test('a debit refused by the bank fails, though its event never arrives', async () => {
    const sessionId = await orderPack(shop, lea);
    shop.stripe.control.paySession(sessionId, 'sepa');
    await shop.stripe.control.idle();
    shop.stripe.control.setDelivery('never');
    shop.app.clock.advance(61_000);
    await reconcile(shop.app);
    expect(await listOf(lea)).toMatchObject([{ status: 'pending' }]);
    shop.stripe.control.failPayment(sessionId);
    shop.app.clock.advance(61_000);
    await reconcile(shop.app);
    shop.stripe.control.setDelivery('normal');
    expect(await listOf(lea)).toMatchObject([{ status: 'failed' }]);
    expect(await balanceOf(lea)).toBe(0);
  });

  test.each(['Lætitia Lœuillet', 'Łukasz d’Anvers', '王芳'])(
    '%s buys like everyone else',
    async (fullName) => {
      const body = order('plan_basic', { billingInfo: { ...billingInfo, fullName } });
      expect(await checkout(lea, body)).toMatchObject({ status: 200 });
    },
  );

  test('without its webhook, the result page settles a purchase', async () => {
    shop.stripe.control.setDelivery('never');
    const sessionId = await buyPack(shop, lea);
    expect(await balanceOf(lea)).toBe(0);
    expect(await resultOf(lea, sessionId)).toMatchObject({
      body: { transaction: { status: 'completed' } },
    });
    shop.stripe.control.setDelivery('normal');
    expect(await balanceOf(lea)).toBe(900);
  });

  test('without either, the reconciliation does, and asks again only later', async () => {
    shop.stripe.control.setDelivery('never');
    await buyPack(shop, lea);
    shop.stripe.control.setDelivery('normal');
    expect(await reconcile(shop.app)).toMatchObject({ completed: 0 });
    shop.app.clock.advance(61_000);
    await reconcile(shop.app);
    expect(await balanceOf(lea)).toBe(900);
  });

  test('events that are repeated, late and out of order grant once', async () => {
    shop.stripe.control.setDelivery('late');
    const sessionId = await buyPack(shop, lea);
    await resultOf(lea, sessionId);
    shop.stripe.control.releaseEvents('reversed');
    await shop.stripe.control.idle();
    shop.stripe.control.setDelivery('normal');
    for (const { id } of shop.stripe.control.events()) await shop.stripe.control.deliverAgain(id);
    expect(await balanceOf(lea)).toBe(900);
    expect(await entriesOf(lea)).toHaveLength(1);
    const [listed] = await listOf(lea);
    const ofPurchase = eq(invoices.transactionId, listed?._id ?? '');
    expect(await shop.app.db.$count(invoices, ofPurchase)).toBe(1);
  });

  test('an expiry that arrives after the payment takes nothing back', async () => {
    const sessionId = await buyPack(shop, lea);
    const [transaction] = await transactionsOf(lea);
    const settled = await applySession(shop.app, {
      ...paidSession,
      id: sessionId,
      status: 'expired',
      paymentStatus: 'unpaid',
      paymentIntentId: null,
      transactionId: transaction?.id ?? '',
    });
    expect(settled).toBe('completed');
    expect(await balanceOf(lea)).toBe(900);
  });

  test('a failure that arrives after the payment takes nothing back', async () => {
    await buyPack(shop, lea);
    const [transaction] = await transactionsOf(lea);
    const told = { ...paidSession, transactionId: transaction?.id ?? '' };
    expect(await failSession(shop.app, told)).toBe('completed');
    expect(await listOf(lea)).toMatchObject([{ status: 'completed' }]);
    expect(await balanceOf(lea)).toBe(900);
  });

  test.each([
    ['another sum', { amountCents: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['no sum', { amountCents: null }],
    ['another product’s mark', { transactionId: null }],
  ])('a paid session with %s grants nothing', async (_, other) => {
    const sessionId = await orderPack(shop, lea);
    const [transaction] = await transactionsOf(lea);
    await applySession(shop.app, {
      ...paidSession,
      id: sessionId,
      transactionId: transaction?.id ?? '',
      ...other,
    });
    expect(await balanceOf(lea)).toBe(0);
    expect(await listOf(lea)).toMatchObject([{ status: 'pending', invoiceNumber: null }]);
  });

  test('an order whose page was never made fails when it can no longer be paid', async () => {
    const id = await abandonedOrder(lea);
    shop.app.clock.advance(60 * 60_000);
    await reconcile(shop.app);
    expect(await statusOf(id)).toBe('pending');
    shop.app.clock.advance(61 * 60_000);
    await reconcile(shop.app);
    shop.app.clock.advance(-121 * 60_000);
    expect(await statusOf(id)).toBe('failed');
  });

  test('an order unknown to Stripe fails after three weeks, and is credited if it was paid', async () => {
    const dayMs = 24 * 60 * 60_000;
    const id = await abandonedOrder(lea);
    await shop.app.db
      .update(creditTransactions)
      .set({ stripeSessionId: 'cs_test_elsewhere' })
      .where(eq(creditTransactions.id, id));
    shop.app.clock.advance(20 * dayMs);
    await reconcile(shop.app);
    const before = await statusOf(id);
    shop.app.clock.advance(2 * dayMs);
    await reconcile(shop.app);
    const after = await statusOf(id);
    shop.app.clock.advance(-22 * dayMs);
    expect([before, after]).toEqual(['pending', 'failed']);
    const paid = { ...paidSession, id: 'cs_test_elsewhere', transactionId: id, amountCents: 499 };
    expect(await applySession(shop.app, paid)).toBe('completed');
    expect(await statusOf(id)).toBe('completed');
  });

  /** What a crash leaves between our row and Stripe's response. */
  const abandonedOrder = async ({ user }: TestBrowser) => {
    const [row] = await shop.app.db
      .insert(creditTransactions)
      .values({
        userId: user.id,
        planId: 'plan_basic',
        credits: 300,
        amountCents: 499,
        billing: billingInfo,
        createdAt: shop.app.clock.now(),
      })
      .returning({ id: creditTransactions.id });
    return row?.id ?? '';
  };
  const statusOf = async (id: string) => {
    const where = eq(creditTransactions.id, id);
    return (await shop.app.db.select().from(creditTransactions).where(where))[0]?.status;
  };

  test('events of another product on the same account are ignored', async () => {
    const before = await shop.app.db.$count(ledgerEntries);
    shop.stripe.control.payForeignSession();
    await shop.stripe.control.idle();
    expect(await shop.app.db.$count(ledgerEntries)).toBe(before);
  });

  test('a sale of another product with our ids is ignored', async () => {
    shop.stripe.control.setDelivery('never');
    const sessionId = await buyPack(shop, lea);
    shop.stripe.control.setDelivery('normal');
    const told = shop.stripe.control
      .events()
      .filter(({ type }) => type === 'checkout.session.completed')
      .map((event) => JSON.stringify(event))
      .find((event) => event.includes(sessionId));
    const payload = (told ?? '').replaceAll('"product":"feuilleton"', '"product":"autre"');
    expect(payload).toContain('"product":"autre"');
    const secret = shop.stripe.environment.STRIPE_WEBHOOK_SECRET;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    expect((await sendEvent(shop.app, payload, signature)).status).toBe(200);
    expect(await balanceOf(lea)).toBe(0);
  });

  test('an event with an invalid signature changes nothing', async () => {
    const sessionId = await orderPack(shop, lea);
    const [transaction] = await transactionsOf(lea);
    const forged = JSON.stringify({
      id: 'evt_forged',
      type: 'checkout.session.completed',
      data: {
        object: {
          id: sessionId,
          status: 'complete',
          payment_status: 'paid',
          amount_total: 999,
          currency: 'eur',
          metadata: { product: 'feuilleton', transactionId: transaction?.id },
        },
      },
    });
    for (const signature of [
      '',
      't=1,v1=00',
      `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    ]) {
      expect((await sendEvent(shop.app, forged, signature)).status).toBe(400);
    }
    expect(await balanceOf(lea)).toBe(0);
  });

  test('while Stripe is down an order fails with the specification’s sentence, for good', async () => {
    shop.stripe.control.setOutage({ kind: 'down' });
    const answer = await checkout(lea, order());
    shop.stripe.control.setOutage({ kind: 'none' });
    expect(answer).toMatchObject({
      status: 503,
      body: {
        error: 'PAYMENT_UNAVAILABLE',
        message: 'Erreur lors de la création de la session de paiement',
      },
    });
    expect(await listOf(lea)).toMatchObject([{ status: 'failed' }]);
  });

  test('a lost response is retried, and makes one session', async () => {
    const before = shop.stripe.control.sessions().length;
    await checkout(lea, order());
    shop.stripe.control.setOutage({ kind: 'lost', requests: 1 });
    expect(await checkout(lea, order())).toMatchObject({ status: 200 });
    shop.stripe.control.setOutage({ kind: 'none' });
    expect(shop.stripe.control.sessions()).toHaveLength(before + 2);
  });

  test('concurrent orders get numbers without a gap, and a reference each', async () => {
    const readers = await Promise.all(Array.from({ length: 12 }, () => signInAs(shop.app)));
    await Promise.all(readers.map((reader) => buyPack(shop, reader, 'plan_basic')));
    await shop.stripe.control.idle();
    const rows = await shop.app.db.select().from(invoices).where(eq(invoices.kind, 'invoice'));
    const sequences = rows.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
    expect(sequences).toEqual(rows.map((_, index) => index + 1));
    const references = new Set(rows.map(({ transactionId }) => transactionId.slice(0, 8)));
    expect(references.size).toBe(rows.length);
    for (const reader of readers) expect(await balanceOf(reader)).toBe(300);
  });
});
