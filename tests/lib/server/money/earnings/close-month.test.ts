import { desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { unlockChapter, unlockNovel } from '#server/money/credits/unlock-chapters.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import {
  closedMonths,
  earningShares,
  novelHandovers,
  statementLines,
  statements,
} from '#server/core/db/schema/earnings.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import {
  payoutLines,
  payoutOrders,
  payouts,
  payRates,
  taxSheets,
} from '#server/core/db/schema/payouts.ts';
import { checkStatements } from '#server/money/earnings/check-statements.ts';
import { closeMonth, closingDelayMs } from '#server/money/earnings/close-month.ts';
import { recordHandover } from '#server/money/earnings/handovers.ts';
import { endOfMonth, monthAfter } from '#server/money/earnings/paris-month.ts';
import { setShare } from '#server/money/earnings/calls.ts';
import { statementRules } from '#server/money/earnings/statement-rules.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { findViolations } from '#server/money/payments/check-ledger.ts';
import { refundWithdrawal, withdraw } from '#server/money/payments/withdraw.ts';
import { findAuthorBalances } from '#server/money/payouts/author-balances.ts';
import { orderPayouts } from '#server/money/payouts/order-payouts.ts';
import { saveAccount } from '#server/money/payouts/payout-account.ts';
import { closePayout } from '#server/money/payouts/close-payout.ts';
import { parisDay } from '#shared/site/formats.ts';
import { act, lateWin, plainYear, type Act } from '#tests/world/earning-acts.ts';
import {
  countNaively,
  type NaiveSum,
  type Owning,
  type Sharing,
} from '#tests/world/naive-earnings.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { buyPack, openShop, type Shop } from '#tests/world/payments.ts';
import { addRates, addSheet, shownPay } from '#tests/world/pay.ts';
import { addUser, signInAs, type TestBrowser } from '#tests/world/people.ts';
import { sorted, sumStated } from '#tests/world/stated-sums.ts';

