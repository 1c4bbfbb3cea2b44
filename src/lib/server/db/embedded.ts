import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { DatabaseInUse, onlyInstance, type OpenDatabase, type OpenOptions } from './database.ts';
import { joinServer } from './embedded-join.ts';
import { takeFolder } from './embedded-lock.ts';
import { serveCommands } from './embedded-socket.ts';
import { migrationsFolder, refuseForeignDatabase } from './migrate.ts';
import * as schema from './schema/schema.ts';

/** How long processes wait for each other. */
export type EmbeddedLimits = {
  /** Longest wait of a command for the database. */
  waitMs: number;
  /** A waiting command logs a message after this long. */
  noticeMs: number;
  /** Longest silence of a command within a transaction. */
  quietMs: number;
};

const defaultLimits: EmbeddedLimits = { waitMs: 60_000, noticeMs: 2_000, quietMs: 15_000 };
const retryDelayMs = 100;
/** PostgreSQL's bundled extensions, loaded into PGlite: search matches similar spellings. */
export const extensions = { pg_trgm };
/**
 * PGlite encodes and decodes `bytea` digit by digit, on the server's main thread: a book of 19 MB
 * blocked it for a minute. Buffer is hundreds of times faster.
 */
const byteaCodec = {
  serializers: {
    [types.BYTEA]: (bytes: Uint8Array) =>
      `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`,
  },
  parsers: { [types.BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')) },
};

const settings = {
  extensions,
  ...byteaCodec,
  // PostgreSQL writes zeros over all its buffers when it starts: its usual 128 MB stay resident.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'],
};

/**
 * V8's optimizing compiler takes half a gigabyte and a second for one function of PGlite, and our
 * queries are no faster for it: the baseline compiler is enough. Before the first one is opened;
 * `--liftoff-only` is the same at the start of a process, and does nothing later.
 */
function compileOnce(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

/**
 * Opens PGlite in a folder, or in memory when `folder` is null.
 * Only one process may lock a folder. A server throws `DatabaseInUse` if another has; a
 * command joins that server, or waits for its turn and throws after `waitMs`.
 */
export async function openEmbedded(
  folder: string | null,
  options: OpenOptions,
  limits: Partial<EmbeddedLimits> = {},
): Promise<OpenDatabase> {
  const all = { ...defaultLimits, ...limits };
  compileOnce();
  if (folder === null) {
    const { template: loadDataDir } = options;
    const pglite = new PGlite({ ...settings, ...(loadDataDir && { loadDataDir }) });
    return open(pglite, options, all, null);
  }
  const root = resolve(folder);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const startedMs = performance.now();
  let hasSaid = false;
  for (;;) {
    const lock = takeFolder(root);
    if (lock) return openHeld({ root, release: lock.release }, options, all);
    if (options.role !== 'command') throw inUse(root);
    const joined = await joinServer(root, options);
    if (joined) return joined;
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > all.waitMs) throw inUse(root);
    if (waitedMs > all.noticeMs && !hasSaid) {
      hasSaid = true;
      process.stderr.write('La base de données est occupée ; la commande attend son tour.\n');
    }
    await sleep(retryDelayMs);
  }
}

type Held = { root: string; release: () => void };

function inUse(root: string): DatabaseInUse {
  return new DatabaseInUse(
    `La base de données de ${root} est déjà ouverte par un autre processus de Feuilleton.`,
  );
}

async function openHeld(
  held: Held,
  options: OpenOptions,
  limits: EmbeddedLimits,
): Promise<OpenDatabase> {
  try {
    return await open(new PGlite(`${held.root}/database`, settings), options, limits, held);
  } catch (error) {
    held.release();
    throw error;
  }
}

async function open(
  pglite: PGlite,
  options: OpenOptions,
  { quietMs }: EmbeddedLimits,
  held: Held | null,
): Promise<OpenDatabase> {
  await pglite.waitReady;
  const db = drizzle(pglite, {
    schema,
    ...(options.onQuery && { logger: { logQuery: options.onQuery } }),
  });
  if (options.migrates !== false) {
    await refuseForeignDatabase(db);
    await migrate(db, { migrationsFolder });
  }
  const gaps: (() => void)[] = [];
  const onEnded = () => gaps.forEach((onGap) => onGap());
  // Other commands wait for a command: joined to it, they would be disconnected when it ends.
  const isShared = held && options.role === 'server';
  const socket = isShared ? await serveCommands(held.root, pglite, { quietMs, onEnded }) : null;
  return {
    db,
    kind: 'embedded',
    // There are no other instances.
    announce: () => Promise.resolve(),
    listen: (_channel, _onMessage, onGap) => {
      gaps.push(onGap);
      return Promise.resolve();
    },
    instanceLock: () => onlyInstance,
    close: async () => {
      await socket?.close();
      await pglite.close();
      held?.release();
    },
  };
}
