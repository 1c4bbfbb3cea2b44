import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { answerWithin } from '../answer-within.ts';
import * as schema from './schema/schema.ts';

const answerMs = 2_000;
/** How far a page may lag behind changes that nobody announced. */
const positionForMs = 5_000;
/** How long a replica that failed is left alone. */
const restMs = 5_000;
const logEveryMs = 60_000;

/** A standby that public pages are read from. */
export type Replica = {
  /**
   * Calls `read` with the replica, in a transaction that reads only. Null, and nothing was called or
   * it failed: the replica is away, of another database, or has not replayed all changes before.
   */
  read: <Result>(read: (db: Database) => Promise<Result>) => Promise<Result | null>;
  /** Call after each change, before anything is rendered: the replica must have replayed it. */
  changed: () => void;
  /** Whether changes of other instances are heard: only then is the replica read. */
  hears: (isHearing: boolean) => void;
  close: () => Promise<void>;
};

/** Where a primary stands: which database, on which timeline, up to which position of its WAL. */
type Position = { database: string; timeline: string; lsn: string };

const whichDatabase = `(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`;
const selectPosition = `select ${whichDatabase} as database, pg_current_wal_insert_lsn() as lsn,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;
/**
 * Its timeline is that of its last checkpoint: one that has left the primary's history by a failover
 * does not come to have it.
 */
const compare = `select pg_is_in_recovery() and ${whichDatabase} = $1
  and upper(lpad(to_hex((select timeline_id from pg_control_checkpoint())), 8, '0')) = $2
  and coalesce(pg_last_wal_replay_lsn() >= $3::pg_lsn, false) as is_current`;
/** Each statement sees what was replayed when it begins, all of them at least what `compare` saw. */
const begin = `begin isolation level read committed read only; set local statement_timeout = ${answerMs}`;

/** Opens nothing yet: the site starts without its replica. */
export function createReplica(
  connectionString: string,
  { primary, log }: { primary: pg.Pool; log: Logger },
): Replica {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: answerMs,
    query_timeout: 2 * answerMs,
    max: 5,
    application_name: 'feuilleton-replica',
    // The queries of a page go to one connection, at once.
    pipeline: true,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const databases = new WeakMap<pg.PoolClient, Database>();
  let position: Promise<Position | undefined> | null = null;
  let positionAtMs = 0;
  let isDeaf = false;
  let restsUntilMs = 0;
  let silentUntilMs = 0;
  let currentAtMs = performance.now();

  function findPosition(): Promise<Position | undefined> {
    if (position === null || performance.now() - positionAtMs > positionForMs) {
      positionAtMs = performance.now();
      position = primary.query<Position>(selectPosition).then(({ rows }) => rows[0]);
    }
    return position;
  }

  function warn(problem: string, error?: unknown): void {
    const nowMs = performance.now();
    if (nowMs < silentUntilMs) return;
    silentUntilMs = nowMs + logEveryMs;
    log.warn({ err: error }, `the primary renders pages: ${problem}`);
  }

  function rest(error: unknown): null {
    restsUntilMs = performance.now() + restMs;
    warn('the replica fails', error);
    return null;
  }

  async function isCurrent(client: pg.PoolClient): Promise<boolean> {
    // A primary that does not answer must not keep a page that the primary renders anyway.
    const found = await answerWithin(answerMs, findPosition());
    if (!found) return false;
    const values = [found.database, found.timeline, found.lsn];
    const [, { rows }] = await Promise.all([
      client.query(begin),
      client.query<{ is_current: boolean }>(compare, values),
    ]);
    const is = rows[0]?.is_current === true;
    if (is) currentAtMs = performance.now();
    else if (performance.now() - currentAtMs > logEveryMs) {
      warn('the replica is late, or none of this database');
    }
    return is;
  }

  return {
    read: async (read) => {
      if (isDeaf || performance.now() < restsUntilMs) return null;
      const client = await pool.connect().catch(rest);
      if (!client) return null;
      try {
        if ((await isCurrent(client).catch(rest)) !== true) return null;
        const db = databases.get(client) ?? drizzle(client, { schema });
        databases.set(client, db);
        const result = await read(db);
        // A page may go on without what failed: then the transaction has not ended as it was asked to.
        const { command } = await client.query('commit');
        return command === 'COMMIT' ? result : null;
      } catch (error) {
        warn('the replica fails', error);
        return null;
      } finally {
        client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        );
      }
    },
    changed: () => (position = null),
    hears: (isHearing) => {
      isDeaf = !isHearing;
      position = null;
    },
    close: () => pool.end(),
  };
}