describe('closing a month', () => {
  let shop: Shop;
  let authorIds: string[];
  let admin: string;
  let novelIds: string[];
  let chapterIds: string[];
  /** The month to close next. */
  let month: string;
  const readers: TestBrowser[] = [];
  const sessions: string[] = [];
  /** For the oracle. */
  const owning: Owning[] = [];
  const sharing: Sharing[] = [];
  /** What the bank paid each author, in cents, less what came back. */
  const paid = new Map<string, number>();
  let stated = 0;

  beforeAll(async () => {
    shop = await openShop();
    authorIds = [(await addUser(shop.app, {})).id, (await addUser(shop.app, {})).id];
    admin = (await addUser(shop.app, { role: 'admin' })).id;
    const drafts = Array.from({ length: 4 }, (_, at) => chapterDraft(at + 1, { isPremium: true }));
    const [one, two] = [
      await addNovel(shop.app, { title: 'Un', chapters: drafts }),
      await addNovel(shop.app, { title: 'Deux', chapters: drafts }),
    ];
    novelIds = [one.id, two.id];
    chapterIds = [...one.chapterIds, ...two.chapterIds];
    await own(one.id, authorIds[0] ?? null, new Date(0));
    await own(two.id, null, new Date(0));
    const account = { holderName: 'Léa Martin', iban: 'FR7630006000011234567890189' };
    await addRates(shop.app, admin);
    for (const id of authorIds) {
      await saveAccount(shop.app, id, account);
      await addSheet(shop.app, id);
    }
    month = parisDay(shop.app.clock.now()).slice(0, 7);
  });
  afterAll(() => shop.close());

  async function perform(step: Act): Promise<void> {
    const { app, stripe } = shop;
    const reader = 'reader' in step ? readers.at(step.reader % Math.max(1, readers.length)) : null;
    const sessionId =
      'at' in step ? sessions.at(-1 - (step.at % Math.max(1, sessions.length))) : '';
    switch (step.kind) {
      case 'buy': {
        const buyer = await signInAs(app);
        readers.unshift(buyer);
        sessions.push(await buyPack(shop, buyer, 'plan_basic'));
        return;
      }
      case 'unlock':
        if (reader) await unlock(reader, step.at);
        return;
      case 'bundle': {
        const novelId = novelIds[step.at] ?? '';
        if (!reader) return;
        const wish = (expectedCredits: number) =>
          unlockNovel(app, reader.user, { novelId, expectedCredits }, () => Promise.resolve(null));
        const first = await wish(1);
        if ('details' in first && typeof first.details.credits === 'number') {
          await wish(first.details.credits);
        }
        return;
      }
      case 'gift':
        if (reader) await give(reader, step.credits);
        return;
      case 'price': {
        const own = eq(chapters.id, chapterIds[step.at] ?? '');
        await app.db.update(chapters).set({ creditCost: step.credits }).where(own);
        return;
      }
      case 'share': {
        const [novelId = '', authorId = ''] = [novelIds[0], authorIds[0]];
        const scope = [{}, { novelId }, { authorId }][step.scope] ?? {};
        const at = new Date(app.clock.now().getTime() - step.daysAgo * 86_400_000);
        const share = { basisPoints: step.basisPoints, startsOn: parisDay(at) };
        const wanted = { novelId: null, authorId: null, ...scope, ...share };
        expect(await setShare(app, wanted, admin)).toBeNull();
        sharing.push({ ...scope, basisPoints: step.basisPoints, day: share.startsOn });
        // Of two shares of one day the later set counts: not in the same millisecond.
        app.clock.advance(1);
        return;
      }
      case 'handover': {
        const novelId = novelIds[step.novel] ?? '';
        const from = owning.findLast((one) => one.novelId === novelId)?.authorId ?? null;
        app.clock.advance(1);
        await recordHandover(app.db, novelId, from, app.clock.now());
        await own(novelId, authorIds[step.author] ?? null, app.clock.now());
        return;
      }
      case 'pay':
        await pay(authorIds[step.author] ?? '');
        return;
      case 'returned':
        await returnLast();
        return;
      case 'withdraw':
        if (sessionId) await withdrawAll(sessionId);
        return;
      case 'days':
        app.clock.advance(step.days * 86_400_000);
        return;
      case 'close':
        await closeNext();
        await expectExact();
        return;
      default:
        if (sessionId) impose(step, sessionId);
        await stripe.control.idle();
    }
  }

  async function unlock({ user }: TestBrowser, at: number): Promise<void> {
    const wanted = { chapterId: chapterIds[at] ?? '' };
    await unlockChapter(shop.app, user, wanted, () => Promise.resolve(null));
  }

  async function give({ user }: TestBrowser, delta: number): Promise<void> {
    const { db, clock } = shop.app;
    const movement = { delta, kind: 'adjustment', reference: crypto.randomUUID() } as const;
    await db.transaction((tx) => moveCredits(tx, user.id, [movement], clock.now()));
  }

  function impose(step: Act, sessionId: string): void {
    const { control } = shop.stripe;
    try {
      if (step.kind === 'refund') control.refund(sessionId, step.cents);
      else if (step.kind === 'openDispute') control.openDispute(sessionId);
      else if (step.kind === 'closeDispute') {
        const intent = control.sessions().find(({ id }) => id === sessionId)?.payment_intent;
        const dispute = control.disputes().find(({ payment_intent: of }) => of === intent);
        if (dispute) control.closeDispute(dispute.id, step.isLost ? 'lost' : 'won');
      }
    } catch {
      // Stripe refuses what is impossible.
    }
  }

  async function own(novelId: string, authorId: string | null, from: Date): Promise<void> {
    await shop.app.db.update(novels).set({ ownerId: authorId }).where(eq(novels.id, novelId));
    owning.push({ novelId, authorId, from });
  }

  /** Pays an author what is due to them, if something is. */
  async function pay(authorId: string): Promise<void> {
    const { app } = shop;
    const balance = (await findAuthorBalances(app.db)).find((one) => one.authorId === authorId);
    const due = balance?.dueCents;
    const accountUpdatedAt = balance?.account?.updatedAt ?? app.clock.now();
    const executesOn = parisDay(app.clock.now());
    const { net } = await shownPay(app, authorId);
    const pays = [{ authorId, amountCents: due ?? 0, netCents: net, accountUpdatedAt }];
    const wanted = { pays, confirmed: [authorId], executesOn, createdBy: admin };
    const ordered = await orderPayouts(app, wanted);
    if (due === undefined || due <= 0) {
      expect(ordered).toMatchObject({ refusal: 'PAYOUT_REFUSED' });
      return;
    }
    const [payout] = await app.db
      .select()
      .from(payouts)
      .where(eq(payouts.orderId, typeof ordered === 'string' ? ordered : ''));
    const outcome = { state: 'paid', paidOn: executesOn } as const;
    const settlement = { payoutId: payout?.id ?? '', outcome, settledBy: admin };
    expect(await closePayout(app, settlement)).toBeNull();
    paid.set(authorId, (paid.get(authorId) ?? 0) + due);
  }

  async function returnLast(): Promise<void> {
    const { app } = shop;
    const isPaid = eq(payouts.state, 'paid');
    const [last] = await app.db.select().from(payouts).where(isPaid).orderBy(desc(payouts.id));
    if (!last) return;
    const settlement = { payoutId: last.id, outcome: { state: 'failed' } as const };
    expect(await closePayout(app, { ...settlement, settledBy: admin })).toBeNull();
    paid.set(last.authorId, (paid.get(last.authorId) ?? 0) - last.amountCents);
  }

  /** The buyer withdraws from a purchase as far as it is unspent, and is refunded. */
  async function withdrawAll(sessionId: string): Promise<void> {
    const { app } = shop;
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [purchase] = await app.db.select().from(creditTransactions).where(bought);
    if (!purchase) throw new Error('nothing was bought');
    const { id: transactionId, userId } = purchase;
    const wish = (expectedCredits: number) =>
      withdraw(app, { userId, transactionId, expectedCredits });
    const first = await wish(-1);
    const asked = isRefusal(first) ? first.details?.credits : 0;
    const done = typeof asked === 'number' && asked > 0 ? await wish(asked) : first;
    const { payments } = app;
    if (isRefusal(done) || !payments) return;
    // Stripe may refuse it, as while a dispute is open: it stays owed.
    await refundWithdrawal({ ...app, payments }, done.withdrawalId).catch(() => null);
    await shop.stripe.control.idle();
  }

  async function closeNext(): Promise<void> {
    const { clock } = shop.app;
    const due = endOfMonth(month).getTime() + closingDelayMs - clock.now().getTime();
    if (due > 0) clock.advance(due);
    expect(await closeMonth(shop.app, month)).toBe('closed');
    expect(await closeMonth(shop.app, month)).toBe('already');
    month = monthAfter(month);
  }

  async function expectExact(): Promise<void> {
    const { db } = shop.app;
    const [latest] = await db
      .select()
      .from(closedMonths)
      .orderBy(desc(closedMonths.month))
      .limit(1);
    if (!latest) throw new Error('no month is closed');
    const expected = await countNaively(db, latest.endedAt, { owning, sharing });
    expect(sorted(await sumStated(db))).toEqual(sorted(expected));
    stated = [...expected.values()].reduce((sum, { due }) => sum + due, stated);
    await expectAccounts(expected);
    expect(await checkStatements(db)).toEqual([]);
    expect(await findViolations(db, statementRules)).toEqual([]);
  }

  /** Each author's last statement: all that was earned, less all that the bank paid. */
  async function expectAccounts(expected: ReadonlyMap<string, NaiveSum>): Promise<void> {
    for (const authorId of authorIds) {
      const own = [...expected].filter(([key]) => key.endsWith(` ${authorId}`));
      const earned = own.reduce((sum, [, { due }]) => sum + due, 0);
      const [last] = await shop.app.db
        .select()
        .from(statements)
        .where(eq(statements.authorId, authorId))
        .orderBy(desc(statements.month))
        .limit(1);
      expect(last?.balanceCents ?? 0).toBe(earned - (paid.get(authorId) ?? 0));
    }
  }

  test('states what the ledger says, to the cent, after any sequence of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (steps) => {
        for (const step of steps) await perform(step);
        await closeNext();
        await expectExact();
      }),
      { numRuns: 12, endOnFailure: true, examples: [[plainYear], [lateWin]] },
    );
    // The sequences were not empty ones.
    expect(stated).toBeGreaterThan(0);
  }, 200_000);

  test('refuses a month that has not ended, and one out of order', async () => {
    expect(await closeMonth(shop.app, month)).toBe('early');
    expect(await closeMonth(shop.app, monthAfter(month))).toBe('order');
  });

  test('leaves closed months and their lines unchangeable', async () => {
    const { db } = shop.app;
    const append = /append-only/;
    const wrongs = [
      db.update(statementLines).set({ dueCents: 1 }),
      db.delete(statementLines),
      db.update(statements).set({ paidCents: 1 }),
      db.delete(statements),
      db.delete(novelHandovers),
      db.delete(payoutOrders),
      db.delete(closedMonths),
      db.update(earningShares).set({ basisPoints: 1 }),
    ];
    await db.insert(earningShares).values({ basisPoints: 1, startsOn: '2020-01-01' });
    await recordHandover(db, novelIds[0] ?? '', null, shop.app.clock.now());
    const payer = { payerName: 'Éditeur', payerIban: 'FR7630006000011234567890189' };
    await db.insert(payoutOrders).values({ ...payer, executesOn: '2026-12-01', createdBy: admin });
    expect(await db.$count(statements)).toBeGreaterThan(0);
    for (const wrong of wrongs) {
      const error = await wrong.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(String(error instanceof Error ? error.cause : error)).toMatch(append);
    }
  });

  test('refuses rows that are added to a closed month', async () => {
    const { db } = shop.app;
    const [line] = await db.select().from(statementLines);
    const [stated] = await db.select().from(statements);
    if (!line || !stated) throw new Error('nothing was stated');
    const other = (await addUser(shop.app, {})).id;
    const wrongs = [
      db.insert(statementLines).values({ ...line, id: crypto.randomUUID(), authorId: other }),
      db.insert(statements).values({ ...stated, authorId: other }),
    ];
    for (const wrong of wrongs) {
      const error = await wrong.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(String(error instanceof Error ? error.cause : error)).toMatch(/is closed/);
    }
  });

  test('leaves payments unchangeable but for their state', async () => {
    const { db } = shop.app;
    await db.update(payouts).set({ state: 'failed' }).where(eq(payouts.state, 'paid'));
    expect(await db.$count(payouts)).toBeGreaterThan(0);
    const wrongs = [
      db.update(payouts).set({ amountCents: 1 }),
      db.update(payouts).set({ netCents: 1 }),
      db.update(payoutLines).set({ amountCents: 1 }),
      db.delete(payoutLines),
      db.insert(payoutLines).select(db.select().from(payoutLines)),
      db.update(taxSheets).set({ regime: 'bnc' }),
      db.delete(payRates),
      db.update(payouts).set({ iban: 'FR7630006000011234567890188' }),
      db.update(payouts).set({ state: 'ordered', settledAt: null }),
      db.delete(payouts),
    ];
    for (const wrong of wrongs) {
      const error = await wrong.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(String(error instanceof Error ? error.cause : error)).toMatch(
        /append-only|its state alone|is prepared/,
      );
    }
  });
});
