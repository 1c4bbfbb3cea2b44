import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg, { type ClientBase } from 'pg';
import { BoundedPool } from './bounded-pool.ts';
import type { InstanceLock, ListenEvents, OpenDatabase, OpenOptions } from './database.ts';
import { DatabaseRefused } from './database-refused.ts';
import { dropConnections } from './drop-connections.ts';
import { createInstanceLock } from './instance-lock.ts';
import { limitTransactions } from './lent-sessions.ts';
import { lockKeys } from './lock-keys.ts';
import { migrationsFolder, noteMigrator, refuseForeignDatabase } from './migrate.ts';
import { PrimaryClient } from './primary.ts';
import * as schema from './schema/schema.ts';
import { comparePooler, inspectServer, limitSession } from './session.ts';
import { sqlStateOf, sqlStates } from './sql-state.ts';
import { lockTimeoutMs, transactionIdleMs } from './timeouts.ts';

const connectTimeoutMs = 10_000;
const statementTimeoutMs = 15_000;
const reconnectDelayMs = 1_000;
const heartbeatMs = 10_000;
const migrationAttempts = 3;
const migrationPauseMs = 1_000;
/** TCP keepalive for a connection that is mostly idle. */
const aliveConnection = { keepAlive: true, query_timeout: connectTimeoutMs };

/**
 * Opens a PostgreSQL and migrates it; several instances may do so at once.
 * @param release called after the last connection was closed, or when the first ones failed.
 * @throws DatabaseRefused
 */
export async function openPostgres(
  url: string,
  options: OpenOptions,
  release: () => Promise<void> = () => Promise.resolve(),
): Promise<OpenDatabase> {
  const { directUrl = null } = options;
  const connection = { connectionString: url, connectionTimeoutMillis: connectTimeoutMs };
  // A pooler keeps its sessions after the site has stopped, which `restore` looks for by its names.
  const pooled = {
    ...connection,
    application_name: directUrl === null ? 'feuilleton' : 'pooled-feuilleton',
  };
  /** For what needs a session of its own. */
  const direct = { ...connection, connectionString: directUrl ?? url };
  const idle = {
    idle_in_transaction_session_timeout: options.transactionIdleMs ?? transactionIdleMs,
  };
  const prepare = async () => {
    const inspected = { ...direct, application_name: 'feuilleton-session' };
    const shared = directUrl === null ? 'sharedSessions' : 'sharedDirect';
    const version = await inspectServer(inspected, shared);
    if (directUrl !== null) await comparePooler(pooled, inspected);
    if (options.migrates !== false) {
      await migrateOnce(direct, { ...idle, lock_timeout: lockTimeoutMs });
    }
    return version;
  };
  const limits = {
    ...idle,
    statement_timeout: statementTimeoutMs,
    // Page requests have a statement timeout; an operator gets the reason sooner.
    ...(options.role !== 'server' && { lock_timeout: lockTimeoutMs }),
  };
  const pool = new BoundedPool({
    ...pooled,
    max: options.poolSize ?? 10,
    Client: PrimaryClient,
    ...(directUrl === null
      ? {
          // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits it; its types say void
          onConnect: (client: ClientBase) => limitSession(client, limits),
        }
      : { pipeline: true }),
  });
  // The pool replaces a broken idle connection; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one that PostgreSQL closes during a transaction; the next statement rejects.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  if (directUrl !== null) limitTransactions(pool, limits);
  const dropAfter = dropConnections(pool, url, { isPooler: directUrl !== null });
  pool.on('connect', (client) =>
    watchQueries(client, (error) => {
      pool.noteFailure(error);
      dropAfter(error, client);
      options.onQueryFailed?.(error);
    }),
  );
  const version = await prepare().catch(async (error: unknown) => {
    await pool.end();
    await release();
    throw error;
  });
  const db = drizzle(pool, {
    schema,
    ...(options.onQuery && { logger: { logQuery: options.onQuery } }),
  });
  const listeners: Listener[] = [];
  const locks: InstanceLock[] = [];
  return {
    db,
    pool,
    version,
    announce: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    isUnreachable: () => pool.isUnreachable,
    listen: async (channel, events) => {
      const listener = new Listener(direct, channel, events);
      listeners.push(listener);
      await listener.start();
    },
    instanceLock: (key) => {
      const lock = createInstanceLock(
        { ...direct, ...aliveConnection, application_name: 'feuilleton-jobs' },
        key,
      );
      locks.push(lock);
      return lock;
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.stop()));
      await Promise.all(locks.map((lock) => lock.release()));
      await pool.end();
      await release();
    },
  };
}

