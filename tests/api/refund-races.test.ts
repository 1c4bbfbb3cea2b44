import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { lockBalance, moveCredits } from '#server/money/credits/ledger.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries, unlocks } from '#server/core/db/schema/money.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { lockTransaction } from '#server/money/payments/find-paid.ts';
import { applyRefunds } from '#server/money/payments/apply-refunds.ts';
import { withdraw } from '#server/money/payments/withdraw.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('what goes back while something else moves', () => {
  let shop: Shop;
  let lea: TestBrowser;
  let chapterId: string;
  beforeAll(async () => {
    shop = await openShop();
    const novel = await addNovel(shop.app, { chapters: [chapterDraft(1, { isPremium: true })] });
    chapterId = novel.chapterIds[0] ?? '';
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
  });
  afterAll(async () => {
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
    await shop.close();
  });

  const purchase = async () => {
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const [transaction] = await shop.app.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.stripeSessionId, sessionId));
    if (!transaction) throw new Error('nothing was bought');
    return { ...transaction, sessionId, paymentIntentId: transaction.stripePaymentIntentId ?? '' };
  };
  const entries = async () => {
    const rows = await shop.app.db
      .select({ delta: ledgerEntries.delta })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, lea.user.id))
      .orderBy(asc(ledgerEntries.sequence));
    return rows.map(({ delta }) => delta);
  };
  const world = () => {
    const { payments } = shop.app;
    if (!payments) throw new Error('the shop sells nothing');
    return { ...shop.app, payments };
  };
  const spendOne = async (tx: Database) => {
    const { id } = lea.user;
    await tx.insert(unlocks).values({ userId: id, chapterId, costCredits: 1 });
    const movement = { delta: -1, kind: 'unlock', reference: `${id}:${chapterId}` } as const;
    await moveCredits(tx, id, [movement], shop.app.clock.now());
  };
  /** Refunds at Stripe without sending events. */
  const refundQuietly = (sessionId: string, cents?: number) => {
    shop.stripe.control.setDelivery('never');
    shop.stripe.control.refund(sessionId, cents);
    shop.stripe.control.setDelivery('normal');
  };
  /** Until a transaction waits for the lock. */
  const untilSomebodyWaits = async () => {
    const counted = z.object({ rows: z.array(z.object({ waiting: z.int() })) });
    for (;;) {
      const found = await shop.app.db.execute(
        sql`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if ((counted.parse(found).rows[0]?.waiting ?? 0) > 0) return;
      await wait(5);
    }
  };
  /**
   * Starts something while rows are locked, and does the rest of the holder's work once it waits.
   */
  const during = async <Value>(
    hold: (tx: Database) => Promise<unknown>,
    start: () => Promise<Value>,
    goOn: (tx: Database) => Promise<unknown>,
  ): Promise<Value> => {
    const [started] = await shop.app.db.transaction(async (tx) => {
      await hold(tx);
      const underWay = [start()] as const;
      await untilSomebodyWaits();
      await goOn(tx);
      return underWay;
    });
    return started;
  };

  test('a refund takes nothing that a concurrent unlock takes', async () => {
    const { sessionId, paymentIntentId } = await purchase();
    await purchase();
    refundQuietly(sessionId);
    await during(
      (tx) => lockBalance(tx, lea.user.id),
      () => applyRefunds(world(), paymentIntentId),
      spendOne,
    );
    expect(await entries()).toEqual([300, 300, -1, -299]);
  });

  test('a withdrawal is refused when a concurrent unlock spends', async () => {
    const { id } = await purchase();
    await purchase();
    const answer = await during(
      (tx) => lockBalance(tx, lea.user.id),
      () => withdraw(shop.app, { userId: lea.user.id, transactionId: id, expectedCredits: 300 }),
      spendOne,
    );
    expect(answer).toMatchObject({ refusal: 'WITHDRAWAL_REFUSED', details: { credits: 299 } });
    expect(await entries()).toEqual([300, 300, -1]);
  });

  test('a refund that is processed five times concurrently is recorded once', async () => {
    const { id, sessionId, paymentIntentId } = await purchase();
    refundQuietly(sessionId, 100);
    await during(
      (tx) => lockTransaction(tx, id),
      () => Promise.all(Array.from({ length: 5 }, () => applyRefunds(world(), paymentIntentId))),
      () => wait(50),
    );
    expect(await entries()).toEqual([300, -60]);
    const notes = await shop.app.db.select().from(invoices).where(eq(invoices.transactionId, id));
    expect(notes.map(({ totalCents }) => totalCents).toSorted((a, b) => a - b)).toEqual([
      -100, 499,
    ]);
  });
});
