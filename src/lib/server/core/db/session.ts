import pg from 'pg';
import { DatabaseRefused } from './database-refused.ts';

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
 */
export async function inspectServer(config: pg.ClientConfig): Promise<string> {
  const pair = [new pg.Client(config), new pg.Client(config)] as const;
  // The statement that breaks with the connection rejects.
  for (const client of pair) client.on('error', () => undefined);
  try {
    await Promise.all(pair.map((client) => client.connect()));
    const isShared = await shareSessions(async (connection) => {
      const query = { text: 'select pg_backend_pid() as pid', query_timeout: answerMs };
      return (await pair[connection].query<{ pid: number }>(query)).rows[0]?.pid;
    });
    if (isShared) throw new DatabaseRefused('sharedSessions', {});
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
