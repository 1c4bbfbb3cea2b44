import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { impersonalTables, personalData } from '#server/account/personal-data.ts';
import { findOrCreateUser } from '#server/people/identity/accounts.ts';
import { chapters, images, novels } from '#server/core/db/schema/catalogue.ts';
import { commentReports, comments } from '#server/core/db/schema/community.ts';
import { statements } from '#server/core/db/schema/earnings.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { payoutAccounts, payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { sendDue } from '#server/notices/outbox/send-outbox.ts';
import * as schema from '#server/core/db/schema/schema.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';
import { addAdmin, billing, makeWholePerson, rowOf } from '../world/whole-person.ts';

const tables = Object.values(schema).filter((value) => is(value, PgTable));

/** Every column that references a user. */
const references = tables.flatMap((table) =>
  getTableConfig(table).foreignKeys.flatMap((key) => {
    const { foreignTable, columns } = key.reference();
    return foreignTable === users ? columns.map((column) => ({ table, column })) : [];
  }),
);
const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;

const erasures = personalData.flatMap(({ erasure }) => erasure);
const erasedColumns = erasures.flatMap(({ columns }) => columns);
const keptReferences = erasures
  .filter(({ retained }) => retained !== null)
  .flatMap(({ columns }) => columns.map(nameOf));

describe('the list of personal data', () => {
  test('has every table, or the reason why it does not', () => {
    const personal = [
      ...personalData.map(({ by: [{ table }] }) => table),
      ...erasedColumns.map(({ table }) => table),
    ].map(getTableName);
    const listed = [...new Set(personal), ...Object.keys(impersonalTables)];
    expect(listed.toSorted()).toEqual(tables.map(getTableName).toSorted());
    for (const { key, by, omitted = {} } of personalData) {
      const columns = Object.keys(getTableColumns(by[0].table));
      expect(columns, key).toEqual(expect.arrayContaining(Object.keys(omitted)));
    }
  });

  test('says of every reference to a user what erasure does, once', () => {
    const said = erasedColumns.map(nameOf);
    expect(said.toSorted()).toEqual([...new Set(said)].toSorted());
    expect(
      references.map(({ column }) => nameOf(column)).filter((name) => !said.includes(name)),
    ).toEqual([]);
  });
});