async function migrateOnce(
  connection: pg.ClientConfig,
  limits: Parameters<typeof limitSession>[1],
): Promise<void> {
  const client = new PrimaryClient({ ...connection, application_name: 'feuilleton-migrate' });
  // A connection that breaks between two attempts: the next one says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Waits indefinitely for another instance's migration, but briefly for readers' locks.
    await client.query('select pg_advisory_lock($1)', [lockKeys.migration]);
    await limitSession(client, limits);
    const db = drizzle(client, { schema });
    await refuseForeignDatabase(db);
    await retryWhileLocked(async () => {
      await migrate(db, { migrationsFolder });
      await noteMigrator(db);
    });
  } finally {
    await client.end();
  }
}

/**
 * While a migration waits for a lock, later statements queue behind it: it times out, lets them
 * pass, and retries. After the last attempt throws `DatabaseRefused` `busy`.
 */
async function retryWhileLocked(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      const state = sqlStateOf(error);
      if (state !== sqlStates.lockNotAvailable && state !== sqlStates.deadlockDetected) throw error;
      if (attempt === migrationAttempts) throw new DatabaseRefused('busy', {}, { cause: error });
      await sleep(migrationPauseMs);
    }
  }
}

/** One listening connection, reconnected when it breaks. */
class Listener {
  readonly #connection: pg.ClientConfig;
  readonly #channel: string;
  readonly #events: ListenEvents;
  #client: pg.Client | null = null;
  /** When the connection was last known to work. */
  #aliveAtMs = 0;
  #retry: NodeJS.Timeout | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(connection: pg.ClientConfig, channel: string, events: ListenEvents) {
    this.#connection = connection;
    this.#channel = channel;
    this.#events = events;
  }

  /** @returns whether it listens: the connection may break with the answer. */
  async start(): Promise<boolean> {
    const client = new PrimaryClient({
      ...this.#connection,
      ...aliveConnection,
      application_name: 'feuilleton-listen',
    });
    client.on('notification', (message) => this.#events.onMessage(message.payload ?? ''));
    client.on('error', (error) => this.#restart(client, error));
    client.on('end', () => this.#restart(client));
    this.#client = client;
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
    if (this.#client !== client) return false;
    const isAlive = () => (this.#aliveAtMs = performance.now());
    isAlive();
    this.#heartbeat = setInterval(() => {
      // A half-open connection reports no error by itself.
      client.query('select 1').then(isAlive, (error: unknown) => this.#restart(client, error));
    }, heartbeatMs).unref();
    return true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    await this.#client?.end();
  }

  #restart(broken: pg.Client, error?: unknown): void {
    if (this.#stopped || this.#client !== broken) return;
    this.#client = null;
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    broken.end().catch(() => undefined);
    // An end that PostgreSQL or its kernel sent comes after its last notification. Any other may be late.
    const isOrderly = error === undefined || endedByServer(error);
    this.#events.onLost(isOrderly ? 0 : performance.now() - this.#aliveAtMs);
    this.#retry = setTimeout(() => {
      this.start()
        .then((isListening) => {
          if (isListening) this.#events.onHeard();
        })
        .catch((failure: unknown) => {
          const failed = this.#client;
          if (failed) this.#restart(failed, failure);
        });
    }, reconnectDelayMs);
  }
}

/** Whether the other side has closed a connection: with a message, or without one. */
const endedByServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && error.message === 'Connection terminated unexpectedly');

/**
 * Reports each failed statement of a connection. `pg` has no event for it: the pool queries with a
 * callback, everything else with a promise.
 */
function watchQueries(client: ClientBase, onFailed: (error: unknown) => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    const callback = given.at(-1);
    if (isCallback(callback)) {
      return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
        if (error) onFailed(error);
        callback(error, result);
      });
    }
    const answer = query(...given);
    if (answer instanceof Promise) answer.catch(onFailed);
    return answer;
  };
  client.query = watched as typeof client.query;
}

function isCallback(last: unknown): last is (error: unknown, result: unknown) => void {
  return typeof last === 'function';
}
