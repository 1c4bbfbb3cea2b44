import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, unlocks } from '#server/core/db/schema/money.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { findOpenedSentence } from '#server/money/payments/transactions.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ask, unknownId } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { order } from '../world/orders.ts';
import { openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const parts = ['Livre I', 'Livre II'] as const;
let novelCount = 0;

describe('the rest of a novel at its exact price', () => {
  let shop: Shop;
  let lea: TestBrowser;
  let novelId: string;
  let chapterIds: string[];
  beforeAll(async () => {
    shop = await openShop();
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
    // Two parts of eight chapters at five credits each.
    const drafts = Array.from({ length: 16 }, (_, at) =>
      chapterDraft(at + 1, { isPremium: true, creditCost: 5, part: parts[at < 8 ? 0 : 1] }),
    );
    const novel = await addNovel(shop.app, { title: `Roman ${++novelCount}`, chapters: drafts });
    novelId = novel.id;
    chapterIds = novel.chapterIds;
  });
  afterAll(async () => {
    // Whatever was bought, unlocked or left: balances, entries, purchases and invoices agree.
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
    await shop.close();
  });

  const path = '/api/credit/create-checkout-session';
  const buy = (shown: object, more: object = {}) => {
    const rest = { novelId, credits: 80, ...shown };
    return ask(shop.app, lea, 'POST', path, order('exact', { rest, ...more }));
  };
  const whole = { missingCredits: 80, amountCents: 133 };
  const started = async (rest: object = whole, more: object = {}) => {
    const { status, body } = await buy(rest, more);
    expect(body).toMatchObject({ id: expect.stringMatching(/^cs_/) as string });
    expect(status).toBe(200);
    return (body as { id: string }).id;
  };
  const payFor = async (sessionId: string, way: 'succeeds' | 'sepa' = 'succeeds') => {
    shop.stripe.control.paySession(sessionId, way);
    await shop.stripe.control.idle();
  };
  const give = (delta: number) => {
    const gift = { delta, kind: 'adjustment', reference: `${lea.user.id}:${delta}` } as const;
    const { db, clock } = shop.app;
    return db.transaction((tx) => moveCredits(tx, lea.user.id, [gift], clock.now()));
  };
  const change = (numbers: number[], values: Partial<typeof chapters.$inferInsert>) =>
    shop.app.db
      .update(chapters)
      .set(values)
      .where(and(eq(chapters.novelId, novelId), inArray(chapters.chapterNumber, numbers)));
  const state = async () => {
    const { db } = shop.app;
    const own = lea.user.id;
    const [user] = await db.select().from(users).where(eq(users.id, own));
    const open = await db.select().from(unlocks).where(eq(unlocks.userId, own));
    const sales = await db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.userId, own))
      .orderBy(creditTransactions.createdAt);
    return {
      credits: user?.credits,
      open: open.map(({ chapterId }) => chapterIds.indexOf(chapterId) + 1).sort((a, b) => a - b),
      statuses: sales.map(({ status }) => status),
      opened: sales.map((one) => [one.openedChapters, one.openedCredits]),
    };
  };
  const all = Array.from({ length: 16 }, (_, at) => at + 1);

  test('is what the buyer lacks, and opens all of it once, however often it is told', async () => {
    await give(10);
    const id = await started({ missingCredits: 70, amountCents: 116 });
    const session = shop.stripe.control.sessions().find((one) => one.id === id);
    expect(session).toMatchObject({ amount_total: 116, currency: 'eur' });
    await payFor(id);
    const { events, deliverAgain } = shop.stripe.control;
    for (const event of events()) await deliverAgain(event.id);
    await reconcile(shop.app, { olderThanMs: -1 });
    const done = { credits: 0, open: all, statuses: ['completed'], opened: [[16, 80]] };
    expect(await state()).toEqual(done);
    const result = await ask(shop.app, lea, 'GET', `/api/credit/session/${id}`);
    expect(result.body).toMatchObject({
      transaction: { credits: 70, rest: { novelId, chapters: 16, opened: 16, isAsOrdered: true } },
    });
    const listed = await ask(shop.app, lea, 'GET', `/api/credit/transactions/${lea.user.id}`);
    // All of it is spent: there is nothing to withdraw from.
    expect(listed.body).toMatchObject([{ packName: 'Prix exact', withdrawable: null }]);
    const [{ lines } = {}] = await shop.app.db.select().from(invoices);
    expect(lines).toMatchObject([
      { label: 'Prix exact\u00A0: 70 crédits de lecture', totalCents: 116 },
    ]);
    const admin = await signInAs(shop.app, { role: 'admin' });
    const today = parisDay(shop.app.clock.now());
    const sales = `/api/books/tables/ventes?from=${today}&to=${today}`;
    const { body: table } = await ask(shop.app, admin, 'GET', sales);
    expect(JSON.stringify(table)).toContain('Prix exact');
  });

  test('of a part opens that part', async () => {
    const rest = { novelId, part: parts[1], credits: 40, missingCredits: 40, amountCents: 66 };
    const { planId: packageId, ...rest40 } = order('exact', { rest, amount: 40 });
    // As the purchase page orders it.
    const page = { packageId, ...rest40 };
    const { body } = await ask(shop.app, lea, 'POST', '/api/credits/purchase', page);
    const { url } = body as { url: string };
    await payFor(/cs_\w+/.exec(url)?.[0] ?? '');
    expect(await state()).toMatchObject({ credits: 0, open: all.slice(8), opened: [[8, 40]] });
  });

  test.each([
    ['another sum', { missingCredits: 80, amountCents: 1 }, 'soit 1,33'],
    ['another number of credits', { missingCredits: 1, amountCents: 1 }, '80'],
    ['another price of the rest', { ...whole, credits: 79 }, '80'],
    ['a part of another name', { ...whole, part: 'Livre III' }, 'changé de nom'],
  ])('refuses %s than now, and says it', async (_, rest, said) => {
    const { status, body } = await buy(rest);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: 'PRICE_CHANGED' });
    expect((body as { message: string }).message).toContain(said);
    expect(await state()).toMatchObject({ statuses: [] });
  });

  test('refuses what packs sell as cheaply, what is too little to be paid, and what is there', async () => {
    const refusedWith = async (missingCredits: number) =>
      (await buy({ missingCredits, amountCents: 1 })).body;
    await change(all, { creditCost: 38 });
    expect(await refusedWith(608)).toMatchObject({ credits: 608, amountCents: null });
    await change(all, { creditCost: 5 });
    await give(50);
    expect(await refusedWith(30)).toMatchObject({ missingCredits: 30, amountCents: null });
    await give(30);
    expect(await refusedWith(1)).toMatchObject({ missingCredits: 0, amountCents: null });
    expect(await buy({ ...whole, novelId: unknownId })).toMatchObject({ status: 404 });
  });

  test('what has changed before it is paid leaves its credits; a later chapter is no part of it', async () => {
    await change([15], { isPremium: false });
    const id = await started({ credits: 75, missingCredits: 75, amountCents: 124 });
    await change([1], { isPremium: false });
    await change([2], { status: 'draft' });
    await change([3], { creditCost: 7 });
    // Premium since; its part has another name.
    await change([15], { isPremium: true, part: 'Livre III' });
    await change([16], { part: 'Livre III' });
    await payFor(id);
    expect(await state()).toEqual({
      credits: 8,
      open: [...all.slice(2, 14), 16],
      statuses: ['completed'],
      opened: [[13, 67]],
    });
    const listed = await ask(shop.app, lea, 'GET', `/api/credit/transactions/${lea.user.id}`);
    expect(listed.body).toMatchObject([
      { rest: { opened: 13, isAsOrdered: false }, withdrawable: { credits: 8, amount: 13 } },
    ]);
  });

  test('of chapters that became dearer, those come first that the confirmed price still pays', async () => {
    await give(10);
    const id = await started({ missingCredits: 70, amountCents: 116 });
    await give(100);
    await change(all, { creditCost: 6 });
    await payFor(id);
    expect(await state()).toMatchObject({ credits: 102, open: all.slice(0, 13) });
  });

  test('credits spent elsewhere while a bank confirms are not spent twice; no second order meanwhile', async () => {
    await give(10);
    const checkoutKey = lea.user.id;
    const id = await started({ missingCredits: 70, amountCents: 116 }, { checkoutKey });
    await payFor(id, 'sepa');
    const other = await addNovel(shop.app, {
      title: `Roman ${++novelCount}`,
      chapters: all.map((at) => chapterDraft(at, { isPremium: true, creditCost: 5 })),
    });
    for (const of of [novelId, other.id]) {
      const again = await buy({ novelId: of, missingCredits: 70, amountCents: 116 });
      expect(again).toMatchObject({ status: 409, body: { error: 'ORDER_UNDER_WAY' } });
    }
    // The same order, resent, is that one.
    const resent = await buy({ missingCredits: 70, amountCents: 116 }, { checkoutKey });
    expect(resent).toMatchObject({ status: 200, body: { id } });
    await give(-10);
    shop.stripe.control.settlePayment(id);
    await shop.stripe.control.idle();
    expect(await state()).toMatchObject({ credits: 0, open: all.slice(0, 14) });
  });

  test('with the same key but other chapters of the same price is a new order', async () => {
    const checkoutKey = lea.user.id;
    const id = await started(whole, { checkoutKey });
    await change([1], { status: 'draft' });
    await change([2], { creditCost: 10 });
    expect(await started(whole, { checkoutKey })).not.toBe(id);
  });

  test('paid in another tab just before, it is not sold again', async () => {
    const id = await started();
    shop.stripe.control.setDelivery('never');
    shop.stripe.control.paySession(id);
    shop.stripe.control.setDelivery('normal');
    const { status, body } = await buy(whole, { checkoutKey: unknownId });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: 'PRICE_CHANGED', missingCredits: 0 });
    expect(await state()).toMatchObject({ open: all, statuses: ['completed', 'failed'] });
  });

  test('the credits are the buyer’s where the chapters cannot be unlocked', async () => {
    const id = await started();
    const { db } = shop.app;
    await db.execute(sql`create trigger planted before insert on unlocks
      for each row execute function refuse_change()`);
    await payFor(id);
    await db.execute(sql`drop trigger planted on unlocks`);
    expect(await state()).toMatchObject({ credits: 80, open: [], opened: [[0, 0]] });
    const [sale] = await db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.stripeSessionId, id));
    expect(await findOpenedSentence(db, sale?.id ?? '')).toMatch(
      /^Aucun des .* sur votre compte\.$/,
    );
  });
});