describe('an account', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  beforeAll(async () => {
    app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  });
  afterAll(() => app.close());

  const download = async (browser: TestBrowser | null) => {
    const headers = browser?.headers ?? (await changeHeaders(app));
    return callEndpoint(app, '/api/auth/export', { headers });
  };
  const erase = async (browser: TestBrowser, body: object = {}) => {
    const response = await callEndpoint(app, '/api/auth/account', {
      method: 'DELETE',
      headers: browser.headers,
      body: JSON.stringify({ confirmation: 'SUPPRIMER', lostCredits: 40, ...body }),
    });
    return { status: response.status, body: (await response.json()) as { message?: string } };
  };
  const expectRefused = async (browser: TestBrowser, why: string, body: object = {}) => {
    const answer = await erase(browser, body);
    expect(answer).toMatchObject({ status: 409, body: { error: 'ERASURE_REFUSED' } });
    expect(answer.body.message).toContain(why);
  };
  const countOf = ({ table, column }: (typeof references)[number], userId: string) =>
    app.db.$count(table, eq(column, userId));

  describe('is exported', () => {
    test('complete: each part has the user’s own data, and nobody else’s', async () => {
      const whole = await makeWholePerson(app);
      const response = await download(whole.person);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe(
        'attachment; filename="mes-donnees-feuilleton_2026-11-21.json"',
      );
      const text = await response.text();
      const data = JSON.parse(text) as Record<string, unknown[]>;
      for (const { key } of personalData) expect(data[key]?.length, key).toBeGreaterThan(0);
      expect(data.account).toMatchObject([{ id: whole.person.user.id, bio: whole.secret }]);
      expect(data.comments).toHaveLength(2);
      expect(data.comments).toContainEqual(
        expect.objectContaining({ withheldText: `retenu ${whole.secret}` }),
      );
      expect(data.bookmarks).toMatchObject([{ chapterTitle: 'Chapitre 1 du récit' }]);
      expect(data.ledger).toMatchObject([{ delta: 50 }, { delta: -1 }, { delta: -9 }]);
      expect(data.invoices).toMatchObject([{ buyer: billing }]);
      expect(data.chapters).toHaveLength(2);
      expect(data.chapters?.[0]).toHaveProperty('html', expect.stringContaining('<p>'));
      expect(text).not.toContain('Oui.');
      const isTheirs = eq(schema.sessions.userId, whole.person.user.id);
      const [session] = await app.db.select().from(schema.sessions).where(isTheirs);
      const [challenge] = await app.db.select().from(schema.challenges);
      for (const hidden of [session?.browserHash, challenge?.correctOption]) {
        expect(hidden).toBeTruthy();
        expect(text).not.toContain(hidden);
      }
    });

    test('page by page, without gaps or duplicates', async () => {
      const lea = await signInAs(app, { name: 'Léa' });
      const count = 1_203;
      const rows = Array.from({ length: count }, (_, index) => ({
        userId: lea.user.id,
        delta: 1,
        kind: 'adjustment' as const,
        reference: `${lea.user.id} ${index}`,
        balanceAfter: index + 1,
      }));
      await app.db.insert(ledgerEntries).values(rows);
      const { ledger } = (await (await download(lea)).json()) as {
        ledger: { balanceAfter: number }[];
      };
      expect(ledger.map(({ balanceAfter }) => balanceAfter)).toEqual(
        rows.map(({ balanceAfter }) => balanceAfter),
      );
    });
  });

  describe('is deleted', () => {
    test('only the shell is left, and what the law requires', async () => {
      const whole = await makeWholePerson(app);
      const { person } = whole;
      const { id } = person.user;
      for (const reference of references) {
        // The comment was removed by the other admin, not by this user.
        if (nameOf(reference.column) === 'comments.removed_by') continue;
        expect(await countOf(reference, id), nameOf(reference.column)).toBeGreaterThan(0);
      }
      expect(await erase(person)).toEqual({ status: 200, body: { success: true } });
      for (const reference of references) {
        if (keptReferences.includes(nameOf(reference.column))) continue;
        expect(await countOf(reference, id), nameOf(reference.column)).toBe(0);
      }
      expect(await rowOf(app, id)).toMatchObject({
        name: 'Compte supprimé',
        displayName: 'Compte supprimé',
        email: null,
        firstName: '',
        lastName: '',
        bio: '',
        preferredGenres: [],
        profileImage: null,
        role: 'reader',
        readerPreferences: null,
        credits: 0,
        erasedAt: app.clock.now(),
      });
      expect(await app.db.$count(images, eq(images.hash, whole.pictureHash))).toBe(0);
      // The last letter has their address until it was sent, or could not be.
      await sendDue(app, 'email');
      const everything = await Promise.all(
        // A closed month keeps the name that was on it, as the law wants.
        tables.map((table) =>
          table === statements
            ? app.db.select({ month: statements.month }).from(statements)
            : app.db.select().from(table),
        ),
      );
      const kept = JSON.stringify(everything);
      expect(kept).not.toContain(whole.secret);
      expect(kept).not.toContain(`user:${id}`);
    });

    test('counters and means are corrected', async () => {
      const { person, novelId, chapterId } = await makeWholePerson(app);
      await erase(person);
      const [novel] = await app.db.select().from(novels).where(eq(novels.id, novelId));
      expect(novel).toMatchObject({ favorites: 0, ratingSum: 5, ratingCount: 1 });
      const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, chapterId));
      expect(chapter).toMatchObject({ likes: 1, comments: 2 });
    });

    test('their comments stay, as “Compte supprimé”, and mentions of them name nobody', async () => {
      const { person, chapterId } = await makeWholePerson(app);
      await erase(person);
      const path = `/api/chapters/${chapterId}/comments`;
      const answer = await callEndpoint(app, path, { headers: await changeHeaders(app) });
      expect(await answer.json()).toMatchObject({
        threads: [
          {
            text: 'Ce que Léa a pensé.',
            name: 'Compte supprimé',
            user: null,
            profileImage: null,
            replies: [{ text: 'Oui.', mentionId: null, mentionName: null }, { state: 'removed' }],
          },
        ],
      });
      const kept = await app.db.select().from(comments).where(eq(comments.chapterId, chapterId));
      expect(JSON.stringify(kept)).not.toContain(person.user.id);
    });

    test('an open report stays without its text, a settled one is deleted', async () => {
      const { person } = await makeWholePerson(app);
      await erase(person);
      const isTheirs = eq(commentReports.userId, person.user.id);
      expect(await app.db.select().from(commentReports).where(isTheirs)).toMatchObject([
        { reason: '', settledAt: null },
      ]);
    });

    test('an author’s novels stay public; scheduled chapters are not published', async () => {
      const { person, ownNovelId, scheduledId } = await makeWholePerson(app);
      await erase(person);
      const headers = await changeHeaders(app);
      const novel = await callEndpoint(app, `/api/novels/${ownNovelId}`, { headers });
      expect(novel.status).toBe(200);
      const [chapter] = await app.db.select().from(chapters).where(eq(chapters.id, scheduledId));
      expect(chapter?.publishedAt).toBeNull();
      expect(chapter?.status).toBe('draft');
    });

    test.each([
      ['follows from a rule goes with the schedule', true],
      ['the author chose stays', false],
    ])('a day from which a scheduled chapter is free that %s', async (_, isFreeByRule) => {
      const { person, scheduledId } = await makeWholePerson(app);
      const freeFrom = new Date(app.clock.now().getTime() + 30 * 86_400_000);
      const isIt = eq(chapters.id, scheduledId);
      await app.db.update(chapters).set({ isPremium: true, freeFrom, isFreeByRule }).where(isIt);
      await erase(person);
      const [chapter] = await app.db.select().from(chapters).where(isIt);
      expect(chapter).toMatchObject({
        status: 'draft',
        isFreeByRule: false,
        freeFrom: isFreeByRule ? null : freeFrom,
      });
    });

    test('unspent credits are removed through the ledger, which still balances', async () => {
      const { person } = await makeWholePerson(app);
      await erase(person);
      const isTheirs = eq(ledgerEntries.userId, person.user.id);
      const entries = await app.db.select().from(ledgerEntries).where(isTheirs);
      expect(entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(0);
      expect(entries.at(-1)).toMatchObject({ delta: -40, kind: 'adjustment', balanceAfter: 0 });
    });

    test('billed data is kept, unpaid orders name nobody', async () => {
      const { person } = await makeWholePerson(app);
      await erase(person);
      const isTheirs = eq(creditTransactions.userId, person.user.id);
      const rows = await app.db.select().from(creditTransactions).where(isTheirs);
      const billed = Object.fromEntries(rows.map((row) => [row.status, row.billing]));
      expect(billed).toEqual({ completed: billing, failed: {} });
    });

    test('every session ends, and a new sign-in creates a new user', async () => {
      const { person } = await makeWholePerson(app);
      const second = await signInAs(app, { user: person.user });
      const [identity] = await app.db
        .select()
        .from(schema.identities)
        .where(eq(schema.identities.userId, person.user.id));
      await erase(person);
      for (const { headers } of [person, second]) {
        const response = await callEndpoint(app, '/api/auth/user', { headers });
        expect(response.status).toBe(401);
      }
      const again = await findOrCreateUser(app, 'google', {
        subject: identity?.subject ?? '',
        email: identity?.email ?? '',
        emailVerified: true,
        emailAuthoritative: true,
        names: { firstName: 'Léa', lastName: '', fullName: '' },
        pictureUrl: null,
      });
      expect(again).not.toMatchObject({ id: person.user.id });
      expect(again).toMatchObject({ credits: 0, bio: '', email: identity?.email });
    });

    test('concurrent requests delete it once', async () => {
      const { person } = await makeWholePerson(app);
      const answers = await Promise.all(Array.from({ length: 5 }, () => erase(person)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
      const isErasure = eq(ledgerEntries.reference, `erasure:${person.user.id}`);
      expect(await app.db.$count(ledgerEntries, isErasure)).toBe(1);
    });
  });

  describe('is not deleted', () => {
    test('without the word, or signed out', async () => {
      const { person } = await makeWholePerson(app);
      expect(await erase(person, { confirmation: 'supprimer' })).toMatchObject({ status: 400 });
      expect(await erase(person, { lostCredits: -1 })).toMatchObject({ status: 400 });
      const stranger = { ...person, headers: await changeHeaders(app) };
      expect(await erase(stranger)).toMatchObject({ status: 401 });
      expect((await rowOf(app, person.user.id))?.erasedAt).toBeNull();
    });

    test('while a payment is pending', async () => {
      const { person } = await makeWholePerson(app);
      const pending = { userId: person.user.id, planId: 'plan_basic', billing };
      await app.db.insert(creditTransactions).values({ ...pending, credits: 1, amountCents: 1 });
      await expectRefused(person, 'paiement est en cours');
    });

    test('while a refund is owed', async () => {
      const { person } = await makeWholePerson(app);
      const isTheirs = eq(withdrawals.userId, person.user.id);
      const owed = { refundedAt: null, transferredOn: null, transferReference: null };
      await app.db.update(withdrawals).set(owed).where(isTheirs);
      await expectRefused(person, 'remboursement vous est dû');
    });

    test('while an author is being paid, or has an account to be paid to', async () => {
      const { person } = await makeWholePerson(app);
      const { id } = person.user;
      const [paid] = await app.db.select().from(payouts).where(eq(payouts.authorId, id));
      if (!paid) throw new Error('nothing was paid');
      const failed = { state: 'failed' as const };
      await app.db.update(payouts).set(failed).where(eq(payouts.id, paid.id));
      await expectRefused(person, 'vous doivent encore de l’argent');
      const again = { ...paid, id: uuidv7(), state: 'ordered' as const, settledAt: null };
      const order = { executesOn: '2026-11-21', payerName: 'É', payerIban: paid.iban };
      const [other] = await app.db
        .insert(payoutOrders)
        .values({ ...order, createdBy: id })
        .returning();
      await app.db.insert(payouts).values({ ...again, orderId: other?.id ?? '' });
      await expectRefused(person, 'Un virement est en cours');
      // Who removes the account gives the sum up.
      await app.db
        .update(payouts)
        .set({ ...failed, settledAt: new Date() })
        .where(eq(payouts.id, again.id));
      await app.db.delete(payoutAccounts).where(eq(payoutAccounts.userId, id));
      expect(await erase(person)).toMatchObject({ status: 200 });
    });

    test('when more credits would be lost than the user confirmed', async () => {
      const { person } = await makeWholePerson(app);
      await expectRefused(person, 'Vos crédits ont changé', { lostCredits: 39 });
    });

    test('when it is the last admin’s, also for two concurrent deletions', async () => {
      await app.db.update(users).set({ role: 'reader' }).where(eq(users.role, 'admin'));
      const one = await signInAs(app, { role: 'admin' });
      await expectRefused(one, 'seul administrateur');
      const two = await signInAs(app, { user: await addAdmin(app) });
      const answers = await Promise.all([erase(one), erase(two)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const isAdmin = eq(users.role, 'admin');
      expect(await app.db.$count(users, isAdmin)).toBe(1);
    });
  });
});
