import pg from 'pg';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database, OpenDatabase } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { isKept, openTestApp } from '#tests/world/app.ts';
import { createDatabase, createEmptyDatabase } from '#tests/world/databases.ts';
import { missing, startPooler, type Pooler } from '#tests/world/pooler.ts';

const title = 'behind PgBouncer';

const rowsOf = async (db: Database, query: SQL) =>
  ((await db.execute(query)) as { rows: unknown[] }).rows;

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });
  const pool = async (databaseUrl: string, mode: 'transaction' | 'session' | 'statement') => {
    const pooler = await startPooler(databaseUrl, mode);
    cleanups.push(() => pooler.stop());
    return pooler.address(databaseUrl);
  };
  const open = async (url: string, directUrl: string | null = null) => {
    const database = await openDatabase(url, { role: 'server', directUrl });
    cleanups.push(() => database.close());
    return database;
  };

  test('in session mode a database needs no other address', async () => {
    const url = await pool(await createEmptyDatabase(), 'session');
    const { db } = await open(url);
    expect(await rowsOf(db, sql`select count(*)::int from users`)).toEqual([{ count: 0 }]);
  });

  describe('that lends sessions', () => {
    test('a database is refused without the address of PostgreSQL', async () => {
      const directUrl = await createEmptyDatabase();
      const url = await pool(directUrl, 'transaction');
      await expect(open(url)).rejects.toMatchObject({ code: 'sharedSessions' });
      await expect(open(url, url)).rejects.toMatchObject({ code: 'sharedDirect' });
      await expect(open(url, await createEmptyDatabase())).rejects.toMatchObject({
        code: 'otherDatabase',
      });
    });

    test('and refused where it has no transactions', async () => {
      const directUrl = await createEmptyDatabase();
      const url = await pool(directUrl, 'statement');
      await expect(open(url, directUrl)).rejects.toMatchObject({ code: 'statementMode' });
      await expect(open(url)).rejects.toMatchObject({ code: 'sharedSessions' });
    });
  });

  describe('in transaction mode', () => {
    let directUrl: string;
    let pooler: Pooler;
    let one: OpenDatabase;
    let other: OpenDatabase;
    const listen = (database: OpenDatabase, heard: string[]) =>
      database.listen('essai', {
        onMessage: (payload) => heard.push(payload),
        onLost: vi.fn(),
        onHeard: vi.fn(),
      });
    beforeAll(async () => {
      directUrl = await createEmptyDatabase();
      // One session for everybody: what one leaves there, the next one finds.
      pooler = await startPooler(directUrl, 'transaction', { default_pool_size: '1' });
      const url = pooler.address(directUrl);
      const options = { role: 'server', directUrl } as const;
      [one, other] = await Promise.all([openDatabase(url, options), openDatabase(url, options)]);
    });
    afterAll(async () => {
      await Promise.all([one.close(), other.close()]);
      await pooler.stop();
    });

    test('two instances migrate an empty database once', async () => {
      const applied = sql`select count(*) > 0 as some,
        count(*) = count(distinct hash) as once from drizzle.__drizzle_migrations`;
      expect(await rowsOf(one.db, applied)).toEqual([{ some: true, once: true }]);
    });

    test('limits hold for every statement, and nothing is left for another client', async () => {
      const limits = sql`select name, setting from pg_settings where name in
        ('idle_in_transaction_session_timeout', 'statement_timeout') order by name`;
      const limited = [
        { name: 'idle_in_transaction_session_timeout', setting: '60000' },
        { name: 'statement_timeout', setting: '15000' },
      ];
      expect(await rowsOf(one.db, limits)).toEqual(limited);
      const inside = await other.db.transaction(
        async (tx) => {
          await tx.transaction((nested) => nested.execute(sql`select 1`));
          return rowsOf(tx, limits);
        },
        { isolationLevel: 'repeatable read' },
      );
      expect(inside).toEqual(limited);
      // A name would be PostgreSQL's, not the client's: the other one has the same for another text.
      for (const [at, { db }] of [one, other].entries()) {
        const named = db.select({ at: sql`${sql.raw(String(at))}` }).from(sql`users`);
        await named.prepare('a_name').execute();
      }

      const stranger = new pg.Client(pooler.address(directUrl));
      await stranger.connect();
      const left = await stranger.query(`select
        (select array_agg(name) from pg_settings where source = 'session'
          and name not in ('application_name', 'client_encoding')) as settings,
        (select count(*)::int from pg_prepared_statements) as statements,
        (select count(*)::int from pg_class where relpersistence = 't') as tables,
        (select count(*)::int from pg_locks where locktype = 'advisory') as locks`);
      await stranger.end();
      expect(left.rows).toEqual([{ settings: null, statements: 0, tables: 0, locks: 0 }]);
    });

    test('a statement that fails, also at its end, changes nothing and says why', async () => {
      await one.db.execute(sql`create table twice (id int unique deferrable initially deferred)`);
      const insert = (ids: string) => one.pool.query(`insert into twice values ${ids}`);
      await expect(insert('(1), (1)')).rejects.toMatchObject({ code: '23505' });
      await expect(insert("('un')")).rejects.toMatchObject({ code: '22P02' });
      await expect(one.pool.query('insert into twice values ($1)', ['x'])).rejects.toMatchObject({
        code: '22P02',
      });
      expect((await one.pool.query('select * from twice')).rows).toEqual([]);
      await insert('(1)');
      expect((await one.pool.query('select * from twice')).rows).toEqual([{ id: 1 }]);
    });

    test('one of two instances has the lock of background jobs, and the other hears', async () => {
      const locks = [one.instanceLock(7), other.instanceLock(7)] as const;
      expect(await locks[0].take()).toBe(true);
      // Many clients share the session in between; the lock is on none of theirs.
      await Promise.all(Array.from({ length: 20 }, () => other.db.execute(sql`select 1`)));
      expect(await locks[1].take()).toBe(false);
      await locks[0].release();
      expect(await locks[1].take()).toBe(true);
      await locks[1].release();

      const heard: string[] = [];
      await listen(other, heard);
      await one.announce('essai', 'changed');
      await vi.waitFor(() => expect(heard).toEqual(['changed']));
    });

    test('a restart of the pooler is over with the next statements', async () => {
      await pooler.restart();
      await vi.waitFor(() => one.db.execute(sql`select 1`), { timeout: 10_000 });
      const all = Array.from({ length: 20 }, () => one.db.execute(sql`select 1`));
      expect(await Promise.all(all)).toHaveLength(20);
    });
  });

  test('what the pooler keeps of a site that has stopped does not look like one that runs', async () => {
    const directUrl = await createDatabase();
    const url = await pool(directUrl, 'transaction');
    const database = await openDatabase(url, { role: 'server', directUrl });
    await database.pool.query('select 1');
    await database.close();
    const { pool: direct } = await open(directUrl);
    const { rows } = await direct.query(`select application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    expect(rows).toEqual([{ name: 'pooled-feuilleton' }]);
  });

  test('what one site changes is dropped from the page cache of the other', async () => {
    const directUrl = await createDatabase();
    const url = await pool(directUrl, 'transaction');
    const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
    const [one, other] = await Promise.all([openTestApp(settings), openTestApp(settings)]);
    cleanups.push(() => Promise.all([one.close(), other.close()]));
    const body = Buffer.from('une page');
    const page = { status: 200, headers: {}, body, tags: ['home'] };
    await other.pages.get('/', () => Promise.resolve(page));
    expect(isKept(other, '/')).toBe(true);
    await one.changed(['home']);
    await vi.waitFor(() => expect(isKept(other, '/')).toBe(false));
  });
});
