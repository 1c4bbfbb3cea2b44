import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { OpenDatabase, OpenOptions } from './database.ts';
import { socketFolder, socketName } from './embedded-lock.ts';
import * as schema from './schema/schema.ts';

const watchEveryMs = 100;
const joinAttempts = 600;
const joinDelayMs = 100;
/** A command that was killed in the wrong instant gives its place back after this long. */
const idleTimeoutMs = 10 * 60_000;
const readyForQuery = 0x5a;
const terminate = 0x58;
const idle = 'I'.charCodeAt(0);
/** ReadyForQuery is the last message of an answer: type, length (5), transaction status. */
const readyForQueryBytes = 6;

/**
 * Lets commands use the database of a running server, one at a time, through a Unix socket.
 * `onLeave` is called when a command has gone: it may have written anything.
 */
export async function serveCommands(
  root: string,
  pglite: PGlite,
  onLeave: () => void,
): Promise<{ close: () => Promise<void> }> {
  const folder = socketFolder(root);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseForeignFolder(folder);
  const path = join(folder, socketName);
  await rm(path, { force: true });
  const gate = new CommandGate(pglite);
  const server = new PGLiteSocketServer({
    db: gate.proxy,
    path,
    maxConnections: 1,
    idleTimeout: idleTimeoutMs,
  });
  let watch: NodeJS.Timeout | null = null;
  server.addEventListener('connection', () => {
    watch ??= setInterval(() => {
      if (server.getStats().activeConnections > 0) return;
      if (watch) clearInterval(watch);
      watch = null;
      gate.leave().then(onLeave, onLeave);
    }, watchEveryMs).unref();
  });
  await server.start();
  return {
    close: async () => {
      if (watch) clearInterval(watch);
      await server.stop();
      await gate.leave();
      await rm(path, { force: true });
    },
  };
}

/** Connects a command to the server that holds the folder; waits while another command does. */
export async function joinServer(root: string, options: OpenOptions): Promise<OpenDatabase> {
  const folder = socketFolder(root);
  await refuseForeignFolder(folder);
  const client = await connect(folder);
  const db = drizzle(client, {
    schema,
    ...(options.onQuery && { logger: { logQuery: options.onQuery } }),
  });
  return {
    db,
    kind: 'embedded',
    // The server drops its cached pages when this connection ends.
    announce: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    close: () => client.end(),
  };
}

/** A socket in a folder that somebody else made would lead to their database. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const { uid } = await lstat(folder);
  if (process.getuid && uid !== process.getuid()) {
    throw new Error(`Le dossier ${folder} appartient à un autre utilisateur.`);
  }
}

async function connect(folder: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      // Another command has the one place, or the server is only starting.
      if (attempt >= joinAttempts) throw error;
      await sleep(joinDelayMs);
    }
  }
}

/**
 * Keeps the server's own queries out while a command is in the middle of a statement or a
 * transaction: PGlite has one session for both. The lock is taken at the command's first message
 * and given back when PGlite says that it is ready and in no transaction.
 */
class CommandGate {
  readonly proxy: PGlite;
  readonly #pglite: PGlite;
  #release: (() => void) | null = null;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
    this.proxy = new Proxy(pglite, {
      get: (target, key) => {
        if (key === 'execProtocolRawStream') return this.#pass;
        if (key === 'exec') return this.#rollBack;
        if (key === 'runExclusive') return <T>(run: () => Promise<T>) => run();
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  /** The command has gone: whatever it left open is undone. */
  async leave(): Promise<void> {
    if (this.#release) await this.#rollBack();
  }

  readonly #pass: PGlite['execProtocolRawStream'] = async (message, options) => {
    if (message[0] === terminate) return;
    await this.#hold();
    let tail = new Uint8Array();
    await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolRawStream(message, {
        ...options,
        onRawData: (data) => {
          tail = data.slice(-readyForQueryBytes);
          options.onRawData(data);
        },
      }),
    );
    if (tail[0] === readyForQuery && tail[readyForQueryBytes - 1] === idle) this.#letGo();
  };

  readonly #rollBack = async () => {
    const statement = new TextEncoder().encode('ROLLBACK\0');
    const message = new Uint8Array(5 + statement.length);
    message[0] = 'Q'.charCodeAt(0);
    new DataView(message.buffer).setInt32(1, 4 + statement.length);
    message.set(statement, 5);
    await this.#pglite.runExclusive(() => this.#pglite.execProtocolRaw(message));
    this.#letGo();
    return [];
  };

  #hold(): Promise<void> {
    if (this.#release) return Promise.resolve();
    return new Promise((held) => {
      void this.#pglite._runExclusiveTransaction(
        () =>
          new Promise<void>((release) => {
            this.#release = release;
            held();
          }),
      );
    });
  }

  #letGo(): void {
    this.#release?.();
    this.#release = null;
  }
}
