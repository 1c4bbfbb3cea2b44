import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { withdrawalDeclarations, withdrawals } from '#server/core/db/schema/returns.ts';
import {
  declareWithdrawal,
  receiptsPerDayMax,
  receiptsPerHourMax,
  sweepDeclarations,
} from '#server/money/payments/declare-withdrawal.ts';
import { readDeclarationForm } from '#server/money/payments/declaration-form.ts';
import { sellerOf } from '#server/money/invoices/invoice-document.ts';
import { composeLetter } from '#server/notices/mail/letters.ts';
import { transfersListMax } from '#shared/constants.ts';
import { formatInstant } from '#shared/site/formats.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { declarationFields, listDeclarations } from '#shared/contracts/declarations.ts';
import { ask } from '../world/marks.ts';
import { openTestApp } from '../world/app.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { readPdf } from '../lib/server/money/invoices/read-pdf.ts';

const dayMs = 24 * 60 * 60_000;

describe('withdrawals that are declared without signing in', () => {
  let shop: Shop;
  let lea: TestBrowser;
  let invoiceNumber: string;
  let transactionId: string;
  beforeAll(async () => {
    shop = await openShop();
  });
  const nextPurchase = async () => {
    lea = await signInAs(shop.app, { email: `${crypto.randomUUID()}@exemple.test` });
    const sessionId = await buyPack(shop, lea, 'plan_basic');
    const [bought] = await shop.app.db
      .select({ id: creditTransactions.id, number: invoices.number })
      .from(creditTransactions)
      .innerJoin(invoices, eq(invoices.transactionId, creditTransactions.id))
      .where(eq(creditTransactions.stripeSessionId, sessionId));
    transactionId = bought?.id ?? '';
    invoiceNumber = bought?.number ?? '';
  };
  beforeEach(nextPurchase);
  afterAll(() => shop.close());

  /** As the form sends it; by default what is on the account. */
  const declare = (
    more: Partial<Record<'name' | 'invoiceNumber' | 'email', string>> = {},
    { laterMs = 0 } = {},
  ) =>
    declareWithdrawal(
      { ...shop.app, clock: { now: () => new Date(shop.app.clock.now().getTime() + laterMs) } },
      declarationFields.parse({
        ...{ name: 'Léa Martin', invoiceNumber, email: lea.user.email ?? '', ...more },
      }),
    );
  const withdrawn = () =>
    shop.app.db.select().from(withdrawals).where(eq(withdrawals.transactionId, transactionId));
  const lettersTo = async (address: string) =>
    (await shop.app.db.select().from(outbox).where(eq(outbox.kind, 'declaration'))).filter(
      ({ payload }) => (payload as { address: string }).address === address,
    );

  test.each([
    ['as it is on the invoice', () => ({})],
    [
      'in another spelling',
      () => ({ name: ' MARTIN,  Lea ', invoiceNumber: `n° ${invoiceNumber.toLowerCase()} ` }),
    ],
    ['with the address of the invoice', () => ({ email: 'LEA@feuilleton.test' })],
  ])('one that is its buyer’s, %s, withdraws from the purchase', async (_, typed) => {
    const asked = shop.exchanges.length;
    const declared = await declare(typed());
    expect(declared).toMatchObject({ outcome: 'applied', transactionId });
    // Stripe may be away: it is not asked before the reconciliation.
    expect(shop.exchanges).toHaveLength(asked);
    const [withdrawal] = await withdrawn();
    expect(withdrawal).toMatchObject({ credits: 300, amountCents: 499, refundedAt: null });
    expect('declaredAt' in declared && declared.declaredAt).toEqual(withdrawal?.requestedAt);
    const [person] = await shop.app.db.select().from(users).where(eq(users.id, lea.user.id));
    expect(person?.credits).toBe(0);
    // The account's owner gets the letter of every withdrawal, whoever declared it.
    const owners = await shop.app.db.select().from(outbox).where(eq(outbox.userId, lea.user.id));
    expect(owners.map(({ kind }) => kind)).toContain('withdrawal');
    const { payments } = shop.app;
    if (!payments) throw new Error('nothing is sold');
    await reconcile({ ...shop.app, payments });
    expect((await withdrawn())[0]?.refundedAt).not.toBeNull();
  });

  test.each([
    ['no invoice', 'no_invoice', { invoiceNumber: 'F2026-999999' }],
    ['an unknown wording', 'no_invoice', { invoiceNumber: 'mon pack de novembre' }],
    ['another name', 'other_person', { name: 'Karim Benali' }],
    ['another address', 'other_person', { email: 'karim@exemple.test' }],
  ])('one that names %s is receipted like any other, and waits', async (_, outcome, typed) => {
    const name = `name` in typed ? typed.name : 'Léa Martin';
    const email = 'email' in typed ? `${crypto.randomUUID()}@exemple.test` : (lea.user.email ?? '');
    const declared = await declare({ ...typed, name, email });
    expect(declared).toMatchObject({ outcome, transactionId: null });
    expect(await withdrawn()).toEqual([]);
    expect(await lettersTo(email)).toHaveLength(1);
  });

  test('names that an account shows, and a name of signs alone, are not its buyer’s', async () => {
    const { db } = shop.app;
    await db.update(users).set({ displayName: 'LéaM' }).where(eq(users.id, lea.user.id));
    expect(await declare({ name: 'LéaM' })).toMatchObject({ outcome: 'other_person' });
    const typed = { invoiceNumber, email: lea.user.email ?? '' };
    // The last: a letter that is a sign once it is written plainly.
    for (const name of ['!!!', '\uFE70']) {
      expect(await declare({ ...typed, name })).toMatchObject({ outcome: 'other_person' });
    }
    expect(await withdrawn()).toEqual([]);
  });

  test('after the last day it waits, and withdraws from nothing', async () => {
    expect(await declare({}, { laterMs: 13 * dayMs })).toMatchObject({ outcome: 'applied' });
    await nextPurchase();
    // Weekend and holidays prolong fourteen days by four at most.
    const late = await declare({}, { laterMs: 20 * dayMs });
    expect(late).toMatchObject({ outcome: 'too_late', transactionId });
    expect(await withdrawn()).toEqual([]);
  });

  test('repeated, or sent twice at once, it is one declaration with one receipt', async () => {
    const [first, other] = await Promise.all([declare(), declare()]);
    expect(other).toEqual(first);
    expect(await declare({}, { laterMs: dayMs })).toEqual(first);
    expect(await lettersTo(lea.user.email ?? '')).toHaveLength(1);
    expect(await declare({ name: 'Léa-Martin' })).toMatchObject({ outcome: 'applied' });
    expect(await withdrawn()).toHaveLength(1);
  });

  test('only so many receipts go to one mailbox in an hour and in a day, also asked for at once', async () => {
    const email = `${crypto.randomUUID()}@exemple.test`;
    const numbered = (n: number, laterMs = 0) =>
      declare({ email, invoiceNumber: `F2026-90000${n}` }, { laterMs });
    const receipted = async () => (await lettersTo(email)).length;
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => numbered(n)));
    expect(await receipted()).toBe(receiptsPerHourMax);
    const isIts = eq(withdrawalDeclarations.email, email);
    const stored = await shop.app.db.select().from(withdrawalDeclarations).where(isIts);
    const [first] = stored;
    // What is known is answered again, and sent no more.
    expect(await declare(first)).toEqual(first);
    for (let n = 10; n < 20; n++) await numbered(n, dayMs / 20);
    expect(await receipted()).toBe(receiptsPerDayMax);
    expect(await numbered(30, dayMs / 2)).toMatchObject({ refusal: 'RATE_LIMITED' });
    expect(await numbered(30, dayMs + 60_000)).toHaveProperty('id');
  });

  test.each([
    ['mon pack', 'mon pack'],
    ['Pack Basique, léa@exemple.test', 'Pack Basique, léa@ exemple. test'],
    ['pris sur https://EXEMPLE1.fr/x', 'pris sur https:// EXEMPLE1. fr/ x'],
    ['<b>M.Dupont</b>', '<b>M. Dupont</ b>'],
  ])(
    'its receipt names content, day and hour, no purchase and no link: %s',
    async (typed, shown) => {
      const declared = await declare({ invoiceNumber: typed }, { laterMs: 3 * dayMs });
      if (!('id' in declared)) throw new Error('it was refused');
      const [row] = await lettersTo(lea.user.email ?? '');
      const site = { siteUrl: 'https://feuilleton.test', publisherEmail: 'a@exemple.test' };
      const seller = sellerOf(shop.app.config.publisher);
      const letter = row && (await composeLetter(shop.app.db, row, { ...site, seller }));
      const when = formatInstant(declared.declaredAt.toISOString());
      expect(declared.invoiceNumber).toBe(typed);
      const said = JSON.stringify(letter?.content.parts);
      expect(said).toContain(`${when}, heure de Paris, Léa Martin nous`);
      expect(said).toContain(`«\u00A0${shown}\u00A0»`);
      const { lines } = await readPdf(Buffer.from(letter?.attachments[0]?.bytes ?? []));
      // The file has common spaces.
      const words = lines.join(' ').replaceAll(/\s/g, ' ');
      for (const part of [when, 'Léa Martin', shown, lea.user.email ?? '']) {
        expect(words).toContain(part.replaceAll(/\s/g, ' '));
      }
    },
  );

  test('an admin reads why it waits, and notes one answer', async () => {
    const admin = await signInAs(shop.app, { role: 'admin', name: 'Ada', displayName: 'Ada' });
    const declared = await declare({ name: 'Karim Benali' });
    if (!('id' in declared)) throw new Error('it was refused');
    const list = '/api/moderation/declarations';
    const find = async (state: string) =>
      listDeclarations.response
        .parse((await ask(shop.app, admin, 'GET', `${list}?state=${state}`)).body)
        .find(({ _id }) => _id === declared.id);
    expect(await find('open')).toMatchObject({
      reason: 'other_person',
      answered: null,
      orderId: transactionId,
    });
    // However many a stranger declares, before or after: what may be somebody's purchase comes first.
    const old = { ...declared, outcome: 'no_invoice' as const, declaredAt: new Date(0) };
    await shop.app.db.insert(withdrawalDeclarations).values(
      Array.from({ length: transfersListMax }, (_, n) => ({
        ...old,
        id: crypto.randomUUID(),
        invoiceNumber: `rien ${n}`,
      })),
    );
    expect(await find('open')).toBeDefined();
    const answer = (note: string) =>
      ask(shop.app, admin, 'POST', `${list}/${declared.id}/answer`, { note });
    expect(await answer('Écrit le 2.')).toMatchObject({ status: 200 });
    expect(await answer('Écrit le 2.')).toMatchObject({ status: 200 });
    const isIts = eq(moderationActs.subjectId, declared.id);
    expect(await shop.app.db.select().from(moderationActs).where(isIts)).toMatchObject([
      { act: 'declaration.answered', actorId: admin.user.id, reason: '' },
    ]);
    expect(await answer('Autre chose.')).toMatchObject({ status: 409 });
    expect(await find('open')).toBeUndefined();
    expect(await find('answered')).toMatchObject({ answered: { note: 'Écrit le 2.', by: 'Ada' } });
    expect(await answer('')).toMatchObject({ status: 400 });
  });

  test('the database changes and deletes none, and drops what leads to no purchase after five years', async () => {
    const { db } = shop.app;
    const declared = await declare({ name: 'Karim Benali' });
    if (!('id' in declared)) throw new Error('it was refused');
    const isIt = eq(withdrawalDeclarations.id, declared.id);
    const isRefused = { cause: { code: '23001' } };
    await expect(
      db.update(withdrawalDeclarations).set({ name: 'Autre' }).where(isIt),
    ).rejects.toMatchObject(isRefused);
    await expect(db.delete(withdrawalDeclarations).where(isIt)).rejects.toMatchObject(isRefused);
    const old = { ...declared, id: crypto.randomUUID(), name: 'Ancien', answer: null };
    await db
      .insert(withdrawalDeclarations)
      .values({ ...old, declaredAt: new Date(Date.now() - 5.1 * 365 * dayMs) });
    await sweepDeclarations(shop.app);
    expect(await db.$count(withdrawalDeclarations, eq(withdrawalDeclarations.id, old.id))).toBe(0);
    expect(await db.$count(withdrawalDeclarations, isIt)).toBe(1);
  });
});

