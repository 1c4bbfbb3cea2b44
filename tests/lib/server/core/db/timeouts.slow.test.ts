import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureSentence } from '#server/failure-sentence.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import { restoreDatabase } from '#server/backup/restore-database.ts';
import type { OpenDatabase, OpenOptions } from '#server/core/db/database.ts';
import { findLastMigration, listMigrations } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { createDatabase, createEmptyDatabase } from '#tests/world/databases.ts';

describe('what waits for a lock', () => {
  let databaseUrl: string;
  const holders: pg.Client[] = [];
  const opened: OpenDatabase[] = [];
  const open = async (options: OpenOptions) => {
    const made = await openDatabase(databaseUrl, options);
    opened.push(made);
    return made;
  };
  const hold = async (statement: string) => {
    const holder = new pg.Client({ connectionString: databaseUrl });
    holders.push(holder);
    await holder.connect();
    await holder.query('begin');
    await holder.query(statement);
    return holder;
  };
  beforeEach(async () => {
    databaseUrl = await createEmptyDatabase();
  });
  afterEach(async () => {
    for (const holder of holders.splice(0)) await holder.end();
    for (const one of opened.splice(0)) await one.close();
  });

  test('a migration gives up with a sentence, changes nothing, and runs when the lock is free', async () => {
    const { db } = await open({ role: 'command', migrates: false });
    // Whoever makes a table of the same name waits until it is known whether there is one.
    const holder = await hold('create table novels ()');

    await expect(open({ role: 'server' })).rejects.toThrow(/base de données est occupée/);

    expect(await findLastMigration(db)).toBeNull();
    await holder.query('rollback');
    await open({ role: 'server' });
    expect(await findLastMigration(db)).toEqual({ tag: listMigrations().at(-1)?.tag });
  });

  test('a migration that PostgreSQL ends for a deadlock runs again, and the other session goes on', async () => {
    const { db } = await open({ role: 'command', migrates: false });
    // The migration makes chapters, then novels, then users.
    const first = await hold('create table novels ()');
    const second = await hold('create table users ()');
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await first.query(`select count(*)::int as count from pg_locks
          where locktype = 'transactionid' and not granted`);
        expect(rows).toEqual([{ count }]);
      }, 10_000);
    const opening = open({ role: 'server' });
    await waiting(1);
    const making = second.query('create table chapters ()');
    await waiting(2);
    // A session looks for deadlocks once, a second after it began to wait. This one finds none.
    await sleep(1_500);
    // The migration gets its novels, and waits for the session that waits for its chapters.
    await first.query('rollback');

    await Promise.all([opening, making.then(() => second.query('rollback'))]);

    expect(await findLastMigration(db)).toEqual({ tag: listMigrations().at(-1)?.tag });
  });

  test('a migration waits for another one, however long', async () => {
    const holder = await hold('select pg_advisory_lock(43210001)');
    const opening = open({ role: 'server' });
    await sleep(7_000);
    await holder.end();
    expect(await findLastMigration((await opening).db)).not.toBeNull();
  });

  test('a command ends after some seconds with a sentence', async () => {
    const { db } = await open({ role: 'command' });
    await db.insert(users).values({ name: 'Lectrice' });
    const holder = await hold('select * from users for update');

    const error: unknown = await db
      .update(users)
      .set({ name: 'Autre' })
      .catch((one: unknown) => one);

    expect(failureSentence(error, 'Le rôle n’a pas été donné')).toBe(
      'Le rôle n’a pas été donné : la base de données est occupée par une autre opération ; réessayez.',
    );
    await holder.query('rollback');
    expect(await db.select().from(users)).toMatchObject([{ name: 'Lectrice' }]);
  });
});

describe('a transaction that asks nothing any more', () => {
  const transactionIdleMs = 400;
  let databaseUrl: string;
  let open: OpenDatabase;
  beforeEach(async () => {
    databaseUrl = await createDatabase();
    open = await openDatabase(databaseUrl, { role: 'server', transactionIdleMs });
    await open.db.insert(users).values({ name: 'Lectrice' });
  });
  afterEach(() => open.close());

  test('is ended, what it had locked is free, and the others go on', async () => {
    const silent = open.db.transaction(async (tx) => {
      await tx.update(users).set({ name: 'Perdue' });
      await sleep(3 * transactionIdleMs);
      await tx.select().from(users);
    });
    const outcome = silent.then(
      () => null,
      (error: unknown) => error,
    );
    await sleep(transactionIdleMs / 4);
    await open.db.update(users).set({ name: 'Écrite' });

    expect(await outcome).toBeInstanceOf(Error);
    expect(await open.db.select().from(users)).toMatchObject([{ name: 'Écrite' }]);
  });

  test('is ended after a minute where nothing else is said', async () => {
    const usual = await openDatabase(databaseUrl, { role: 'server' });
    const { rows } = (await usual.db.execute(sql`show idle_in_transaction_session_timeout`)) as {
      rows: unknown[];
    };
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
    await usual.close();
  });

  test('is left alone while a backup is written to a slow disk, and read from one', async () => {
    const lines: string[] = [];
    const world = { db: open.db, bucket: null, clock: { now: () => new Date() } };
    await dumpDatabase(world, async (text) => {
      if (text.includes('Lectrice') || lines.length === 0) await sleep(2 * transactionIdleMs);
      lines.push(text);
    });
    const empty = await openDatabase(await createEmptyDatabase(), {
      role: 'command',
      migrates: false,
      transactionIdleMs,
    });
    async function* slowly() {
      for (const line of lines.join('').trimEnd().split('\n')) {
        if (line.includes('Lectrice')) await sleep(2 * transactionIdleMs);
        yield line;
      }
    }

    await restoreDatabase(empty.db, slowly(), {
      replaces: false,
      signsOut: false,
      lastNumbers: [],
    });

    expect(await empty.db.select().from(users)).toMatchObject([{ name: 'Lectrice' }]);
    await empty.close();
  });
});
