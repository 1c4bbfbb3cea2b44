import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/core/db/schema/identity.ts';
import { findFrozen } from '#server/money/credits/frozen.ts';
import { findUnspent } from '#server/money/credits/unspent.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { checkLedger, checkStripe } from '#server/money/payments/check-ledger.ts';
import { listTransfers } from '#server/money/payments/list-transfers.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { closeTransfer } from '#server/money/payments/close-transfer.ts';
import { listTransactions } from '#server/money/payments/transactions.ts';
import { frozenOf } from '#server/money/payments/withdraw.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ask } from '#tests/world/marks.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';
import { openShop, orderPack, type Shop } from '#tests/world/payments.ts';
import { signInAs, type TestBrowser } from '#tests/world/people.ts';
import { pass } from '#tests/world/passes.ts';

/** Possible events, in any order; numbers select the purchase or chapter. */
const act = fc.oneof(
  fc.record({ kind: fc.constant('order' as const) }),
  fc.record({ kind: fc.constant('pay' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('payByDebit' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('settleDebit' as const), at: fc.nat(5), isGood: fc.boolean() }),
  fc.record({ kind: fc.constant('expire' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('unlock' as const), at: fc.nat(7) }),
  fc.record({ kind: fc.constant('unlockTwice' as const), at: fc.nat(7) }),
  fc.record({
    kind: fc.constant('refund' as const),
    at: fc.nat(5),
    cents: fc.integer({ min: 1, max: 499 }),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('openDispute' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('closeDispute' as const), at: fc.nat(5), isLost: fc.boolean() }),
  fc.record({ kind: fc.constant('settleTransfers' as const) }),
  // How events are delivered: not at all, twice, or reversed.
  fc.record({
    kind: fc.constant('deliver' as const),
    mode: fc.constantFrom('normal', 'twice', 'never', 'late'),
  }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({ kind: fc.constant('repeatEvents' as const) }),
  fc.record({ kind: fc.constant('reconcile' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

describe('any sequence of what may happen to money', () => {
  let shop: Shop;
  let chapterIds: string[];
  beforeAll(async () => {
    shop = await openShop();
    ({ chapterIds } = await addNovel(shop.app, {
      chapters: Array.from({ length: 8 }, (_, at) => chapterDraft(at + 1, { isPremium: true })),
    }));
  });
  afterAll(() => shop.close());

  /** A reader and their orders so far. */
  type Story = { reader: TestBrowser; sessionIds: string[] };

  async function perform({ reader, sessionIds }: Story, step: Act): Promise<void> {
    const { control } = shop.stripe;
    const sessionId = 'at' in step ? (sessionIds[step.at] ?? '') : '';
    switch (step.kind) {
      case 'order':
        if (sessionIds.length < 6) sessionIds.push(await orderPack(shop, reader, 'plan_basic'));
        return;
      case 'unlock':
      case 'unlockTwice': {
        const path = `/api/chapters/${chapterIds[step.at] ?? ''}/unlock`;
        const times = step.kind === 'unlock' ? 1 : 3;
        const wishes = Array.from({ length: times }, () => ask(shop.app, reader, 'POST', path));
        for (const { status } of await Promise.all(wishes)) expect([200, 402]).toContain(status);
        return;
      }
      case 'withdraw': {
        const listed = await listTransactions(shop.app, reader.user.id);
        const one = listed[step.at];
        if (!one) return;
        const body = { credits: one.withdrawable?.credits ?? 1 };
        await ask(shop.app, reader, 'POST', `/api/credit/withdrawal/${one._id}`, body);
        return;
      }
      case 'settleTransfers':
        await payByTransfer(reader);
        return;
      case 'deliver':
        control.setDelivery(step.mode);
        return;
      case 'release':
        control.releaseEvents('reversed');
        break;
      case 'repeatEvents':
        for (const { id } of control.events().slice(-6)) await control.deliverAgain(id);
        break;
      case 'reconcile':
        shop.app.clock.advance(61_000);
        await reconcile(shop.app);
        break;
      default:
        if (sessionId === '') return;
        impose(step, sessionId);
    }
    await control.idle();
  }

  /** What waits for an admin is paid by bank transfer. */
  async function payByTransfer({ user }: TestBrowser): Promise<void> {
    const theirs = eq(withdrawals.userId, user.id);
    const own = await shop.app.db.select({ id: withdrawals.id }).from(withdrawals).where(theirs);
    for (const { _id, amount } of await listTransfers(shop.app.db, 'open')) {
      if (!own.some(({ id }) => id === _id)) continue;
      const paidOn = parisDay(shop.app.clock.now());
      const transfer = { withdrawalId: _id, reference: `VIR ${_id}`, paidOn, settledBy: null };
      expect(await closeTransfer(shop.app, { ...transfer, amountCents: amount })).toBeNull();
    }
  }

  /** With an open dispute nothing of the purchase can be spent; otherwise nothing is frozen. */
  async function expectFrozen({ reader }: Story): Promise<void> {
    const { db } = shop.app;
    const theirs = eq(creditTransactions.userId, reader.user.id);
    const bought = await db.select().from(creditTransactions).where(theirs);
    const [unspent, frozen] = [
      await findUnspent(db, reader.user.id),
      await findFrozen(db, reader.user.id),
    ];
    for (const { id, stripePaymentIntentId } of bought) {
      const isOpen = shop.stripe.control
        .disputes()
        .some(
          ({ payment_intent: of, status }) =>
            of === stripePaymentIntentId && !['won', 'lost'].includes(status),
        );
      if (isOpen) expect(unspent.get(id) ?? 0).toBe(0);
      else expect(frozenOf(frozen, id)).toBe(0);
    }
  }

  /** An action of the buyer, the bank or the operator at Stripe; impossible ones are skipped. */
  function impose(step: Act, sessionId: string): void {
    const { control } = shop.stripe;
    try {
      if (step.kind === 'pay') control.paySession(sessionId);
      else if (step.kind === 'payByDebit') control.paySession(sessionId, 'sepa');
      else if (step.kind === 'settleDebit' && step.isGood) control.settlePayment(sessionId);
      else if (step.kind === 'settleDebit') control.failPayment(sessionId);
      else if (step.kind === 'expire') control.expireSession(sessionId);
      else if (step.kind === 'refund') control.refund(sessionId, step.cents);
      else if (step.kind === 'openDispute') control.openDispute(sessionId);
      else if (step.kind === 'closeDispute') {
        const intent = control.sessions().find(({ id }) => id === sessionId)?.payment_intent;
        const dispute = control.disputes().find(({ payment_intent: of }) => of === intent);
        if (dispute) control.closeDispute(dispute.id, step.isLost ? 'lost' : 'won');
      }
    } catch {
      // Stripe refuses what is impossible: a second payment, a refund of nothing.
    }
  }

  async function expectSound({ reader }: Story): Promise<void> {
    const [user] = await shop.app.db.select().from(users).where(eq(users.id, reader.user.id));
    const entries = await shop.app.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, reader.user.id))
      .orderBy(asc(ledgerEntries.sequence));
    const balance = entries.reduce((sum, { delta }) => sum + delta, 0);
    expect(user?.credits).toBe(balance);
    expect(Math.min(0, ...entries.map(({ balanceAfter }) => balanceAfter))).toBe(0);
  }

  test('keeps balances equal to their entries, never below zero, and consistent with Stripe in the end', async () => {
    const from = new Date(Date.now() - 60_000);
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (steps) => {
        const story: Story = { reader: await signInAs(shop.app), sessionIds: [] };
        await pass(shop.app, story.reader.user.id, chapterIds);
        for (const step of steps) {
          await perform(story, step);
          await expectSound(story);
        }
        // The next reconciliation catches up on lost events.
        shop.stripe.control.setDelivery('normal');
        shop.stripe.control.releaseEvents();
        await shop.stripe.control.idle();
        shop.app.clock.advance(61_000);
        await reconcile(shop.app);
        await expectSound(story);
        await expectFrozen(story);
        expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
      }),
      { numRuns: 12 },
    );
    const { payments } = shop.app;
    if (!payments) throw new Error('the shop sells nothing');
    expect(await checkStripe(shop.app, payments, from)).toEqual([]);
  }, 300_000);
});