test('the form checks, confirms and stops after ten from one connection in an hour', async () => {
  const app = await openTestApp();
  const post = (fields: Record<string, string>) =>
    readDeclarationForm({
      request: new Request('https://feuilleton.test/api/withdrawal-declarations', {
        method: 'POST',
        body: new URLSearchParams(fields),
      }),
      locals: { app, address: '192.0.2.1', requestId: '1', tags: new Set() },
    });
  const typed = { name: 'Nora', invoiceNumber: 'F2026-000001', email: 'nora@exemple.test' };
  expect(await post({ ...typed, email: 'nora', name: ' ' })).toMatchObject({
    ...{ step: 'fill', status: 400 },
    errors: { email: expect.any(String) as string, name: 'Indiquez votre nom.' },
  });
  expect(await post(typed)).toEqual({ step: 'check', fields: typed });
  expect(await app.db.$count(withdrawalDeclarations)).toBe(0);
  const confirm = () => post({ ...typed, etape: 'confirmer' });
  const done = await confirm();
  if (!('declaration' in done)) throw new Error('it was refused');
  for (let n = 1; n < 10; n++) expect(await confirm()).toEqual(done);
  expect(await confirm()).toMatchObject({ step: 'fill', status: 429, values: typed });
  // The receipt is for who was shown its reference, not for who guesses what somebody declared.
  const receipt = async (reference: string) => {
    const response = await post({ ...typed, etape: 'accuse', reference });
    return response instanceof Response && [response.status, response.headers.get('content-type')];
  };
  expect(await receipt(done.declaration.id)).toEqual([200, 'application/pdf']);
  expect(await receipt(crypto.randomUUID())).toEqual([303, null]);
  await app.close();
});
