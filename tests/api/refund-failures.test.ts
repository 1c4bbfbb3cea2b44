import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { checkLedger, checkStripe } from '#server/money/payments/check-ledger.ts';
import { listTransfers } from '#server/money/payments/list-transfers.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { applyDispute } from '#server/money/payments/apply-dispute.ts';
import { closeTransfer } from '#server/money/payments/close-transfer.ts';
import { listTransactions } from '#shared/contracts/credits.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ask } from '../world/marks.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('money that goes back, when something is in its way', () => {
  let shop: Shop;
  let lea: TestBrowser;
  beforeAll(async () => {
    shop = await openShop();
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
  });
  afterAll(() => shop.close());

  const payments = () => {
    if (!shop.app.payments) throw new Error('the shop sells nothing');
    return shop.app.payments;
  };
  const purchaseOf = async (sessionId: string) => {
    const [transaction] = await shop.app.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.stripeSessionId, sessionId));
    if (!transaction) throw new Error('nothing was bought');
    return transaction;
  };
  const listedOf = async (browser: TestBrowser) => {
    const path = `/api/credit/transactions/${browser.user.id}`;
    const { body } = await ask(shop.app, browser, 'GET', path);
    const [listed] = listTransactions.response.parse(body);
    return listed;
  };
  const notesOf = async (sessionId: string) => {
    const { id } = await purchaseOf(sessionId);
    const notes = await shop.app.db
      .select()
      .from(invoices)
      .where(and(eq(invoices.transactionId, id), eq(invoices.kind, 'credit_note')));
    return notes.map(({ totalCents }) => totalCents).toSorted((a, b) => a - b);
  };
  /** A purchase withdrawn from while Stripe was down: its price is owed. */
  const owe = async (browser: TestBrowser) => {
    const sessionId = await buyPack(shop, browser, 'plan_basic');
    const { id } = await purchaseOf(sessionId);
    shop.stripe.control.setOutage({ kind: 'down' });
    const path = `/api/credit/withdrawal/${id}`;
    const answer = await ask(shop.app, browser, 'POST', path, { credits: 300 });
    shop.stripe.control.setOutage({ kind: 'none' });
    expect(answer).toMatchObject({ status: 200 });
    return sessionId;
  };
  const isPaidBack = async (browser: TestBrowser) =>
    typeof (await listedOf(browser))?.withdrawal?.refundedAt === 'string';

  test('what was refunded by hand meanwhile is not refunded twice', async () => {
    const sessionId = await owe(lea);
    shop.stripe.control.refund(sessionId);
    await shop.stripe.control.idle();
    await reconcile(shop.app);
    expect(await isPaidBack(lea)).toBe(true);
    expect(await listedOf(lea)).toMatchObject({ refundedCents: 499 });
    expect(await notesOf(sessionId)).toEqual([-499]);
  });

  test('a payment unknown to Stripe is paid by an admin, and fails no reconciliation', async () => {
    const sessionId = await owe(lea);
    const { id } = await purchaseOf(sessionId);
    await shop.app.db
      .update(creditTransactions)
      .set({ stripePaymentIntentId: `pi_elsewhere_${id}` })
      .where(eq(creditTransactions.id, id));
    expect(await reconcile(shop.app)).toMatchObject({ refused: 1, faulty: 0 });
    expect(await reconcile(shop.app)).toMatchObject({ refused: 1, faulty: 0 });
    const [owed] = await shop.app.db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.transactionId, id));
    expect(owed).toMatchObject({ refusalCode: 'resource_missing', transferCents: 499 });
    const transfer = {
      withdrawalId: owed?.id ?? '',
      reference: 'VIR-1',
      paidOn: parisDay(shop.app.clock.now()),
      amountCents: 499,
      settledBy: null,
    };
    expect(await closeTransfer(shop.app, transfer)).toBeNull();
    expect(await isPaidBack(lea)).toBe(true);
    expect(await notesOf(sessionId)).toEqual([-499]);
  });

  test('after a partial refund by hand, the rest is refunded', async () => {
    const sessionId = await owe(lea);
    shop.stripe.control.refund(sessionId, 100);
    await shop.stripe.control.idle();
    await reconcile(shop.app);
    expect(await isPaidBack(lea)).toBe(true);
    expect(await notesOf(sessionId)).toEqual([-399, -100]);
    expect(await shop.app.db.select().from(ledgerEntries)).not.toContainEqual(
      expect.objectContaining({ kind: 'refund', userId: lea.user.id }),
    );
  });

  test('a share that was refunded by hand is not refunded again from the rest', async () => {
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const { id, credits } = await purchaseOf(sessionId);
    const spent = { delta: -100, kind: 'adjustment', reference: `spent:${id}` } as const;
    await shop.app.db.transaction((tx) =>
      moveCredits(tx, lea.user.id, [spent], shop.app.clock.now()),
    );
    shop.stripe.control.setOutage({ kind: 'down' });
    const path = `/api/credit/withdrawal/${id}`;
    expect(await ask(shop.app, lea, 'POST', path, { credits: credits - 100 })).toMatchObject({
      status: 200,
    });
    shop.stripe.control.setOutage({ kind: 'none' });
    const owedCents = (await listedOf(lea))?.withdrawal?.amount ?? 0;
    expect(owedCents).toBe(333);
    shop.stripe.control.refund(sessionId, owedCents);
    await shop.stripe.control.idle();
    await reconcile(shop.app);
    expect(await isPaidBack(lea)).toBe(true);
    expect(await notesOf(sessionId)).toEqual([-owedCents]);
  });

  test.each([
    { spent: 100, refundedCents: 333, owedCents: 333 },
    { spent: 0, refundedCents: 100, owedCents: 499 },
  ])(
    '$refundedCents cents that were refunded by hand and returned by the bank are owed again',
    async ({ spent, refundedCents, owedCents }) => {
      const { control } = shop.stripe;
      const sessionId = await buyPack(shop, lea, 'plan_basic');
      const { id, stripePaymentIntentId } = await purchaseOf(sessionId);
      const entry = { kind: 'adjustment', reference: `spent:${id}` } as const;
      if (spent > 0) {
        await shop.app.db.transaction((tx) =>
          moveCredits(tx, lea.user.id, [{ ...entry, delta: -spent }], shop.app.clock.now()),
        );
      }
      control.setOutage({ kind: 'down' });
      const body = { credits: 300 - spent };
      await ask(shop.app, lea, 'POST', `/api/credit/withdrawal/${id}`, body);
      control.setOutage({ kind: 'none' });
      const byHand = control.refund(sessionId, refundedCents);
      await control.idle();
      control.failRefund(byHand.id);
      await control.idle();
      await reconcile(shop.app);
      const given = control
        .refunds()
        .filter((one) => one.payment_intent === stripePaymentIntentId)
        .filter(({ status }) => status === 'succeeded');
      expect(given).toMatchObject([{ amount: owedCents }]);
      expect(await isPaidBack(lea)).toBe(true);
      // The refund that was returned has its credit note.
      expect((await notesOf(sessionId)).reduce((sum, cents) => sum - cents, 0)).toBe(owedCents);
      expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
      const waiting = await listTransfers(shop.app.db, 'open');
      expect(waiting.filter(({ transactionId }) => transactionId === id)).toEqual([]);
    },
  );

  test('a refund before a withdrawal that the bank returned is owed beside it', async () => {
    const { control } = shop.stripe;
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const { id } = await purchaseOf(sessionId);
    const byHand = control.refund(sessionId, 100);
    await control.idle();
    control.failRefund(byHand.id);
    await control.idle();
    await ask(shop.app, lea, 'POST', `/api/credit/withdrawal/${id}`, { credits: 240 });
    await control.idle();
    expect(await isPaidBack(lea)).toBe(true);
    expect(await notesOf(sessionId)).toEqual([-399, -100]);
    const waiting = await listTransfers(shop.app.db, 'open');
    expect(waiting.filter((one) => one.transactionId === id)).toMatchObject([{ amount: 100 }]);
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
  });

  /** A lost dispute over so much of the price of 4.99, of which 1.00 was refunded by hand. */
  const lose = async (sessionId: string, amountCents: number) => {
    const { id, stripePaymentIntentId: paymentIntentId } = await purchaseOf(sessionId);
    const openedAt = shop.app.clock.now();
    const lost = { id: `du_${id}`, state: 'lost', reason: null, evidenceDueAt: null } as const;
    const world = { ...shop.app, payments: payments() };
    await applyDispute(world, { ...lost, paymentIntentId, amountCents, openedAt });
  };
  const byTransfer = async (sessionId: string) => {
    const { id } = await purchaseOf(sessionId);
    const waiting = await listTransfers(shop.app.db, 'open');
    return waiting.filter((one) => one.transactionId === id).map(({ amount }) => amount);
  };
  test.each([
    ['before', 'alone'],
    ['before', 'with that of a withdrawal'],
    ['untold before', 'alone'],
    ['untold before', 'with that of a withdrawal'],
    ['after', 'alone'],
  ] as const)(
    'a refund that the bank sent back %s a lost dispute, %s, is due but for what that has paid of it',
    async (order, others) => {
      const { control } = shop.stripe;
      for (const [lostCents, due] of [
        [399, [100]],
        [449, [50]],
        [499, []],
      ] as const) {
        const sessionId = await buyPack(shop, lea, 'plan_basic');
        const refunds = [control.refund(sessionId, 100).id];
        await control.idle();
        if (others !== 'alone') {
          const { id } = await purchaseOf(sessionId);
          await ask(shop.app, lea, 'POST', `/api/credit/withdrawal/${id}`, { credits: 240 });
          await control.idle();
          refunds.push(control.refunds().at(-1)?.id ?? '');
        }
        if (order === 'after') await lose(sessionId, lostCents);
        if (order === 'untold before') control.setDelivery('never');
        for (const id of refunds) control.failRefund(id);
        await control.idle();
        await lose(sessionId, lostCents);
        control.setDelivery('normal');
        expect(await byTransfer(sessionId)).toEqual(due);
        await reconcile(shop.app);
        await lose(sessionId, lostCents);
        expect(await byTransfer(sessionId)).toEqual(due);
      }
    },
  );

  // Stripe's idempotency keys expire after a day; a killed server may come back later.
  test('a refund whose response was lost is found again, not requested again', async () => {
    const sessionId = await owe(lea);
    const { id, stripePaymentIntentId } = await purchaseOf(sessionId);
    const listed = await listedOf(lea);
    const [withdrawal] = await shop.app.db.query.withdrawals.findMany({
      where: (table) => eq(table.transactionId, id),
    });
    shop.stripe.control.setDelivery('never');
    await payments().refund({
      paymentIntentId: stripePaymentIntentId ?? '',
      amountCents: listed?.withdrawal?.amount ?? 0,
      withdrawalId: withdrawal?.id ?? '',
      transactionId: id,
    });
    const before = shop.exchanges.length;
    await reconcile(shop.app);
    shop.stripe.control.setDelivery('normal');
    expect(await isPaidBack(lea)).toBe(true);
    expect(await notesOf(sessionId)).toEqual([-499]);
    const asked = shop.exchanges.slice(before).filter(({ path }) => path === '/v1/refunds');
    expect(asked.map(({ method }) => method)).not.toContain('POST');
  });

  test('a withdrawal whose refund the bank returned is left to an admin', async () => {
    const sessionId = await owe(lea);
    const { id, stripePaymentIntentId } = await purchaseOf(sessionId);
    const [withdrawal] = await shop.app.db.query.withdrawals.findMany({
      where: (table) => eq(table.transactionId, id),
    });
    shop.stripe.control.setDelivery('never');
    const refund = await payments().refund({
      paymentIntentId: stripePaymentIntentId ?? '',
      amountCents: 499,
      withdrawalId: withdrawal?.id ?? '',
      transactionId: id,
    });
    if ('refusalCode' in refund) throw new Error('Stripe refuses');
    shop.stripe.control.failRefund(refund.id);
    shop.stripe.control.setDelivery('normal');
    const before = shop.exchanges.length;
    expect(await reconcile(shop.app)).toMatchObject({ refunded: 0 });
    expect(await isPaidBack(lea)).toBe(false);
    const asked = shop.exchanges.slice(before).filter(({ path }) => path === '/v1/refunds');
    expect(asked.map(({ method }) => method)).not.toContain('POST');
    // By hand, to another account of hers.
    shop.stripe.control.refund(sessionId);
    await shop.stripe.control.idle();
    await reconcile(shop.app);
    expect(await isPaidBack(lea)).toBe(true);
  });

  test('a refund that the bank returned and that is made again has one credit note', async () => {
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const first = shop.stripe.control.refund(sessionId);
    await shop.stripe.control.idle();
    shop.stripe.control.failRefund(first.id);
    await shop.stripe.control.idle();
    shop.stripe.control.refund(sessionId);
    await shop.stripe.control.idle();
    expect(await notesOf(sessionId)).toEqual([-499]);
    const refunds = shop.stripe.control
      .events()
      .filter(({ type }) => type.startsWith('refund.'))
      .map(({ id }) => shop.stripe.control.delivery(id).delivery);
    expect(refunds).not.toContain('failed');
    expect(await listedOf(lea)).toMatchObject({ refundedCents: 499 });
  });

  test('a part that the bank returned and that is made again takes its share once', async () => {
    const { control } = shop.stripe;
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const first = control.refund(sessionId, 100);
    await control.idle();
    control.failRefund(first.id);
    await control.idle();
    control.refund(sessionId, 100);
    await control.idle();
    expect(await takenOf(lea)).toEqual([-60]);
    expect(await notesOf(sessionId)).toEqual([-100]);
    // What goes beyond it is new.
    control.refund(sessionId, 50);
    await control.idle();
    for (const { id } of control.events().slice(-8)) await control.deliverAgain(id);
    expect(await takenOf(lea)).toEqual([-60, -30]);
    expect(await notesOf(sessionId)).toEqual([-100, -50]);
    expect(await listedOf(lea)).toMatchObject({ refundedCents: 150 });
  });

  const takenOf = async ({ user }: TestBrowser) => {
    const rows = await shop.app.db
      .select({ delta: ledgerEntries.delta })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.userId, user.id), eq(ledgerEntries.kind, 'refund')))
      .orderBy(asc(ledgerEntries.sequence));
    return rows.map(({ delta }) => delta);
  };

  test('refunds and lost disputes without an event are caught up on, once', async () => {
    const { control } = shop.stripe;
    const refunded = await buyPack(shop, lea, 'plan_basic');
    const karim = await signInAs(shop.app, { name: 'Karim' });
    const disputed = await buyPack(shop, karim, 'plan_basic');
    const zoe = await signInAs(shop.app, { name: 'Zoé' });
    const won = await buyPack(shop, zoe, 'plan_basic');
    control.setDelivery('never');
    for (const cents of [100, 50]) control.refund(refunded, cents);
    control.closeDispute(control.openDispute(disputed).id, 'lost');
    control.closeDispute(control.openDispute(won).id, 'won');
    control.setDelivery('normal');
    expect(await reconcile(shop.app)).toMatchObject({ caughtUp: 2, faulty: 0 });
    expect(await reconcile(shop.app)).toMatchObject({ caughtUp: 0, faulty: 0 });
    expect(await notesOf(refunded)).toEqual([-100, -50]);
    expect(await takenOf(lea)).toEqual([-60, -30]);
    expect(await balanceOf(lea)).toBe(210);
    expect(await balanceOf(karim)).toBe(0);
    expect(await balanceOf(zoe)).toBe(300);
    expect(await notesOf(disputed)).toEqual([]);
  });

  const balanceOf = async ({ user }: TestBrowser) => {
    const [row] = await shop.app.db.select().from(users).where(eq(users.id, user.id));
    return row?.credits;
  };

  test.each(['told', 'not told'])(
    'a lost dispute, %s, cancels the withdrawal that is owed',
    async (how) => {
      const { control } = shop.stripe;
      const sessionId = await owe(lea);
      const dispute = control.openDispute(sessionId);
      await control.idle();
      if (how === 'not told') control.setDelivery('never');
      control.closeDispute(dispute.id, 'lost');
      await control.idle();
      control.setDelivery('normal');
      expect(await isPaidBack(lea)).toBe(how === 'told');
      expect(await reconcile(shop.app)).toMatchObject({ refunded: 0, faulty: 0 });
      expect(await isPaidBack(lea)).toBe(true);
      expect(await notesOf(sessionId)).toEqual([]);
      const later = new Date(shop.app.clock.now().getTime() + 25 * 60 * 60_000);
      const { id } = await purchaseOf(sessionId);
      // Refunds that a bank returned in the tests before wait on.
      const found = await checkLedger(shop.app.db, later);
      expect(found.filter((one) => one.id === id)).toEqual([]);
    },
  );

  test('a lost dispute over less than is owed cancels no withdrawal', async () => {
    const sessionId = await owe(lea);
    const { stripePaymentIntentId } = await purchaseOf(sessionId);
    const world = { ...shop.app, payments: payments() };
    await applyDispute(world, {
      id: 'du_part',
      state: 'lost',
      evidenceDueAt: null,
      reason: null,
      paymentIntentId: stripePaymentIntentId,
      amountCents: 498,
      openedAt: shop.app.clock.now(),
    });
    expect(await isPaidBack(lea)).toBe(false);
    expect(await reconcile(shop.app)).toMatchObject({ refunded: 1 });
  });

  test('one purchase that cannot be settled does not block the others', async () => {
    shop.stripe.control.setDelivery('never');
    const broken = await buyPack(shop, lea, 'plan_basic');
    await shop.app.db
      .update(creditTransactions)
      .set({ billing: {} })
      .where(eq(creditTransactions.stripeSessionId, broken));
    const karim = await signInAs(shop.app, { name: 'Karim' });
    const sound = await buyPack(shop, karim, 'plan_basic');
    shop.stripe.control.setDelivery('normal');
    shop.app.clock.advance(61_000);
    expect(await reconcile(shop.app)).toMatchObject({ completed: 1, faulty: 1 });
    expect(await purchaseOf(sound)).toMatchObject({ status: 'completed' });
    expect(await purchaseOf(broken)).toMatchObject({ status: 'pending' });
    await shop.app.db
      .update(creditTransactions)
      .set({ billing: (await purchaseOf(sound)).billing })
      .where(eq(creditTransactions.stripeSessionId, broken));
    shop.app.clock.advance(61_000);
    expect(await reconcile(shop.app)).toMatchObject({ completed: 1, faulty: 0 });
  });

  test('a check that runs during a purchase finds no mismatch', async () => {
    const real = payments();
    const differences = await checkStripe(
      shop.app,
      {
        ...real,
        listSessions: async function* (from) {
          yield* real.listSessions(from);
          await buyPack(shop, lea, 'plan_basic');
        },
      },
      new Date(Date.now() - 60_000),
    );
    expect(differences.filter(({ what }) => what.startsWith('un achat crédité'))).toEqual([]);
  });

  test('a withdrawal that is owed for more than a day is a mismatch', async () => {
    const sessionId = await owe(lea);
    const { id } = await purchaseOf(sessionId);
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
    const later = new Date(shop.app.clock.now().getTime() + 25 * 60 * 60_000);
    const found = await checkLedger(shop.app.db, later);
    expect(found.filter((one) => one.id === id)).toMatchObject([
      { what: 'une rétractation n’est pas remboursée depuis plus d’un jour' },
    ]);
    await reconcile(shop.app);
  });

  test('a withdrawal that Stripe refuses to pay does not block the others', async () => {
    const disputed = await owe(lea);
    const karim = await signInAs(shop.app, { name: 'Karim' });
    await owe(karim);
    const { id } = shop.stripe.control.openDispute(disputed);
    await shop.stripe.control.idle();
    expect(await reconcile(shop.app)).toMatchObject({ refunded: 1, disputed: 1, faulty: 0 });
    expect(await isPaidBack(karim)).toBe(true);
    expect(await isPaidBack(lea)).toBe(false);
    shop.stripe.control.closeDispute(id, 'won');
    await shop.stripe.control.idle();
  });

  test('a refund pays no withdrawal from another purchase', async () => {
    const owed = await purchaseOf(await owe(lea));
    const [withdrawal] = await shop.app.db.query.withdrawals.findMany({
      where: (table) => eq(table.transactionId, owed.id),
    });
    const other = await purchaseOf(await buyPack(shop, lea, 'plan_basic'));
    await payments().refund({
      paymentIntentId: other.stripePaymentIntentId ?? '',
      amountCents: 499,
      withdrawalId: withdrawal?.id ?? '',
      transactionId: other.id,
    });
    await shop.stripe.control.idle();
    expect(await purchaseOf(other.stripeSessionId ?? '')).toMatchObject({ refundedCents: 499 });
    expect(await purchaseOf(owed.stripeSessionId ?? '')).toMatchObject({ refundedCents: 0 });
    const [still] = await shop.app.db.query.withdrawals.findMany({
      where: (table) => eq(table.transactionId, owed.id),
    });
    expect(still?.refundedAt).toBeNull();
  });
});
