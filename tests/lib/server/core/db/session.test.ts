import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#server/core/db/open-database.ts';
import { shareSessions } from '#server/core/db/session.ts';
import { createEmptyDatabase } from '#tests/world/databases.ts';

/** What the connections of a pooler see that lends one of its sessions to each statement. */
function lend(sessions: number, order: 'last' | 'in turn') {
  const free = Array.from({ length: sessions }, (_, id) => id);
  return () => {
    const session = free.shift() ?? 0;
    if (order === 'last') free.unshift(session);
    else free.push(session);
    return Promise.resolve(session);
  };
}

test('a connection that keeps its own session shares none', async () => {
  expect(await shareSessions((connection) => Promise.resolve(connection))).toBe(false);
});

test.each([1, 2, 3, 4, 5, 7, 10])('connections to %i lent sessions share them', async (count) => {
  expect(await shareSessions(lend(count, 'last'))).toBe(true);
  expect(await shareSessions(lend(count, 'in turn'))).toBe(true);
});

describe('a session', () => {
  /** PgBouncer's documentation, `ignore_startup_parameters`: all others are refused. */
  const allowed = /^(user|database|client_encoding|application_name)$/;

  test('starts without parameters that PgBouncer refuses, and has its limits', async () => {
    const url = new URL(await createEmptyDatabase());
    const { host, port } = new pg.Client(url.href);
    const address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    const started: string[] = [];
    const between = createServer((socket) => {
      const server = connect(address);
      // A length and the version of the protocol, then names and values (PostgreSQL, 54.7).
      socket.once('data', (first) => started.push(first.subarray(8).toString()));
      socket.pipe(server).pipe(socket);
      for (const one of [socket, server]) one.on('error', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    url.search = '';
    url.hostname = '127.0.0.1';
    url.port = String((between.address() as AddressInfo).port);

    const open = await openDatabase(url.href, { role: 'command' });
    const ignore = () => undefined;
    await open.listen('essai', { onMessage: ignore, onLost: ignore, onHeard: ignore });
    expect(await open.instanceLock(1).take()).toBe(true);
    const limits = await open.pool.query(`select name, setting from pg_settings where name in
      ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`);
    await open.close();

    expect(limits.rows.map(({ setting }: { setting: string }) => setting)).toEqual([
      '60000',
      '5000',
      '15000',
    ]);
    const names = started.flatMap((text) => text.split('\0').filter((_, at) => at % 2 === 0));
    expect(names.filter((name) => name !== '' && !allowed.test(name))).toEqual([]);
    // The pair that is compared, migrations, the pool, what listens, and the lock.
    expect(started).toHaveLength(6);
    between.close();
  });
});
