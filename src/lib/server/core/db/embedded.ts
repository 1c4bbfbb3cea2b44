import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { OpenDatabase, OpenOptions } from './database.ts';
import { DatabaseRefused } from './database-refused.ts';
import { hasCode } from './embedded-folder.ts';
import { prepareCluster, refusalOf, type EmbeddedCluster } from './embedded-make.ts';
import { connectOrStart, isStopping, stopServer } from './embedded-start.ts';
import { lockKeys } from './lock-keys.ts';
import { openPostgres } from './postgres.ts';

const watchMs = 5_000;
const [firstRetryMs, lastRetryMs] = [200, 30_000];

/**
 * Opens the embedded PostgreSQL of a folder: makes it if there is none, starts it if it does not
 * run. Whoever closes it last stops it; a process that is killed leaves it running for the next.
 * @throws DatabaseRefused
 */
export async function openEmbedded(folder: string, options: OpenOptions): Promise<OpenDatabase> {
  const root = resolve(folder);
  try {
    const cluster = await prepareCluster(root);
    const presence = new Presence(cluster, options, new DatabaseRefused('inUse', { folder: root }));
    const leaving = options.role === 'command' ? leaveOnSignal(presence) : null;
    await presence.enter();
    return await openPostgres(cluster.address, options, async () => {
      leaving?.cancel();
      await presence.leave();
    });
  } catch (error) {
    throw refusalOf(error, root);
  }
}

/** A connection of every process that uses the database, by whose locks they know of each other. */
class Presence {
  readonly #cluster: EmbeddedCluster;
  readonly #options: OpenOptions;
  readonly #inUse: DatabaseRefused;
  #client: pg.Client | null = null;
  #watch: NodeJS.Timeout | null = null;
  readonly #left = new AbortController();
  #restarting: Promise<void> = Promise.resolve();

  constructor(cluster: EmbeddedCluster, options: OpenOptions, inUse: DatabaseRefused) {
    this.#cluster = cluster;
    this.#options = options;
    this.#inUse = inUse;
  }

  /** Starts PostgreSQL if it does not run, and takes the locks. */
  async enter(): Promise<void> {
    for (;;) {
      const client = await connectOrStart(this.#cluster, this.#left.signal);
      try {
        await this.#lock(client);
        this.#client = client;
        client.once('end', () => this.#lost());
        if (this.#options.role === 'server') this.#watchStop();
        return;
      } catch (error) {
        await client.end().catch(() => undefined);
        if (!hasStopped(error)) throw error;
      }
    }
  }

  /** One that waits for its clients to leave would wait for us: it ends now, and is started again. */
  #watchStop(): void {
    const look = async () => {
      if (await isStopping(this.#cluster)) await stopServer(this.#cluster);
    };
    this.#watch = setInterval(() => void look().catch(() => undefined), watchMs).unref();
  }

  #endWatch(): void {
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
  }

  async #lock(client: pg.Client): Promise<void> {
    await client.query('select pg_advisory_lock_shared($1)', [lockKeys.embeddedPresence]);
    if (this.#options.role === 'server' && !(await tryLock(client, lockKeys.embeddedServer)))
      throw this.#inUse;
  }

  /** Releases the locks, and stops PostgreSQL if nobody else uses it. */
  async leave(): Promise<void> {
    this.#left.abort();
    this.#endWatch();
    await this.#restarting;
    const client = this.#client;
    if (!client) return;
    try {
      await client.query('select pg_advisory_unlock_shared($1)', [lockKeys.embeddedPresence]);
      if (await tryLock(client, lockKeys.embeddedPresence)) await stopServer(this.#cluster);
      await client.end();
    } catch (error) {
      if (!hasStopped(error)) throw error;
    }
  }

  /** PostgreSQL was stopped or killed: a server starts it again, a command fails by itself. */
  #lost(): void {
    this.#client = null;
    this.#endWatch();
    if (this.#left.signal.aborted || this.#options.role !== 'server') return;
    this.#restarting = this.#restart();
  }

  async #restart(): Promise<void> {
    const { onRestart } = this.#options;
    for (let delayMs = firstRetryMs; ; delayMs = Math.min(2 * delayMs, lastRetryMs)) {
      try {
        await this.enter();
        onRestart?.();
        return;
      } catch (error) {
        if (this.#left.signal.aborted) return;
        onRestart?.(error);
        if (error === this.#inUse) {
          // Two servers never use one folder: this one stops, as by its service manager.
          process.kill(process.pid, 'SIGTERM');
          return;
        }
        const { signal } = this.#left;
        await sleep(delayMs, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
  }
}

/** A command that is interrupted leaves the database as one that ends does, and then ends. */
function leaveOnSignal(presence: Presence): { cancel: () => void } {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let isLeaving = false;
  const leave = (signal: NodeJS.Signals) => {
    // Ctrl+C reaches a command twice: from the terminal, and from the process that runs it.
    if (isLeaving) return;
    isLeaving = true;
    const end = () => {
      cancel();
      process.kill(process.pid, signal);
    };
    presence.leave().then(end, end);
  };
  const cancel = () => {
    for (const signal of signals) process.off(signal, leave);
  };
  for (const signal of signals) process.on(signal, leave);
  return { cancel };
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const query = 'select pg_try_advisory_lock($1) as taken';
  return (await client.query<{ taken: boolean }>(query, [key])).rows[0]?.taken === true;
}

/** Whether a connection ended because PostgreSQL was stopped meanwhile. */
function hasStopped(error: unknown): boolean {
  if (hasCode(error, '57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE')) return true;
  return error instanceof Error && /terminated|not queryable/.test(error.message);
}
