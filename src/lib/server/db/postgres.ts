import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { OpenDatabase, OpenOptions } from './database.ts';
import { migrationLockKey, migrationsFolder, refuseOldDatabase } from './migrate.ts';
import * as schema from './schema/schema.ts';
import { watchQueries } from './watch-queries.ts';

const connectTimeoutMs = 10_000;
const statementTimeoutMs = 15_000;
const reconnectDelayMs = 1_000;
const heartbeatMs = 30_000;

/** Opens a PostgreSQL and migrates it; several instances may do so at once. */
export async function openPostgres(url: string, options: OpenOptions): Promise<OpenDatabase> {
  if (options.migrates !== false) await migrateOnce(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'feuilleton',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const { onQueryFailed } = options;
  if (onQueryFailed) pool.on('connect', (client) => watchQueries(client, onQueryFailed));
  const db = drizzle(pool, {
    schema,
    ...(options.onQuery && { logger: { logQuery: options.onQuery } }),
  });
  const listeners: Listener[] = [];
  return {
    db,
    kind: 'server',
    pool,
    announce: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: async (channel, onMessage, onGap) => {
      const listener = new Listener(url, channel, onMessage, onGap);
      listeners.push(listener);
      await listener.start();
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.stop()));
      await pool.end();
    },
  };
}

async function migrateOnce(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'feuilleton-migrate',
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey]);
    const db = drizzle(client, { schema });
    await refuseOldDatabase(db);
    await migrate(db, { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** One connection that listens, and comes back when it breaks. */
class Listener {
  readonly #url: string;
  readonly #channel: string;
  readonly #onMessage: (payload: string) => void;
  readonly #onGap: () => void;
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(
    url: string,
    channel: string,
    onMessage: (payload: string) => void,
    onGap: () => void,
  ) {
    this.#url = url;
    this.#channel = channel;
    this.#onMessage = onMessage;
    this.#onGap = onGap;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      application_name: 'feuilleton-listen',
    });
    client.on('notification', (message) => this.#onMessage(message.payload ?? ''));
    client.on('error', () => this.#restart(client));
    client.on('end', () => this.#restart(client));
    this.#client = client;
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
    this.#heartbeat = setInterval(() => {
      // A connection that is only half open says nothing by itself.
      client.query('select 1').catch(() => this.#restart(client));
    }, heartbeatMs).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    await this.#client?.end();
  }

  #restart(broken: pg.Client): void {
    if (this.#stopped || this.#client !== broken) return;
    this.#client = null;
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    broken.end().catch(() => undefined);
    // What was announced while nobody listened is lost: everything held may be old.
    this.#onGap();
    this.#retry = setTimeout(() => {
      this.start()
        .then(() => this.#onGap())
        .catch(() => {
          const failed = this.#client;
          if (failed) this.#restart(failed);
        });
    }, reconnectDelayMs);
  }
}
