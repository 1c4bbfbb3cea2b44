import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseAccount } from '#server/account/erase-account.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { disputes } from '#server/core/db/schema/returns.ts';
import { applyDispute } from '#server/money/payments/apply-dispute.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { listTransactions } from '#shared/contracts/credits.ts';
import { ask } from '../world/marks.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('a payment that the buyer’s bank disputes', () => {
  let shop: Shop;
  let lea: TestBrowser;
  beforeAll(async () => {
    shop = await openShop();
  });
  beforeEach(async () => {
    shop.stripe.control.setDelivery('normal');
    lea = await signInAs(shop.app);
  });
  afterAll(() => shop.close());

  const balance = async () => {
    const [row] = await shop.app.db.select().from(users).where(eq(users.id, lea.user.id));
    return row?.credits;
  };
  const movements = async () => {
    const rows = await shop.app.db
      .select({ delta: ledgerEntries.delta, kind: ledgerEntries.kind })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, lea.user.id))
      .orderBy(asc(ledgerEntries.sequence));
    return rows.map(({ delta, kind }) => `${kind} ${delta}`);
  };
  const idOf = async (sessionId: string) => {
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [row] = await shop.app.db.select().from(creditTransactions).where(bought);
    return row?.id ?? '';
  };
  const listed = async (sessionId: string) => {
    const path = `/api/credit/transactions/${lea.user.id}`;
    const { body } = await ask(shop.app, lea, 'GET', path);
    const id = await idOf(sessionId);
    return listTransactions.response.parse(body).find(({ _id }) => _id === id);
  };
  const spend = (credits: number) => {
    const reference = `spent:${lea.user.id}:${credits}`;
    const movement = { delta: -credits, kind: 'adjustment', reference } as const;
    return shop.app.db.transaction((tx) =>
      moveCredits(tx, lea.user.id, [movement], shop.app.clock.now()),
    );
  };
  const open = async (sessionId: string) => {
    const { id } = shop.stripe.control.openDispute(sessionId);
    await shop.stripe.control.idle();
    return id;
  };
  const close = async (id: string, outcome: 'won' | 'lost') => {
    shop.stripe.control.closeDispute(id, outcome);
    await shop.stripe.control.idle();
  };
  const withdraw = async (sessionId: string, credits: number) =>
    ask(shop.app, lea, 'POST', `/api/credit/withdrawal/${await idOf(sessionId)}`, { credits });
  const expectSound = async () =>
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);

  test('freezes the unspent credits of its purchase, and no other’s', async () => {
    const first = await buyPack(shop, lea, 'plan_basic');
    const second = await buyPack(shop, lea, 'plan_basic');
    await spend(100);
    await open(first);
    expect(await balance()).toBe(300);
    expect((await movements()).at(-1)).toBe('dispute_freeze -200');
    expect((await listed(first))?.dispute).toMatchObject({ frozenCredits: 200 });
    expect((await listed(second))?.dispute).toBeNull();
    await expectSound();
  });

  test('has the last day for evidence that the bank said last', async () => {
    const id = await open(await buyPack(shop, lea, 'plan_basic'));
    const { payments } = shop.app;
    const dispute = await payments?.findDispute(id);
    if (!payments || !dispute) throw new Error('no dispute');
    for (const day of ['2026-12-10T00:00:00Z', '2026-12-20T00:00:00Z']) {
      const said = { ...dispute, evidenceDueAt: new Date(day) };
      expect(await applyDispute({ ...shop.app, payments }, said)).toBe(false);
      const [stored] = await shop.app.db.select().from(disputes).where(eq(disputes.id, id));
      expect(stored?.evidenceDueAt).toEqual(said.evidenceDueAt);
    }
  });

  test('releases them when it is won, to their purchase', async () => {
    const first = await buyPack(shop, lea, 'plan_basic');
    const second = await buyPack(shop, lea, 'plan_basic');
    const id = await open(first);
    await spend(50);
    await close(id, 'won');
    expect(await balance()).toBe(550);
    expect((await movements()).slice(-3)).toEqual([
      'dispute_freeze -300',
      'adjustment -50',
      'dispute_release 300',
    ]);
    expect((await listed(first))?.withdrawable).toMatchObject({ credits: 300 });
    expect((await listed(second))?.withdrawable).toMatchObject({ credits: 250 });
    expect((await listed(first))?.dispute).toBeNull();
    await expectSound();
  });

  test('keeps them frozen while a second dispute is open after the first was won', async () => {
    const bought = await buyPack(shop, lea, 'plan_basic');
    const first = await open(bought);
    const second = await open(bought);
    await close(first, 'won');
    expect(await balance()).toBe(0);
    expect((await listed(bought))?.dispute).toMatchObject({ frozenCredits: 300 });
    await expectSound();
    await close(second, 'lost');
    expect(await balance()).toBe(0);
    expect((await movements()).slice(-4)).toEqual([
      'dispute_release 300',
      'dispute_freeze -300',
      'dispute_release 300',
      'dispute -300',
    ]);
    await expectSound();
  });

  test('takes it for good when it is lost', async () => {
    const id = await open(await buyPack(shop, lea, 'plan_basic'));
    await close(id, 'lost');
    expect(await balance()).toBe(0);
    expect((await movements()).slice(-2)).toEqual(['dispute_release 300', 'dispute -300']);
    await expectSound();
  });

  test.each(['won', 'lost'] as const)(
    'ends the same when its events are reordered and repeated, %s',
    async (outcome) => {
      const { control } = shop.stripe;
      const sessionId = await buyPack(shop, lea, 'plan_basic');
      control.setDelivery('late');
      control.closeDispute(control.openDispute(sessionId).id, outcome);
      control.releaseEvents('reversed');
      control.setDelivery('normal');
      await control.idle();
      for (const { id } of control.events().slice(-4)) await control.deliverAgain(id);
      expect(await balance()).toBe(outcome === 'won' ? 300 : 0);
      await expectSound();
    },
  );

  test('is detected, opened and won, without any event', async () => {
    const { control } = shop.stripe;
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    control.setDelivery('never');
    const { id } = control.openDispute(sessionId);
    expect(await reconcile(shop.app)).toMatchObject({ caughtUp: 1, faulty: 0 });
    expect(await reconcile(shop.app)).toMatchObject({ caughtUp: 0 });
    expect(await balance()).toBe(0);
    control.closeDispute(id, 'won');
    expect(await reconcile(shop.app)).toMatchObject({ caughtUp: 1, faulty: 0 });
    expect(await balance()).toBe(300);
    await expectSound();
  });

  test('opens before its purchase is known, and freezes it', async () => {
    const { control } = shop.stripe;
    control.setDelivery('late');
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    control.openDispute(sessionId);
    control.releaseEvents('reversed');
    control.setDelivery('normal');
    await control.idle();
    expect(await movements()).toEqual(['purchase 300', 'dispute_freeze -300']);
    await expectSound();
  });

  test('lets an earlier refund take its share of the frozen credits', async () => {
    const { control } = shop.stripe;
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    control.setDelivery('never');
    control.refund(sessionId, 100);
    control.setDelivery('normal');
    const id = await open(sessionId);
    await reconcile(shop.app);
    expect((await movements()).slice(-3)).toEqual([
      'dispute_freeze -300',
      'dispute_release 60',
      'refund -60',
    ]);
    await close(id, 'won');
    expect(await balance()).toBe(240);
    await expectSound();
  });

  test.each(['won', 'lost'] as const)(
    'leaves the right of withdrawal, paid once the bank has decided: %s',
    async (outcome) => {
      const sessionId = await buyPack(shop, lea, 'plan_basic');
      await spend(100);
      const id = await open(sessionId);
      expect((await listed(sessionId))?.withdrawable).toMatchObject({ credits: 200, amount: 333 });
      expect(await withdraw(sessionId, 200)).toMatchObject({
        status: 200,
        body: { credits: 200, remainingCredits: 0 },
      });
      expect((await listed(sessionId))?.withdrawal).toMatchObject({ state: 'disputed' });
      expect(await reconcile(shop.app)).toMatchObject({ disputed: 1, faulty: 0 });
      await close(id, outcome);
      expect(await balance()).toBe(0);
      expect(await reconcile(shop.app)).toMatchObject({ disputed: 0, faulty: 0 });
      // Won, the money is ours again and Stripe refuses to refund it; lost, the bank has refunded
      // it.
      const state = outcome === 'won' ? 'transfer' : 'bank';
      expect((await listed(sessionId))?.withdrawal).toMatchObject({ state });
      await expectSound();
    },
  );

  test.each(['won', 'lost'] as const)(
    'releases nothing to an account that was erased meanwhile: %s',
    async (outcome) => {
      const sessionId = await buyPack(shop, lea, 'plan_basic');
      const id = await open(sessionId);
      expect(await eraseAccount(shop.app, lea.user.id, { lostCredits: null })).toBeNull();
      expect((await movements()).slice(-2)).toEqual(['dispute_release 300', 'adjustment -300']);
      await close(id, outcome);
      await reconcile(shop.app);
      expect(await balance()).toBe(0);
      await expectSound();
    },
  );

  test('keeps its buyer from deleting their account without confirming the loss of frozen credits', async () => {
    await open(await buyPack(shop, lea, 'plan_basic'));
    const refused = await eraseAccount(shop.app, lea.user.id, { lostCredits: 0 });
    expect(refused).toMatchObject({ refusal: 'ERASURE_REFUSED' });
    expect((await movements()).slice(-1)).toEqual(['dispute_freeze -300']);
  });

  test('is retried while Stripe cannot be asked for its state', async () => {
    const { control } = shop.stripe;
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    control.setOutage({ kind: 'down', requests: 2 });
    await open(sessionId);
    control.setOutage({ kind: 'none' });
    expect(await balance()).toBe(0);
    await expectSound();
  });
});
