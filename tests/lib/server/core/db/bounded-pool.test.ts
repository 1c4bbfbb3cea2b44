import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { createDatabase } from '#tests/world/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase(await createDatabase(), { role: 'server', poolSize: 1 });
});
afterAll(() => database.close());

test('fifty requests wait for each connection, more are refused at once', async () => {
  const busy = await database.pool.connect();
  const waiting = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0
      ? database.pool.query('select 1')
      : database.db.transaction(async (tx) => tx.execute('select 1')),
  );
  await expect(database.pool.query('select 1')).rejects.toThrow('too many requests wait');
  await expect(database.pool.connect()).rejects.toThrow('too many requests wait');
  expect(database.isUnreachable()).toBe(true);
  busy.release();
  await Promise.all(waiting);
  expect((await database.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});

test('a statement that fails by what it says does not count as an outage', async () => {
  const own = await openDatabase(await createDatabase(), { role: 'server', poolSize: 1 });
  await expect(own.pool.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect(own.isUnreachable()).toBe(false);
  const kill = `select pg_terminate_backend(pg_backend_pid())`;
  await expect(own.pool.query(kill)).rejects.toThrow();
  expect(own.isUnreachable()).toBe(true);
  expect((await own.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await own.close();
});

test('a connection that ends in use leaves its place, also where nobody gives it back', async () => {
  const own = await openDatabase(await createDatabase(), { role: 'server', poolSize: 1 });
  const lost = await own.pool.connect();
  const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => lost.once('end', resolve));
  const other = new pg.Client({ ...own.pool.options });
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  expect((await own.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  lost.release();
  expect((await own.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.end();
  await own.close();
});
