import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { listTransactions, withdrawPurchase } from '#shared/contracts/credits.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { pass } from '../world/passes.ts';

const dayMs = 24 * 60 * 60_000;

describe('money that goes back', () => {
  let shop: Shop;
  let novelIds: string[];
  let lea: TestBrowser;
  beforeAll(async () => {
    shop = await openShop();
    const { chapterIds } = await addNovel(shop.app, {
      chapters: Array.from({ length: 4 }, (_, at) => chapterDraft(at + 1, { isPremium: true })),
    });
    novelIds = chapterIds;
  });
  beforeEach(async () => {
    lea = await signInAs(shop.app);
  });
  afterAll(() => shop.close());

  const balanceOf = async ({ user }: TestBrowser) => {
    const [row] = await shop.app.db.select().from(users).where(eq(users.id, user.id));
    return row?.credits;
  };
  const entriesOf = async ({ user }: TestBrowser) =>
    shop.app.db
      .select({ delta: ledgerEntries.delta, kind: ledgerEntries.kind })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, user.id))
      .orderBy(asc(ledgerEntries.sequence));
  const notesOf = async (sessionId: string) => {
    const [transaction] = await shop.app.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.stripeSessionId, sessionId));
    const rows = await shop.app.db
      .select()
      .from(invoices)
      .where(eq(invoices.transactionId, transaction?.id ?? ''))
      .orderBy(asc(invoices.kind), asc(invoices.sequence));
    return { transaction, notes: rows.filter(({ kind }) => kind === 'credit_note') };
  };
  const spend = async (browser: TestBrowser, number: number) => {
    await pass(shop.app, browser.user.id, novelIds);
    const path = `/api/chapters/${novelIds[number - 1] ?? ''}/unlock`;
    expect(await ask(shop.app, browser, 'POST', path)).toMatchObject({ status: 200 });
  };
  const listOf = async (browser: TestBrowser) =>
    listTransactions.response.parse(
      (await ask(shop.app, browser, 'GET', `/api/credit/transactions/${browser.user.id}`)).body,
    );
  const withdraw = async (browser: TestBrowser | null, id: string, credits: number) =>
    ask(shop.app, browser, 'POST', `/api/credit/withdrawal/${id}`, { credits });
  const bought = async (browser: TestBrowser, planId = 'plan_basic') => {
    const sessionId = await buyPack(shop, browser, planId);
    const { transaction } = await notesOf(sessionId);
    if (!transaction) throw new Error('nothing was bought');
    return { sessionId, id: transaction.id };
  };

  test('a refund takes the unspent credits back, and has its credit note', async () => {
    const { sessionId } = await bought(lea);
    await spend(lea, 1);
    shop.stripe.control.refund(sessionId);
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(0);
    expect(await entriesOf(lea)).toEqual([
      { delta: 300, kind: 'purchase' },
      { delta: -1, kind: 'unlock' },
      { delta: -299, kind: 'refund' },
    ]);
    const { transaction, notes } = await notesOf(sessionId);
    expect(transaction?.refundedCents).toBe(499);
    expect(notes).toMatchObject([{ totalCents: -499, kind: 'credit_note' }]);
    expect(notes[0]?.number).toMatch(/^A\d{4}-\d{6}$/);
  });

  test('a partial refund takes back its share each time, and all of them end at zero', async () => {
    const { sessionId } = await bought(lea);
    for (const cents of [100, 100, 299]) {
      shop.stripe.control.refund(sessionId, cents);
      await shop.stripe.control.idle();
    }
    const { notes } = await notesOf(sessionId);
    expect(notes.map(({ totalCents }) => totalCents)).toEqual([-100, -100, -299]);
    expect(await entriesOf(lea)).toEqual([
      { delta: 300, kind: 'purchase' },
      { delta: -60, kind: 'refund' },
      { delta: -60, kind: 'refund' },
      { delta: -180, kind: 'refund' },
    ]);
    const [invoice] = await shop.app.db
      .select()
      .from(invoices)
      .where(eq(invoices.transactionId, notes[0]?.transactionId ?? ''));
    const sums = notes.reduce((sum, { vatCents }) => sum + vatCents, invoice?.vatCents ?? 0);
    expect(sums).toBe(0);
  });

  test('a refund of one purchase leaves the credits of another alone', async () => {
    const first = await bought(lea);
    const second = await bought(lea);
    await spend(lea, 1);
    // The first was spent from.
    shop.stripe.control.refund(second.sessionId);
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(299);
    shop.stripe.control.refund(first.sessionId);
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(0);
  });

  test('a refund whose event arrives before its purchase completes it, and takes it back', async () => {
    shop.stripe.control.setDelivery('late');
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    shop.stripe.control.refund(sessionId);
    shop.stripe.control.releaseEvents('reversed');
    shop.stripe.control.setDelivery('normal');
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(0);
    expect((await entriesOf(lea)).map(({ kind }) => kind)).toEqual(['purchase', 'refund']);
    for (const { id } of shop.stripe.control.events()) await shop.stripe.control.deliverAgain(id);
    expect(await entriesOf(lea)).toHaveLength(2);
    expect((await notesOf(sessionId)).notes).toHaveLength(1);
  });

  test('a dispute takes back what is unspent when it is lost, and nothing when it is won', async () => {
    const [lost, won] = [await bought(lea), await bought(lea)];
    await spend(lea, 1);
    shop.stripe.control.closeDispute(shop.stripe.control.openDispute(won.sessionId).id, 'won');
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(599);
    shop.stripe.control.closeDispute(shop.stripe.control.openDispute(lost.sessionId).id, 'lost');
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(300);
    expect((await entriesOf(lea)).at(-1)).toEqual({ delta: -299, kind: 'dispute' });
  });

  test('a withdrawal takes the unspent credits and refunds their share of the price', async () => {
    const { id, sessionId } = await bought(lea);
    await spend(lea, 1);
    await spend(lea, 2);
    const [listed] = await listOf(lea);
    // 298 of 300 credits, of 4.99 EUR.
    expect(listed?.withdrawable).toMatchObject({ credits: 298, amount: 496 });
    const { status, body } = await withdraw(lea, id, 298);
    expect(status).toBe(200);
    expect(withdrawPurchase.response.parse(body)).toEqual({
      credits: 298,
      amount: 496,
      remainingCredits: 0,
    });
    await shop.stripe.control.idle();
    const refunds = shop.stripe.control.refunds().filter(({ amount }) => amount === 496);
    expect(refunds).toHaveLength(1);
    const [after] = await listOf(lea);
    expect(after).toMatchObject({
      withdrawable: null,
      refundedCents: 496,
      withdrawal: { credits: 298, amount: 496 },
      creditNotes: [{ amount: -496 }],
    });
    expect(after?.withdrawal?.refundedAt).not.toBeNull();
    // Its own refund comes back as events: nothing is taken twice.
    expect(await entriesOf(lea)).toHaveLength(4);
    expect((await notesOf(sessionId)).notes).toHaveLength(1);
    // A retry gets the same response.
    expect(await withdraw(lea, id, 298)).toMatchObject({ status: 200, body: { credits: 298 } });
    expect(shop.stripe.control.refunds().filter(({ amount }) => amount === 496)).toHaveLength(1);
    const receipt = await callEndpoint(shop.app, `/api/credit/withdrawal/${id}/receipt`, {
      headers: lea.headers,
    });
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(receipt.headers.get('content-disposition')).toContain(`retractation_${id}.pdf`);
  });

  test('a withdrawal refunds no more than earlier refunds have left', async () => {
    const { id, sessionId } = await bought(lea);
    // Less than one credit's price.
    shop.stripe.control.refund(sessionId, 1);
    await shop.stripe.control.idle();
    expect((await listOf(lea))[0]?.withdrawable).toMatchObject({ credits: 300, amount: 498 });
    expect(await withdraw(lea, id, 300)).toMatchObject({ status: 200, body: { amount: 498 } });
    await shop.stripe.control.idle();
    expect((await listOf(lea))[0]).toMatchObject({ refundedCents: 499 });
    expect(await entriesOf(lea)).toHaveLength(2);
  });

  test('a withdrawal is refused when it is late, spent, changed, or another user’s', async () => {
    const { id } = await bought(lea);
    const karim = await signInAs(shop.app, { name: 'Karim' });
    expect(await withdraw(null, id, 300)).toMatchObject({ status: 401 });
    expect(await withdraw(karim, id, 300)).toMatchObject({ status: 404 });
    expect(await withdraw(lea, id, 299)).toMatchObject({
      status: 409,
      body: {
        error: 'WITHDRAWAL_REFUSED',
        message: 'Vos crédits ont changé. Vérifiez le montant et confirmez à nouveau.',
        credits: 300,
        amountCents: 499,
      },
    });
    shop.app.clock.advance(20 * dayMs);
    const later = await signInAs(shop.app, { user: lea.user });
    expect(await withdraw(later, id, 300)).toMatchObject({ status: 409 });
    expect((await listOf(later))[0]?.withdrawable).toBeNull();
    shop.app.clock.advance(-20 * dayMs);
    expect(await balanceOf(lea)).toBe(300);
  });

  test('a withdrawal is refused where every credit of the purchase is spent', async () => {
    const { id } = await bought(lea);
    await shop.app.db.transaction((tx) =>
      moveCredits(
        tx,
        lea.user.id,
        [{ delta: -300, kind: 'adjustment', reference: `spent:${id}`, reason: 'dépensés' }],
        shop.app.clock.now(),
      ),
    );
    expect(await withdraw(lea, id, 300)).toMatchObject({
      status: 409,
      body: {
        error: 'WITHDRAWAL_REFUSED',
        message: 'Il ne reste de cet achat aucun crédit à rembourser.',
      },
    });
  });

  test('two concurrent withdrawals are one', async () => {
    const { id } = await bought(lea);
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(lea, id, 300)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200 });
    await shop.stripe.control.idle();
    expect(await balanceOf(lea)).toBe(0);
    expect(await entriesOf(lea)).toHaveLength(2);
    expect((await listOf(lea))[0]).toMatchObject({ refundedCents: 499 });
  });

  test('a withdrawal is recorded while Stripe is down, and paid by the reconciliation', async () => {
    const { id, sessionId } = await bought(lea);
    shop.stripe.control.setOutage({ kind: 'down' });
    expect(await withdraw(lea, id, 300)).toMatchObject({ status: 200 });
    shop.stripe.control.setOutage({ kind: 'none' });
    expect(await balanceOf(lea)).toBe(0);
    expect((await listOf(lea))[0]?.withdrawal).toMatchObject({ refundedAt: null });
    expect(await reconcile(shop.app)).toMatchObject({ refunded: 1, unanswered: 0 });
    expect((await notesOf(sessionId)).notes).toMatchObject([{ totalCents: -499 }]);
    expect((await listOf(lea))[0]?.withdrawal?.refundedAt).not.toBeNull();
  });

  test('invoice, credit note and acknowledgement are for their buyer only', async () => {
    const { id } = await bought(lea);
    await withdraw(lea, id, 300);
    const [listed] = await listOf(lea);
    const note = listed?.creditNotes[0]?._id ?? '';
    const karim = await signInAs(shop.app, { name: 'Karim' });
    for (const [path, name] of [
      [`/api/credit/invoice/${id}`, `facture_${id}.pdf`],
      [`/api/credit/credit-note/${note}`, `avoir_${note}.pdf`],
      [`/api/credit/withdrawal/${id}/receipt`, `retractation_${id}.pdf`],
    ] as const) {
      const own = await callEndpoint(shop.app, path, { headers: lea.headers });
      expect(own.status).toBe(200);
      expect(own.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
      expect(Buffer.from(await own.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
      expect(await ask(shop.app, karim, 'GET', path)).toMatchObject({ status: 404 });
      expect(await ask(shop.app, null, 'GET', path)).toMatchObject({ status: 401 });
    }
  });
});
