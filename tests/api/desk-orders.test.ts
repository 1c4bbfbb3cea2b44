import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startBackgroundJobs } from '#server/background-jobs.ts';
import { jobRuns } from '#server/core/db/schema/job-runs.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { readBalance } from '#server/money/books/read-balance.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { listDeskLog, searchDesk } from '#shared/contracts/desk.ts';
import { getDeskOrder, listWaiting } from '#shared/contracts/desk-orders.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

describe('an order at the desk', () => {
  let shop: Shop;
  let admin: TestBrowser;
  let support: TestBrowser;
  let lea: TestBrowser;
  let order: typeof creditTransactions.$inferSelect;
  beforeAll(async () => {
    shop = await openShop();
    admin = await signInAs(shop.app, { role: 'admin' });
    support = await signInAs(shop.app, { role: 'support' });
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [row] = await shop.app.db.select().from(creditTransactions).where(bought);
    if (!row) throw new Error('nothing was bought');
    order = row;
  });
  afterEach(() => shop.stripe.control.setOutage({ kind: 'none' }));
  afterAll(() => shop.close());

  const act = (more: object = {}) => ({ reason: 'Fraude possible.', key: uuidv7(), ...more });
  const on = async (name: string, body: object, who = admin) =>
    (await ask(shop.app, who, 'POST', `/api/desk/orders/${order.id}/${name}`, body)).status;
  const read = async (who = admin) => {
    const { body } = await ask(shop.app, who, 'GET', `/api/desk/orders/${order.id}`);
    return getDeskOrder.response.parse(body);
  };
  const withdraw = () =>
    ask(shop.app, lea, 'POST', `/api/credit/withdrawal/${order.id}`, { credits: 300 });
  const seenByBuyer = async () => {
    const path = `/api/credit/transactions/${lea.user.id}`;
    return (await ask(shop.app, lea, 'GET', path)).body as { withdrawal: { state: string } }[];
  };
  const waiting = async () =>
    listWaiting.response.parse((await ask(shop.app, admin, 'GET', '/api/desk/waiting')).body);

  test('shows Stripe’s fees, and a dispute with its reason and its day, and no sum to support', async () => {
    const dispute = shop.stripe.control.openDispute(order.stripeSessionId ?? '');
    await shop.stripe.control.idle();
    expect((await read()).money?.fees).toEqual([]);
    await readBalance(shop.app);
    const open = await read();
    expect(open.money?.fees).toEqual([
      { category: 'charge', amount: 32 },
      { category: 'dispute', amount: 2000 },
    ]);
    expect(open.money?.disputes).toMatchObject([{ state: 'open', reason: 'fraudulent' }]);
    expect(open.money?.disputes[0]?.evidenceDueAt).not.toBeNull();
    expect(open.stripe?.disputes).toEqual([{ id: dispute.id, state: 'open' }]);
    expect(open.money).toMatchObject({ unspentCredits: 0, frozenCredits: 300 });
    // Lost, the bank has paid the buyer: nothing is refunded, by whatever way.
    shop.stripe.control.closeDispute(dispute.id, 'lost');
    await shop.stripe.control.idle();
    const path = `/api/desk/orders/${order.id}/refund`;
    const refused = await ask(shop.app, admin, 'POST', path, act({ amount: 499 }));
    const message = expect.stringMatching(/^La banque a rendu la somme/) as string;
    expect(refused).toMatchObject({ status: 409, body: { message } });
    const seen = await read(support);
    expect([seen.money, seen.stripe, seen.amount]).toEqual([undefined, undefined, undefined]);
  });

  test('whose refund Stripe refuses says so in the log, and its documents are files for who sees money', async () => {
    const path = `/api/desk/orders/${order.id}/document`;
    const open = (who: TestBrowser) => callEndpoint(shop.app, path, { headers: who.headers });
    expect((await open(admin)).headers.get('content-type')).toBe('application/pdf');
    expect((await open(support)).status).toBe(403);
    // Disputed since, which the site has not heard.
    shop.stripe.control.setDelivery('never');
    shop.stripe.control.openDispute(order.stripeSessionId ?? '');
    const asked = act({ amount: 499 });
    for (let sent = 0; sent < 2; sent++) expect(await on('refund', asked)).toBe(409);
    shop.stripe.control.setDelivery('normal');
    expect((await read()).money?.disputes).toMatchObject([{ state: 'open' }]);
    const query = `/api/desk/log?person=${lea.user.id}&kind=acts`;
    const { entries } = listDeskLog.response.parse((await ask(shop.app, admin, 'GET', query)).body);
    expect(entries.map(({ what, amount }) => [what, amount])).toEqual([
      ['order.refund_refused', '4,99\u00A0€'],
      ['order.refunded', '4,99\u00A0€'],
    ]);
  });

  test('whose refunds are blocked sends none until the block is lifted, and both are acts', async () => {
    const block = act({ isBlocked: true });
    expect(await on('refund-block', block, support)).toBe(403);
    for (let sent = 0; sent < 2; sent++) expect(await on('refund-block', block)).toBe(200);
    expect(await on('refund-block', act({ isBlocked: true }))).toBe(409);
    expect(await on('refund', act({ amount: 100 }))).toBe(409);
    expect((await read(support)).refundsBlockedAt).not.toBeNull();
    expect(await on('refund-block', act({ isBlocked: false }))).toBe(200);
    expect(await on('refund-block', block)).toBe(200);
    expect(await on('refund', act({ amount: 100 }))).toBe(200);
    const path = `/api/desk/log?person=${lea.user.id}&kind=acts`;
    const { entries } = listDeskLog.response.parse((await ask(shop.app, admin, 'GET', path)).body);
    expect(entries.map(({ what }) => what)).toEqual([
      'order.refunded',
      'refunds.allowed',
      'refunds.blocked',
    ]);
  });

  test('whose refunds are blocked can be withdrawn from: it waits for a transfer, or for Stripe once lifted', async () => {
    await on('refund-block', act({ isBlocked: true }));
    expect((await withdraw()).status).toBe(200);
    await reconcile(shop.app);
    const { money, stripe } = await read();
    expect([money?.withdrawal?.state, money?.takenCredits]).toEqual(['transfer', 300]);
    expect(stripe?.refunds).toEqual([]);
    expect((await seenByBuyer())[0]?.withdrawal.state).toBe('owed');
    const isTransfer = ({ what, about }: { what: string; about: string }) =>
      what === 'transfer' && about.startsWith('4,99');
    expect((await waiting()).some(isTransfer)).toBe(true);
    await on('refund-block', act({ isBlocked: false }));
    expect((await waiting()).some(isTransfer)).toBe(false);
    await reconcile(shop.app);
    expect((await read()).stripe?.refunds).toMatchObject([{ amount: 499, state: 'done' }]);
    expect((await seenByBuyer())[0]?.withdrawal.state).toBe('refunded');
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
  });

  test('whose withdrawal waited for a transfer and was paid by it is not paid again', async () => {
    await on('refund-block', act({ isBlocked: true }));
    await withdraw();
    const isIts = eq(withdrawals.transactionId, order.id);
    const [owed] = await shop.app.db.select().from(withdrawals).where(isIts);
    const paid = { reference: 'VIR 1', paidOn: order.createdAt.toISOString().slice(0, 10) };
    const path = `/api/moderation/withdrawals/${owed?.id}/settle`;
    const settled = await ask(shop.app, admin, 'POST', path, { ...paid, amount: 499 });
    expect(settled.status).toBe(200);
    await on('refund-block', act({ isBlocked: false }));
    await reconcile(shop.app);
    const { money, stripe } = await read();
    expect([money?.withdrawal?.state, stripe?.refunds]).toEqual(['transferred', []]);
  });

  test('a block and a refund at one instant leave one order of both', async () => {
    const [blocked, refunded] = await Promise.all([
      on('refund-block', act({ isBlocked: true })),
      on('refund', act({ amount: 100 })),
    ]);
    const { refunded: sent } = await read();
    expect([blocked, refunded, sent]).toEqual([200, sent === 100 ? 200 : 409, sent]);
    expect(await on('refund', act({ amount: 100 }))).toBe(409);
  });

  test('is found by the name and address on its invoice, also where its account has others', async () => {
    const named = async (q: string) => {
      const path = `/api/desk/search?q=${encodeURIComponent(q)}`;
      const { body } = await ask(shop.app, support, 'GET', path);
      return searchDesk.response.parse(body).orders.map(({ _id }) => _id);
    };
    const { fullName, email } = order.billing as { fullName: string; email: string };
    expect(await named(email)).toContain(order.id);
    expect(await named(`${fullName} ${email}`.toUpperCase())).toContain(order.id);
    expect(await named('zzzz')).toEqual([]);
  });

  test('jobs that Stripe lets fail wait for a person once they are late, until they succeed', async () => {
    const late = async () =>
      (await waiting()).filter(({ what }) => what === 'job').map(({ about }) => about);
    const runAll = async (successes: number) => {
      const jobs = startBackgroundJobs(shop.app);
      const isNow = eq(jobRuns.succeededAt, shop.app.clock.now());
      await vi.waitFor(
        async () => expect(await shop.app.db.$count(jobRuns, isNow)).toBe(successes),
        { timeout: 20_000 },
      );
      await jobs.stop();
    };
    await runAll(21);
    expect(await late()).toEqual([]);
    shop.app.clock.advance(60 * 60_000);
    shop.stripe.control.setOutage({ kind: 'down' });
    await runAll(19);
    expect((await late()).toSorted()).toEqual([
      expect.stringContaining('Stripe n’est pas interrogé'),
      expect.stringContaining('les livres s’arrêtent là'),
    ]);
    shop.stripe.control.setOutage({ kind: 'none' });
    await runAll(21);
    expect(await late()).toEqual([]);
  });
});
