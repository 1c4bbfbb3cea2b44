import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { earningShares } from '#server/core/db/schema/earnings.ts';
import { staffNotes } from '#server/core/db/schema/desk.ts';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { challengeLocks } from '#server/core/db/schema/protection.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import { checkLedger } from '#server/money/payments/check-ledger.ts';
import { declareWithdrawal, listDeclarations } from '#server/money/payments/declare-withdrawal.ts';
import { getDeskPerson, listDeskLog, searchDesk, type LogEntry } from '#shared/contracts/desk.ts';
import { getDeskOrder, listWaiting } from '#shared/contracts/desk-orders.ts';
import { formatDay } from '#shared/site/formats.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { ask } from '../world/marks.ts';
import { addNovel } from '../world/novels.ts';
import { buyPack, openShop, orderPack, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';

const dayMs = 24 * 60 * 60_000;

describe('the publisher’s desk', () => {
  let shop: Shop;
  let admin: TestBrowser;
  let support: TestBrowser;
  let lea: TestBrowser;
  let count = 0;
  beforeAll(async () => {
    shop = await openShop();
    admin = await signInAs(shop.app, { displayName: 'Camille', role: 'admin' });
    support = await signInAs(shop.app, { displayName: 'Sacha', role: 'support' });
  });
  beforeEach(async () => {
    const email = `lea.${++count}@exemple.fr`;
    lea = await signInAs(shop.app, { displayName: 'Léa Duchêne', email });
  });
  afterAll(() => shop.close());

  const act = (more: object = {}) => ({ reason: 'Une réclamation.', key: uuidv7(), ...more });
  const onPerson = (name: string, body: object, who = admin) =>
    ask(shop.app, who, 'POST', `/api/desk/people/${lea.user.id}/${name}`, body);
  const onOrder = (id: string, name: string, body: object, who = admin) =>
    ask(shop.app, who, 'POST', `/api/desk/orders/${id}/${name}`, body);
  const search = async (q: string, who = admin) => {
    const path = `/api/desk/search?q=${encodeURIComponent(q)}`;
    return searchDesk.response.parse((await ask(shop.app, who, 'GET', path)).body);
  };
  const read = async (who = admin) => {
    const { body } = await ask(shop.app, who, 'GET', `/api/desk/people/${lea.user.id}`);
    return getDeskPerson.response.parse(body);
  };
  const readOrder = async (id: string, who = admin) =>
    getDeskOrder.response.parse((await ask(shop.app, who, 'GET', `/api/desk/orders/${id}`)).body);
  const log = async (query = '', who = admin) => {
    const path = `/api/desk/log?person=${lea.user.id}${query}`;
    return listDeskLog.response.parse((await ask(shop.app, who, 'GET', path)).body).entries;
  };
  const inShort = ({ what, after, amount, reason, order }: LogEntry) => [
    what,
    after,
    amount,
    reason,
    order?.number,
  ];
  const buy = async () => {
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const bought = eq(creditTransactions.stripeSessionId, sessionId);
    const [order] = await shop.app.db.select().from(creditTransactions).where(bought);
    if (!order) throw new Error('nothing was bought');
    return order;
  };
  const balance = async () => (await read()).credits;

  test('one field finds a person, a purchase by each of its numbers, and a novel', async () => {
    const order = await buy();
    const isIts = eq(invoices.transactionId, order.id);
    const [invoice] = await shop.app.db.select().from(invoices).where(isIts);
    for (const q of [lea.user.email ?? '', `duchene ${count}@ex`, lea.user.id]) {
      expect((await search(q)).people.map(({ _id }) => _id)).toEqual([lea.user.id]);
    }
    const numbers = [
      order.id,
      order.id.slice(0, 8).toUpperCase(),
      invoice?.number.toLowerCase() ?? '',
      order.stripeSessionId ?? '',
      order.stripePaymentIntentId ?? '',
    ];
    for (const q of numbers) {
      const { people, orders } = await search(q);
      expect([q, orders.map(({ _id }) => _id)]).toEqual([q, [order.id]]);
      expect(people).toEqual([]);
    }
    // A refund of a debit has another beginning.
    const returned = { stripeRefundId: 'pyr_1', refundCents: 1, dueCents: 0 };
    const returnedAt = shop.app.clock.now();
    await shop.app.db
      .insert(returnedRefunds)
      .values({ ...returned, transactionId: order.id, returnedAt });
    expect((await search('pyr_1')).orders.map(({ _id }) => _id)).toEqual([order.id]);
    await shop.app.db.delete(returnedRefunds);
    await addNovel(shop.app, { title: 'Un roman' });
    // Words without letters, or longer than any, are in no name.
    for (const q of ['100%_', 'x'.repeat(200), 'ªº']) {
      expect([q, await search(q)]).toEqual([q, { people: [], orders: [], novels: [] }]);
    }
    const withdrawn = await ask(shop.app, lea, 'POST', `/api/credit/withdrawal/${order.id}`, {
      credits: 300,
    });
    expect(withdrawn.status).toBe(200);
    const isWithdrawn = eq(withdrawals.transactionId, order.id);
    const [withdrawal] = await shop.app.db.select().from(withdrawals).where(isWithdrawn);
    const byReceipt = (await search(withdrawal?.id ?? '')).orders;
    expect(byReceipt.map(({ _id }) => _id)).toEqual([order.id]);
  });

  test('who may not see money is sent none', async () => {
    const order = await buy();
    await onPerson('credits', act({ credits: 20 }));
    const { credits, orders, log: entries } = await read();
    expect([credits, orders[0]?.amount]).toEqual([320, 499]);
    expect(entries.map(({ what }) => what)).toEqual(['credits.adjusted', 'money.purchase']);
    const seen = [
      await ask(shop.app, support, 'GET', `/api/desk/people/${lea.user.id}`),
      await ask(shop.app, support, 'GET', `/api/desk/orders/${order.id}`),
      await ask(shop.app, support, 'GET', `/api/desk/search?q=${order.id}`),
      await ask(shop.app, support, 'GET', '/api/desk/log?kind=money'),
      await ask(shop.app, support, 'GET', '/api/desk/waiting'),
    ];
    const text = JSON.stringify(seen);
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const word of ['amount', 'refunded', 'credits', '"cost"', ':499', '4,99', 'stripe"']) {
      expect(text).not.toContain(word);
    }
    expect((await read(support)).orders[0]?.status).toBe('completed');
  });

  test('an act is done once however often it is sent, and stands in the log', async () => {
    const gift = act({ credits: 2_000 });
    const answers = await Promise.all([1, 2, 3].map(() => onPerson('credits', gift)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balance()).toBe(2_000);
    expect((await onPerson('credits', act({ credits: -5_000 }))).status).toBe(402);
    expect(await log()).toMatchObject([
      {
        what: 'credits.adjusted',
        actor: 'Camille',
        before: '0',
        after: '2\u202F000',
        reason: 'Une réclamation.',
      },
    ]);
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
  });

  test('the key of a form serves for what it was sent with, and for nothing else', async () => {
    const gift = act({ credits: 20 });
    expect((await onPerson('credits', gift)).status).toBe(200);
    const refused = { status: 409, body: { error: 'WITHDRAWAL_REFUSED' } };
    expect(await onPerson('credits', { ...gift, credits: 30 })).toMatchObject(refused);
    expect(await onPerson('sign-out', gift)).toMatchObject(refused);
    expect(await balance()).toBe(20);
    const [order, other] = [await buy(), await buy()];
    const part = { ...act(), amount: 200 };
    const whole = { ...act(), amount: 499 };
    // Logged before Stripe was asked, which did not answer; the second long ago.
    const { db, clock } = shop.app;
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    await db.insert(moderationActs).values(
      [part, whole].map(({ key, reason, amount }, index) => ({
        id: key,
        actorId: admin.user.id,
        act: 'order.refunded',
        subjectId: lea.user.id,
        reason,
        details: { after: amount, orderId: order.id, asked: `${order.id}:${amount}` },
        createdAt: before(index * 360_000),
      })),
    );
    expect(await onOrder(order.id, 'refund', { ...part, amount: 100 })).toMatchObject(refused);
    expect(await onOrder(other.id, 'refund', part)).toMatchObject(refused);
    for (let sent = 0; sent < 2; sent++) {
      expect((await onOrder(order.id, 'refund', part)).status).toBe(200);
    }
    // Too old to be asked again.
    expect(await onOrder(order.id, 'refund', whole)).toMatchObject(refused);
    expect([(await readOrder(order.id)).refunded, (await readOrder(other.id)).refunded]).toEqual([
      200, 0,
    ]);
  });

  test('sessions end, and a lock with that of the browser and its client token', async () => {
    const { db, clock } = shop.app;
    const isHers = eq(sessions.userId, lea.user.id);
    const [session] = await db.select().from(sessions).where(isHers);
    const lockedUntil = new Date(clock.now().getTime() + 600_000);
    const other = 'client:other';
    await db.insert(challengeLocks).values([
      { subject: `user:${lea.user.id}`, errors: 2, lockedUntil },
      { subject: `browser:${session?.browserHash ?? ''}`, errors: 2, lockedUntil },
      { subject: 'client:hers', errors: 2, lockedUntil },
      { subject: other, errors: 2, lockedUntil: new Date(lockedUntil.getTime() + 1) },
    ]);
    expect((await read(support)).lockedUntil).toBe(lockedUntil.toISOString());
    expect((await onPerson('lift-locks', act(), support)).status).toBe(200);
    const left = await db.select().from(challengeLocks);
    expect(left.map(({ subject }) => subject)).toEqual([other]);
    await db.delete(challengeLocks);
    const ofAdmin = `/api/desk/people/${admin.user.id}/sign-out`;
    expect((await ask(shop.app, support, 'POST', ofAdmin, act())).status).toBe(403);
    expect((await onPerson('sign-out', act(), support)).status).toBe(200);
    expect((await read()).sessions).toEqual([]);
    expect((await ask(shop.app, lea, 'GET', '/api/auth/sessions')).status).toBe(401);
    expect((await log('', support)).map(({ what, actor }) => [what, actor])).toEqual([
      ['sessions.ended', 'Sacha'],
      ['locks.lifted', 'Sacha'],
    ]);
  });

  test('an invoice is sent again, and a note is read by the staff', async () => {
    const order = await buy();
    expect((await onOrder(order.id, 'invoice', act(), support)).status).toBe(200);
    const isHers = eq(outbox.userId, lea.user.id);
    const letters = await shop.app.db.select().from(outbox).where(isHers);
    expect(letters.map(({ kind }) => kind)).toEqual(['receipt', 'receipt']);
    const note = { key: uuidv7(), text: 'A écrit deux fois.' };
    for (let sent = 0; sent < 2; sent++) {
      expect((await onPerson('notes', note, support)).status).toBe(200);
    }
    expect((await onPerson('notes', { ...note, text: 'Autre.' }, support)).status).toBe(409);
    const { notes, mails } = await read();
    expect(notes).toMatchObject([{ text: 'A écrit deux fois.', writer: 'Sacha' }]);
    const many = Array.from({ length: 499 }, () => ({ userId: lea.user.id, text: 'Une note.' }));
    await shop.app.db.insert(staffNotes).values(many);
    const full = await onPerson('notes', { key: uuidv7(), text: 'Une de trop.' });
    expect(full).toMatchObject({ status: 409, body: { error: 'LIMIT_REACHED' } });
    expect((await onPerson('notes', note)).status).toBe(200);
    expect(mails.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  test('an account is erased with what was confirmed, never that of staff, and the log stays', async () => {
    const order = await buy();
    await onPerson('notes', { key: uuidv7(), text: 'Une note.' });
    const number = `Commande ${order.id.slice(0, 8).toUpperCase()}`;
    const erase = (lostCredits: number) =>
      act({ lostCredits, isAsked: true, confirmation: 'SUPPRIMER' });
    const { refusal, lines } = (await read()).erasure ?? {};
    const sum = `300\u00A0crédits non dépensés, 4,99\u00A0€ à rembourser, rétractation jusqu’au `;
    expect(lines?.map(({ text }) => text.startsWith(`${number}\u00A0: ${sum}`))).toEqual([true]);
    expect(lines?.[0]?.path).toBe(`/bureau?vue=commande&id=${order.id}`);
    expect((await read(support)).erasure).toBeUndefined();
    // Paid credits are refunded first, or their refunds blocked.
    const owed = await onPerson('erase', erase(300));
    expect(owed).toMatchObject({
      status: 409,
      body: { error: 'ERASURE_REFUSED', message: refusal },
    });
    expect(refusal).toContain(`remboursez d’abord 4,99\u00A0€ (${number}, 4,99\u00A0€)`);
    await onOrder(order.id, 'refund-block', act({ isBlocked: true }));
    expect((await read()).erasure?.refusal).toBeNull();
    expect((await onPerson('erase', act({ lostCredits: 300, isAsked: true }))).status).toBe(400);
    const less = await onPerson('erase', erase(0));
    const message = expect.stringMatching(/^Les crédits de cette personne ont changé/) as string;
    expect(less).toMatchObject({ status: 409, body: { message } });
    const erasure = erase(300);
    for (let sent = 0; sent < 2; sent++) {
      expect((await onPerson('erase', erasure)).status).toBe(200);
    }
    expect((await onPerson('erase', erase(300))).status).toBe(404);
    const gone = await read();
    expect(gone.erasedAt).not.toBeNull();
    expect([gone.name, gone.orders[0]?._id]).toEqual(['Compte supprimé', order.id]);
    const [shell] = await shop.app.db.select().from(users).where(eq(users.id, lea.user.id));
    expect(shell).toMatchObject({ email: null, credits: 0 });
    const entries = await log();
    expect(entries.map(({ what }) => what).toSorted()).toEqual([
      'account.erased',
      'money.adjustment',
      'money.purchase',
      'refunds.blocked',
    ]);
    expect(new Set(entries.map(({ person }) => person?.name))).toEqual(
      new Set(['Compte supprimé']),
    );
    // A purchase outlives its buyer's account, and a declaration learns why nothing is left of it.
    const { fullName: name, email } = order.billing as { fullName: string; email: string };
    const [invoice] = await shop.app.db
      .select()
      .from(invoices)
      .where(eq(invoices.transactionId, order.id));
    await declareWithdrawal(shop.app, { name, email, invoiceNumber: invoice?.number ?? '' });
    expect(await listDeclarations(shop.app.db, 'open')).toMatchObject([{ reason: 'erased' }]);
    await onOrder(order.id, 'refund-block', act({ isBlocked: false }));
    expect((await onOrder(order.id, 'refund', act({ amount: 100 }))).status).toBe(200);
    const path = `/api/desk/people/${support.user.id}/erase`;
    const refused = await ask(shop.app, admin, 'POST', path, erase(0));
    expect(refused).toMatchObject({ status: 409, body: { error: 'ERASURE_REFUSED' } });
  });

  test('the log goes on page by page, is cut by days, is a file, and is never changed', async () => {
    const { db, clock } = shop.app;
    const [first] = [new Date(clock.now().getTime() - 400 * dayMs)];
    await db.insert(moderationActs).values(
      Array.from({ length: 120 }, (_, index) => ({
        actorId: admin.user.id,
        act: 'person.allowed',
        subjectId: lea.user.id,
        reason: `=${index}`,
        createdAt: new Date(first.getTime() + Math.floor(index / 3)),
      })),
    );
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const path = `/api/desk/log?person=${lea.user.id}${query}`;
      const page = listDeskLog.response.parse((await ask(shop.app, admin, 'GET', path)).body);
      found.push(...page.entries.map(({ reason }) => reason));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([found.length, new Set(found).size]).toEqual([120, 120]);
    const day = first.toISOString().slice(0, 10);
    expect((await log(`&from=${day}`)).length).toBe(50);
    expect(await log(`&kind=money`)).toEqual([]);
    const file = await callEndpoint(shop.app, `/api/desk/log-file?person=${lea.user.id}`, {
      headers: admin.headers,
    });
    const lines = (await file.text()).trimEnd().split('\r\n');
    // A person's own file is named after them.
    const own = await callEndpoint(shop.app, `/api/desk/people/${lea.user.id}/export`, {
      headers: admin.headers,
    });
    expect(own.headers.get('content-disposition')).toContain(`"donnees-${lea.user.id}_20`);
    await own.body?.cancel();
    expect(lines).toHaveLength(121);
    expect(lines[1]).toContain(';Suspension levée;Camille;Léa Duchêne;');
    expect(lines[1]).toMatch(/;'=\d+$/);
    await expect(db.update(moderationActs).set({ reason: '' })).rejects.toThrow();
    await expect(db.delete(moderationActs)).rejects.toThrow();
  });

  test('a purchase is refunded in part, once, with its credit note and its share of the credits', async () => {
    const order = await buy();
    const part = act({ amount: 100 });
    for (let sent = 0; sent < 2; sent++) {
      expect((await onOrder(order.id, 'refund', part)).status).toBe(200);
      await shop.stripe.control.idle();
    }
    const after = await readOrder(order.id);
    expect(after).toMatchObject({
      amount: 499,
      refunded: 100,
      money: { unspentCredits: 240, takenCredits: 60 },
      stripe: { paymentStatus: 'paid', refunds: [{ amount: 100, state: 'done' }] },
    });
    expect(after.money?.creditNotes).toMatchObject([{ amount: -100 }]);
    expect(after.events.map(({ type }) => type)).toContain('checkout.session.completed');
    expect(after.events.map(({ type }) => type)).toContain('charge.refunded');
    expect(await balance()).toBe(240);
    expect((await onOrder(order.id, 'refund', act({ amount: 400 }))).body).toMatchObject({
      error: 'WITHDRAWAL_REFUSED',
      message: 'Il reste 3,99\u00A0€ à rembourser au plus.',
    });
    const number = `Commande ${order.id.slice(0, 8).toUpperCase()}`;
    const note = after.money?.creditNotes[0]?.number ?? '';
    const entries = await log(`&actor=${admin.user.id}`);
    // A state before and after, or what was moved.
    expect(
      entries
        .concat(await log('&kind=money'))
        .map(inShort)
        .toSorted(),
    ).toEqual([
      ['money.credit_note', null, '−1,00\u00A0€', note, number],
      ['money.purchase', '300', '4,99\u00A0€', '', number],
      ['money.refund', '240', null, '', number],
      ['order.refunded', null, '1,00\u00A0€', 'Une réclamation.', number],
    ]);
    expect(await checkLedger(shop.app.db, shop.app.clock.now())).toEqual([]);
    const isTwice = eq(ledgerEntries.transactionId, order.id);
    expect(await shop.app.db.$count(ledgerEntries, isTwice)).toBe(2);
  });

  test('two admins who refund a purchase at one instant refund it once', async () => {
    const other = await signInAs(shop.app, { displayName: 'Dominique', role: 'admin' });
    const order = await buy();
    const whole = () => act({ amount: 499 });
    const answers = await Promise.all(
      [admin, other, admin].map((who) => onOrder(order.id, 'refund', whole(), who)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    // Our own refusal: Stripe was asked once, and no act of another is in the log.
    const refusals = answers.filter(({ status }) => status === 409);
    const message = expect.stringMatching(/^(Un remboursement de|Il reste 0,00)/) as string;
    for (const { body } of refusals) expect(body).toMatchObject({ message });
    const isIts = ({ payment_intent }: { payment_intent: unknown }) =>
      payment_intent === order.stripePaymentIntentId;
    expect(shop.stripe.control.refunds().filter(isIts)).toMatchObject([{ amount: 499 }]);
    expect((await log()).filter(({ what }) => what === 'order.refunded')).toHaveLength(1);
    expect(await balance()).toBe(0);
  });

  test('while Stripe has not answered one refund, another of the purchase waits', async () => {
    const order = await buy();
    const first = act({ amount: 200 });
    // Logged; then the server died.
    await shop.app.db.insert(moderationActs).values({
      id: first.key,
      actorId: admin.user.id,
      act: 'order.refunded',
      subjectId: lea.user.id,
      details: { after: 200, orderId: order.id, asked: `${order.id}:200` },
      createdAt: shop.app.clock.now(),
    });
    const second = act({ amount: 200 });
    expect((await onOrder(order.id, 'refund', second)).status).toBe(409);
    shop.app.clock.advance(301_000);
    expect((await onOrder(order.id, 'refund', second)).status).toBe(200);
    // The first form is not asked again.
    expect((await onOrder(order.id, 'refund', first)).status).toBe(409);
    expect((await readOrder(order.id)).refunded).toBe(200);
  });

  test('the log has what is given back, though no credit moves', async () => {
    const [first, second] = [await buy(), await buy()];
    await onPerson('credits', act({ credits: -600 }));
    expect((await onOrder(first.id, 'refund', act({ amount: 499 }))).status).toBe(200);
    const dispute = shop.stripe.control.openDispute(second.stripeSessionId ?? '');
    await shop.stripe.control.idle();
    shop.stripe.control.closeDispute(dispute.id, 'lost');
    await shop.stripe.control.idle();
    const moved = (await log('&kind=money')).map(({ what, amount }) => [what, amount]);
    expect(moved).toContainEqual(['money.credit_note', '−4,99\u00A0€']);
    expect(moved).toContainEqual(['money.dispute_lost', '−4,99\u00A0€']);
  });

  test('the log names what a rate, a share and accounts are for, in words', async () => {
    const { db } = shop.app;
    const share = { basisPoints: 5250, startsOn: '2026-10-01', setBy: admin.user.id };
    await db.insert(earningShares).values([share, { ...share, authorId: lea.user.id }]);
    const reason = 'customers 41100000001, vat 4457';
    const set = { actorId: admin.user.id, act: 'accounts.set', subjectId: uuidv7(), reason };
    await db.insert(moderationActs).values(set);
    const path = `/api/desk/log?actor=${admin.user.id}`;
    const { entries } = listDeskLog.response.parse((await ask(shop.app, admin, 'GET', path)).body);
    const since = `dès le ${formatDay('2026-10-01')}`;
    const found = entries.filter(({ what }) => /^(money\.share|accounts)/.test(what));
    expect(found.map(({ after, reason: why }) => [after, why]).toSorted()).toEqual([
      [null, 'Clients 41100000001, TVA 4457'],
      ['52,50\u00A0%', `Tous les auteurs, ${since}`],
      ['52,50\u00A0%', since],
    ]);
    expect(found.find(({ person }) => person?._id === lea.user.id)?.what).toBe('money.share');
    expect((await log(`&actor=${support.user.id}`)).length).toBe(0);
  });

  test('the log has of a decision its number, measure and person, and no link to nobody', async () => {
    const { db } = shop.app;
    const notice = { actorId: admin.user.id, act: 'notice.decided', reason: 'Haine.' };
    const details = { number: 'S-2026-000001', place: 'le roman', rule: 'Loi', measure: 'novel' };
    const [known, unknown] = [uuidv7(), uuidv7()];
    await db.insert(moderationActs).values([
      { ...notice, subjectId: known, details: { ...details, personId: lea.user.id } },
      { ...notice, subjectId: unknown, details: { ...details, personId: null } },
      { actorId: admin.user.id, act: 'comment.removed', subjectId: unknown },
      { ...notice, act: 'name.given', subjectId: lea.user.id, details: { name: 'Léa D.' } },
    ]);
    const person = { _id: lea.user.id, name: 'Léa Duchêne' };
    const told = {
      before: 'S-2026-000001, le roman',
      after: 'Roman retiré\u00A0: tous ses chapitres',
    };
    expect(await log()).toMatchObject([
      { what: 'name.given', person, after: 'Léa D.' },
      { what: 'notice.decided', person, ...told },
    ]);
    const path = '/api/desk/log?kind=acts';
    const all = listDeskLog.response.parse((await ask(shop.app, admin, 'GET', path)).body).entries;
    expect(all.filter(({ what }) => what === 'notice.decided')).toMatchObject([
      { person: null, ...told, reason: 'Haine. — Règle\u00A0: Loi' },
      { person },
    ]);
  });

  test('a disputed purchase waits with the day its evidence is due, and is not refunded', async () => {
    const order = await buy();
    shop.stripe.control.openDispute(order.stripeSessionId ?? '');
    await shop.stripe.control.idle();
    expect((await onOrder(order.id, 'refund', act({ amount: 100 }))).status).toBe(409);
    const { body } = await ask(shop.app, admin, 'GET', '/api/desk/waiting');
    const dispute = listWaiting.response.parse(body).find(({ what }) => what === 'dispute');
    expect(dispute?.path).toBe(`/bureau?vue=commande&id=${order.id}`);
    expect(Date.parse(dispute?.dueAt ?? '')).toBeGreaterThan(Date.now());
  });

  test('a purchase that nobody paid is given up, and one whose event was lost is completed', async () => {
    const idOf = async (sessionId: string) => {
      const ordered = eq(creditTransactions.stripeSessionId, sessionId);
      const [row] = await shop.app.db.select().from(creditTransactions).where(ordered);
      return row?.id ?? '';
    };
    const unpaid = await idOf(await orderPack(shop, lea, 'plan_basic'));
    expect((await read()).erasure?.refusal).toMatch(/^Un paiement de cette personne est en cours/);
    const end = act();
    for (let sent = 0; sent < 2; sent++) {
      expect((await onOrder(unpaid, 'end', end)).status).toBe(200);
    }
    expect((await onOrder(unpaid, 'end', act())).status).toBe(409);
    expect((await readOrder(unpaid)).status).toBe('failed');
    shop.stripe.control.setDelivery('never');
    const sessionId = await orderPack(shop, lea, 'plan_basic');
    shop.stripe.control.paySession(sessionId);
    await shop.stripe.control.idle();
    const lost = await idOf(sessionId);
    expect((await readOrder(lost)).status).toBe('pending');
    expect((await onOrder(lost, 'check', act())).status).toBe(200);
    expect((await readOrder(lost)).status).toBe('completed');
    shop.stripe.control.setDelivery('normal');
    const acts = (await log('&kind=acts')).map(({ what, before, after }) => [what, before, after]);
    expect(acts).toEqual([
      ['order.checked', 'En attente de paiement', 'Payée'],
      ['order.ended', 'En attente de paiement', 'Non payée'],
    ]);
  });
});
