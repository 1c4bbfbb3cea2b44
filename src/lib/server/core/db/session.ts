import type pg from 'pg';
import { DatabaseRefused } from './database-refused.ts';
import { PrimaryClient } from './primary.ts';

const answerMs = 10_000;
const oldestMajor = 15;

/** PostgreSQL's limits of a session, in milliseconds. */
type SessionLimits = Partial<
  Record<
    | 'idle_in_transaction_session_timeout'
    | 'idle_session_timeout'
    | 'lock_timeout'
    | 'statement_timeout',
    number
  >
>;

/**
 * Sets the limits of a new connection. By SQL: PgBouncer refuses them as parameters of the start
 * (its `ignore_startup_parameters`), which is where `pg` would send them.
 */
export async function limitSession(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
  const settings = Object.entries(limits).map(([name, ms]) => `set ${name} = ${ms}`);
  // The connection is made: nothing else bounds this wait. `pg` reads it, its types lack it.
  const query = { text: settings.join('; '), query_timeout: answerMs };
  await client.query(query);
}

/**
 * PostgreSQL's version.
 * @throws DatabaseRefused `olderServer` before 15, and `sharedSessions` behind a pooler that does
 * not keep one session for each connection, as PgBouncer's modes `transaction` and `statement`:
 * limits, locks and `listen` belong to a session.
 * @param shared the refusal of such a pooler.
 */
export async function inspectServer(
  config: pg.ClientConfig,
  shared: 'sharedSessions' | 'sharedDirect',
): Promise<string> {
  const pair = [new PrimaryClient(config), new PrimaryClient(config)] as const;
  // The statement that breaks with the connection rejects.
  for (const client of pair) client.on('error', () => undefined);
  try {
    await Promise.all(pair.map((client) => client.connect()));
    const isShared = await shareSessions(async (connection) => {
      const query = { text: 'select pg_backend_pid() as pid', query_timeout: answerMs };
      return (await pair[connection].query<{ pid: number }>(query)).rows[0]?.pid;
    });
    if (isShared) throw new DatabaseRefused(shared, {});
    const query = { text: 'show server_version', query_timeout: answerMs };
    const [row] = (await pair[0].query<{ server_version: string }>(query)).rows;
    // Debian adds its own: `15.14 (Debian 15.14-0+deb12u1)`.
    const [version = ''] = row?.server_version.split(' ') ?? [];
    if (parseInt(version) < oldestMajor) {
      throw new DatabaseRefused('olderServer', { version, needed: oldestMajor });
    }
    return version;
  } finally {
    await Promise.all(pair.map((client) => client.end()));
  }
}

/** The database of a server, and when that was started: no two servers were at the same microsecond. */
const whichDatabase = `select extract(epoch from pg_postmaster_start_time())::text || ' ' || oid as id
  from pg_database where datname = current_database()`;

/**
 * Refuses a pooler that does not lead to the database of the direct address, or has no transactions.
 * @throws DatabaseRefused `otherDatabase`, `statementMode`
 */
export async function comparePooler(
  pooler: pg.ClientConfig,
  direct: pg.ClientConfig,
): Promise<void> {
  const pair = [new PrimaryClient(pooler), new PrimaryClient(direct)] as const;
  for (const client of pair) client.on('error', () => undefined);
  try {
    await Promise.all(pair.map((client) => client.connect()));
    // Sent alone: PgBouncer refuses it and closes the connection; a query sent after it would fail with
    // EPIPE before the refusal is read.
    const begin = { text: 'begin', query_timeout: answerMs };
    await pair[0].query(begin).catch((error: unknown) => {
      const isRefused = error instanceof Error && error.message.includes('transaction blocks not');
      throw isRefused ? new DatabaseRefused('statementMode', {}, { cause: error }) : error;
    });
    const query = { text: whichDatabase, query_timeout: answerMs };
    const [pooled, own] = await Promise.all(
      pair.map((client) => client.query<{ id: string }>(query)),
    );
    await pair[0].query({ ...begin, text: 'rollback' });
    if (own?.rows[0]?.id !== pooled?.rows[0]?.id) throw new DatabaseRefused('otherDatabase', {});
  } finally {
    await Promise.all(pair.map((client) => client.end()));
  }
}

/**
 * Whether two connections are served by other sessions than one each.
 * @param query the id of the session that serves a connection now.
 */
export async function shareSessions<Id>(
  query: (connection: 0 | 1) => Promise<Id>,
): Promise<boolean> {
  const seen = [new Set<Id>(), new Set<Id>()] as const;
  // Not strictly in turn: a pooler that hands out two sessions in turn would seem to keep them.
  for (const turn of [0, 1, 1, 0, 0, 0, 1, 0, 1] as const) seen[turn].add(await query(turn));
  return new Set([...seen[0], ...seen[1]]).size !== 2 || seen[0].size !== 1 || seen[1].size !== 1;
}
