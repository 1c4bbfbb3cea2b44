import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { checkLedger, checkStripe } from '#server/money/payments/check-ledger.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { listTransactions } from '#shared/contracts/credits.ts';
import { listTransfers, type TransferBody } from '#shared/contracts/transfers.ts';
import { parisDay } from '#shared/site/formats.ts';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const dayMs = 24 * 60 * 60_000;

describe('a withdrawal that Stripe will not pay', () => {
  let shop: Shop;
  let admin: TestBrowser;
  let lea: TestBrowser;
  let from: Date;
  beforeAll(async () => {
    shop = await openShop();
    from = new Date(Date.now() - dayMs);
    admin = await signInAs(shop.app, { displayName: 'La rédaction', role: 'admin' });
  });
  beforeEach(async () => {
    shop.stripe.control.setDelivery('normal');
    lea = await signInAs(shop.app);
  });
  afterAll(() => shop.close());

  const buy = async () => {
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [row] = await shop.app.db.select().from(creditTransactions).where(bought);
    return { sessionId, id: row?.id ?? '' };
  };
  const withdraw = async (id: string) => {
    const path = `/api/credit/withdrawal/${id}`;
    const answer = await ask(shop.app, lea, 'POST', path, { credits: 300 });
    await shop.stripe.control.idle();
    return answer;
  };
  const list = async (state: 'open' | 'settled'): Promise<TransferBody[]> => {
    const path = `/api/moderation/withdrawals?state=${state}`;
    return listTransfers.response.parse((await ask(shop.app, admin, 'GET', path)).body);
  };
  const find = async (transactionId: string, state: 'open' | 'settled' = 'open') =>
    (await list(state)).find((one) => one.transactionId === transactionId);
  const settle = (id: string, body: object, who = admin) =>
    ask(shop.app, who, 'POST', `/api/moderation/withdrawals/${id}/settle`, body);
  const today = () => parisDay(shop.app.clock.now());
  const transfer = () => ({ reference: 'VIR 2026-17', paidOn: today(), amount: 499 });
  const listedOf = async (transactionId: string) => {
    const path = `/api/credit/transactions/${lea.user.id}`;
    const { body } = await ask(shop.app, lea, 'GET', path);
    return listTransactions.response.parse(body).find(({ _id }) => _id === transactionId);
  };
  const notesOf = async (transactionId: string) => {
    const notes = await shop.app.db
      .select()
      .from(invoices)
      .where(and(eq(invoices.transactionId, transactionId), eq(invoices.kind, 'credit_note')));
    return notes.map(({ totalCents }) => totalCents);
  };
  const wordsOf = async (path: string) => {
    const response = await callEndpoint(shop.app, path, { headers: lea.headers });
    return (await readPdf(new Uint8Array(await response.arrayBuffer()))).lines.join(' ');
  };
  const expectSound = async () => {
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
    const { payments } = shop.app;
    if (!payments) throw new Error('the shop sells nothing');
    expect(await checkStripe(shop.app, payments, from)).toEqual([]);
  };
  /** A purchase whose dispute was won, and which was withdrawn from after that. */
  const refuse = async () => {
    const { control } = shop.stripe;
    const { sessionId, id } = await buy();
    control.closeDispute(control.openDispute(sessionId).id, 'won');
    await control.idle();
    expect(await withdraw(id)).toMatchObject({ status: 200, body: { credits: 300 } });
    const found = await find(id);
    if (!found) throw new Error('Stripe has refused nothing');
    return { sessionId, id, found };
  };

  test('waits for an admin, and the reconciliation neither retries nor fails', async () => {
    const { id, found } = await refuse();
    expect(found).toMatchObject({ amount: 499, credits: 300, refusalCode: 'charge_disputed' });
    expect((await listedOf(id))?.withdrawal).toMatchObject({ state: 'transfer', refundedAt: null });
    const before = shop.exchanges.length;
    expect(await reconcile(shop.app)).toMatchObject({ refused: 1, faulty: 0, unanswered: 0 });
    const asked = shop.exchanges.slice(before).filter(({ path }) => path === '/v1/refunds');
    expect(asked.map(({ method }) => method)).not.toContain('POST');
    await expectSound();
    expect(await settle(found._id, transfer())).toMatchObject({ status: 200 });
  });

  test('is settled by a bank transfer, once, with its credit note, and shown to the buyer', async () => {
    const { id, found } = await refuse();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => settle(found._id, transfer())),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { settled: { reference: 'VIR 2026-17', paidOn: today(), by: 'La rédaction' } },
      });
    }
    expect(await notesOf(id)).toEqual([-499]);
    expect(await find(id)).toBeUndefined();
    expect(await find(id, 'settled')).toMatchObject({ settled: { by: 'La rédaction' } });
    const listed = await listedOf(id);
    expect(listed).toMatchObject({
      refundedCents: 499,
      withdrawal: {
        state: 'transferred',
        transfer: { paidOn: today(), reference: 'VIR 2026-17' },
      },
    });
    const note = listed?.creditNotes[0]?._id ?? '';
    expect(await wordsOf(`/api/credit/credit-note/${note}`)).toMatch(
      /par virement bancaire, référence « VIR 2026-17 »/,
    );
    expect(await reconcile(shop.app)).toMatchObject({ refused: 0, faulty: 0 });
    await expectSound();
    // A transfer with another reference conflicts.
    expect(await settle(found._id, { ...transfer(), reference: 'VIR 18' })).toMatchObject({
      status: 409,
      body: { error: 'WITHDRAWAL_REFUSED' },
    });
  });

  test('is settled only for the right sum, a valid day and by an admin', async () => {
    const { id, found } = await refuse();
    expect(await settle(found._id, transfer(), lea)).toMatchObject({ status: 403 });
    expect(await settle(lea.user.id, transfer())).toMatchObject({ status: 404 });
    expect(await settle(found._id, { ...transfer(), amount: 498 })).toMatchObject({
      status: 409,
      body: { amount: 499 },
    });
    const tomorrow = parisDay(new Date(shop.app.clock.now().getTime() + dayMs));
    const before = parisDay(new Date(shop.app.clock.now().getTime() - 2 * dayMs));
    for (const wrong of [
      { paidOn: tomorrow },
      { paidOn: before },
      { paidOn: 'hier' },
      { reference: ' ' },
      { reference: 'x'.repeat(141) },
    ]) {
      const answer = await settle(found._id, { ...transfer(), ...wrong });
      const [field = ''] = Object.keys(wrong);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
    expect(await notesOf(id)).toEqual([]);
    expect(await settle(found._id, transfer())).toMatchObject({ status: 200 });
  });

  test('is not settled while Stripe is only down, nor while a bank decides', async () => {
    const { control } = shop.stripe;
    const silent = await buy();
    control.setOutage({ kind: 'down' });
    await withdraw(silent.id);
    control.setOutage({ kind: 'none' });
    const disputed = await buy();
    control.openDispute(disputed.sessionId);
    await control.idle();
    await withdraw(disputed.id);
    expect(await find(disputed.id)).toBeUndefined();
    for (const { id } of [silent, disputed]) {
      const from = eq(withdrawals.transactionId, id);
      const [row] = await shop.app.db.select().from(withdrawals).where(from);
      expect(await settle(row?.id ?? '', transfer())).toMatchObject({ status: 409 });
      expect(await notesOf(id)).toEqual([]);
    }
    expect(await reconcile(shop.app)).toMatchObject({ refunded: 1, disputed: 1 });
  });

  test.each(['told', 'not told'])(
    'is owed again when the bank returns its refund, %s: its credit note covers the transfer',
    async (how) => {
      const { control } = shop.stripe;
      const { id } = await buy();
      await withdraw(id);
      expect((await listedOf(id))?.withdrawal).toMatchObject({ state: 'refunded' });
      if (how === 'not told') control.setDelivery('never');
      control.failRefund(control.refunds().at(-1)?.id ?? '');
      await control.idle();
      await reconcile(shop.app);
      expect(await listedOf(id)).toMatchObject({
        refundedCents: 0,
        withdrawal: { state: 'transfer' },
      });
      const found = await find(id);
      expect(found).toMatchObject({ amount: 499, refusalCode: 'refund_failed' });
      expect(await settle(found?._id ?? '', transfer())).toMatchObject({ status: 200 });
      expect(await notesOf(id)).toEqual([-499]);
      await reconcile(shop.app);
      expect(await listedOf(id)).toMatchObject({
        refundedCents: 499,
        withdrawal: { state: 'transferred' },
      });
      await expectSound();
    },
  );

  test.each(['told', 'not told'])(
    'a refund made by hand that the bank sends back, %s, is settled like one that Stripe refuses',
    async (how) => {
      const { control } = shop.stripe;
      const { sessionId, id } = await buy();
      const refund = control.refund(sessionId, 166);
      await control.idle();
      if (how === 'not told') control.setDelivery('never');
      control.failRefund(refund.id);
      await control.idle();
      await reconcile(shop.app);
      const found = await find(id);
      expect(found).toMatchObject({ amount: 166, credits: 0, refusalCode: 'refund_failed' });
      const owed = { amount: 166, state: 'transfer', transfer: null };
      expect(await listedOf(id)).toMatchObject({ refundedCents: 0, returned: [owed] });
      expect(await settle(found?._id ?? '', { ...transfer(), amount: 165 })).toMatchObject({
        status: 409,
        body: { amount: 166 },
      });
      const settled = { ...transfer(), amount: 166 };
      for (let again = 0; again < 2; again++) {
        expect(await settle(found?._id ?? '', settled)).toMatchObject({ status: 200 });
      }
      expect(await find(id)).toBeUndefined();
      expect(await find(id, 'settled')).toMatchObject({ settled: { by: 'La rédaction' } });
      expect(await notesOf(id)).toEqual([-166]);
      const { reference, paidOn } = settled;
      const paid = { amount: 166, state: 'transferred', transfer: { reference, paidOn } };
      expect(await listedOf(id)).toMatchObject({ refundedCents: 166, returned: [paid] });
      await reconcile(shop.app);
      await expectSound();
    },
  );

  test('a returned refund that was made again at Stripe waits no longer', async () => {
    const { control } = shop.stripe;
    const { sessionId, id } = await buy();
    control.failRefund(control.refund(sessionId, 166).id);
    await control.idle();
    // It failed before it was recorded, or after: in any order nothing is owed in the end.
    control.refund(sessionId, 166);
    await control.idle();
    await reconcile(shop.app);
    expect(await find(id)).toBeUndefined();
    expect(await listedOf(id)).toMatchObject({ refundedCents: 166, returned: [] });
    await expectSound();
  });

  test('that was refunded at Stripe by hand after all waits no longer', async () => {
    const { control } = shop.stripe;
    const { id, sessionId } = await buy();
    await withdraw(id);
    control.failRefund(control.refunds().at(-1)?.id ?? '');
    await control.idle();
    const found = await find(id);
    control.refund(sessionId);
    await control.idle();
    expect(await find(id)).toBeUndefined();
    expect(await settle(found?._id ?? '', transfer())).toMatchObject({ status: 409 });
    expect(await notesOf(id)).toEqual([-499]);
    await expectSound();
  });
});
