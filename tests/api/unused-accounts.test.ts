import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eraseUnusedAccounts } from '#server/account/unused-accounts.ts';
import { identities, users } from '#server/core/db/schema/identity.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { earningShares, novelHandovers } from '#server/core/db/schema/earnings.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { outbox } from '#server/core/db/schema/outbox.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { noteBounce } from '#server/notices/bounces.ts';
import { findOrCreateUser } from '#server/people/identity/accounts.ts';
import { addNovel } from '../world/novels.ts';
import { describeWithOutbox, readLetters, waiting } from '../world/outbox.ts';
import { addStatement } from '../world/pay.ts';
import { addUser } from '../world/people.ts';

const dayMs = 24 * 3_600_000;
/** The clock of the tests stands at 2026-11-21, noon. */
const long = new Date('2024-10-01T12:00:00Z');

describeWithOutbox('an account that nobody uses', (world) => {
  let count = 0;

  const addReader = async (
    more: Partial<typeof users.$inferInsert> = {},
    lastUsedAt = more.createdAt ?? long,
  ) => {
    const email = `oubli-${++count}@exemple.test`;
    const { id } = await addUser(world.app, { email, createdAt: long, ...more });
    const identity = { provider: 'google', subject: `g-${count}`, userId: id, email } as const;
    await world.app.db.insert(identities).values({ ...identity, lastUsedAt });
    return { id, email, subject: identity.subject };
  };
  const run = (signal?: AbortSignal) => eraseUnusedAccounts(world.app, signal);
  const isErased = async (id: string) => {
    const [row] = await world.app.db.select().from(users).where(eq(users.id, id));
    return row?.erasedAt !== null;
  };
  const warningsOf = (id: string) =>
    world.app.db.$count(outbox, and(eq(outbox.userId, id), eq(outbox.kind, 'account_unused')));
  /** Warns, sends the warnings, and lets so many days pass. */
  const warn = async (days: number) => {
    await run();
    await readLetters(world);
    world.app.clock.advance(days * dayMs);
  };
  const signIn = ({ subject, email }: { subject: string; email: string }, app = world.app) =>
    findOrCreateUser(app, 'google', {
      ...{ subject, email, emailVerified: true, emailAuthoritative: true, pictureUrl: null },
      names: { firstName: '', lastName: '', fullName: '' },
    });

  test('is warned, and erased 30 days after the warning was sent, which it is told', async () => {
    const reader = await addReader();
    await warn(29);
    await run();
    expect(await isErased(reader.id)).toBe(false);
    world.app.clock.advance(dayMs);
    await run();
    expect(await isErased(reader.id)).toBe(true);
    await run();
    const letters = (await readLetters(world)).filter(({ to }) => to === reader.email);
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Votre compte sera supprimé dans un mois',
      'Votre compte est supprimé',
    ]);
    expect(letters[1]?.text).toContain('Il n’avait pas servi depuis deux ans');
  });

  test('is one whose last session, of 30 days at most, ended 24 months ago', async () => {
    const limit = new Date(world.app.clock.now().getTime() - 30 * dayMs);
    limit.setUTCMonth(limit.getUTCMonth() - 24);
    const used = await addReader({}, limit);
    const unused = await addReader({}, new Date(limit.getTime() - 1));
    await run();
    expect([await warningsOf(used.id), await warningsOf(unused.id)]).toEqual([0, 1]);
  });

  const db = () => world.app.db;
  const novelOf = () => addNovel(world.app, { title: `Roman ${++count}`, chapters: 1 });
  const become = (id: string, what: Partial<typeof users.$inferInsert>) =>
    db().update(users).set(what).where(eq(users.id, id));
  const order = (userId: string, state: Partial<typeof creditTransactions.$inferInsert>) =>
    db()
      .insert(creditTransactions)
      .values({
        userId,
        planId: 'plan_basic',
        credits: 5,
        amountCents: 499,
        billing: {},
        ...state,
      });
  const own = async (ownerId: string) =>
    db()
      .update(novels)
      .set({ ownerId })
      .where(eq(novels.id, (await novelOf()).id));
  const join = async (userId: string) =>
    db()
      .insert(novelMembers)
      .values({ novelId: (await novelOf()).id, userId, role: 'editor' });
  const giveAway = async (fromUserId: string) =>
    db()
      .insert(novelHandovers)
      .values({ novelId: (await novelOf()).id, fromUserId, at: long });
  const share = { basisPoints: 5_000, startsOn: '2024-01-01' };
  const account = { holderName: 'Léa', iban: 'FR7630006000011234567890189', updatedAt: long };
  const refuseMail = (id: string, address: string) =>
    noteBounce(db(), id, { address, answer: '550', bouncedAt: long });
  test.each<[string, boolean, (id: string, email: string) => Promise<unknown>]>([
    ['who never bought', true, () => Promise.resolve()],
    ['whose payment failed', true, (id) => order(id, { status: 'failed', failedAt: long })],
    ['who ordered', false, (id) => order(id, { status: 'pending' })],
    ['who is an author', false, (id) => become(id, { role: 'author' })],
    ['who is an admin', false, (id) => become(id, { role: 'admin' })],
    ['without an address', false, (id) => become(id, { email: null })],
    ['who owns a novel', false, own],
    ['in a novel’s team', false, join],
    ['who gave a novel away', false, giveAway],
    [
      'with a share',
      false,
      (id) =>
        db()
          .insert(earningShares)
          .values({ authorId: id, ...share }),
    ],
    ['with a statement', false, (id) => addStatement(world.app, id)],
    [
      'to be paid',
      false,
      (userId) =>
        db()
          .insert(payoutAccounts)
          .values({ userId, ...account }),
    ],
    ['whose address refused our mail', false, refuseMail],
    ['whose old address did', true, (id) => refuseMail(id, 'x@exemple.test')],
  ])('of somebody %s is warned: %s', async (_who, isWarned, make) => {
    const reader = await addReader();
    await make(reader.id, reader.email);
    await run();
    expect(await warningsOf(reader.id)).toBe(isWarned ? 1 : 0);
  });

  test('stays where the warning did not arrive, or came back', async () => {
    const [unsent, returned] = [await addReader(), await addReader()];
    await run();
    const isUnsent = eq(outbox.userId, unsent.id);
    await world.app.db.update(outbox).set({ failedAt: world.app.clock.now() }).where(isUnsent);
    await readLetters(world);
    const bounce = {
      address: returned.email,
      answer: '550 5.1.1',
      bouncedAt: world.app.clock.now(),
    };
    await noteBounce(world.app.db, returned.id, bounce);
    world.app.clock.advance(40 * dayMs);
    await run();
    expect([await isErased(unsent.id), await isErased(returned.id)]).toEqual([false, false]);
  });

  test('is kept by signing in, and in two years warned anew', async () => {
    const reader = await addReader();
    await warn(29);
    await signIn(reader);
    world.app.clock.advance(2 * dayMs);
    await run();
    expect(await isErased(reader.id)).toBe(false);
    await world.app.db.delete(outbox);
    world.app.clock.advance(800 * dayMs);
    await run();
    expect(await warningsOf(reader.id)).toBe(1);
    expect(await isErased(reader.id)).toBe(false);
  });

  test('stays if its person signs in while the job is about to erase it', async () => {
    const reader = await addReader({ createdAt: new Date(0) });
    await warn(31);
    const { db } = world.app;
    const both = await db.transaction(async (tx) => {
      await signIn(reader, { ...world.app, db: tx });
      const erasing = run();
      // It waits for the row.
      await expect.poll(() => db.$count(sql`pg_locks`, sql`not granted`)).toBeGreaterThan(0);
      return { erasing };
    });
    await both.erasing;
    expect(await isErased(reader.id)).toBe(false);
  });

  test('is erased and warned though another cannot be', async () => {
    const [first, second] = [await addReader(), await addReader()];
    await warn(31);
    const third = await addReader();
    await db().execute(sql`create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'this account is damaged'; end $$`);
    await db().execute(
      sql.raw(`create trigger refuse_one before update on users
        for each row when (new.id = '${first.id}') execute function refuse_one()`),
    );
    await run();
    await db().execute(sql`drop function refuse_one cascade`);
    expect([await isErased(first.id), await isErased(second.id)]).toEqual([false, true]);
    expect(await warningsOf(third.id)).toBe(1);
  });

  test('waits for the next day once the server stops', async () => {
    const reader = await addReader();
    await warn(31);
    await run(AbortSignal.abort());
    expect(await isErased(reader.id)).toBe(false);
    expect(await waiting(world.app)).toEqual([]);
  });
});
