import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { takeFolder } from './embedded-lock.ts';
import { joinServer, serveCommands } from './embedded-socket.ts';
import type { OpenDatabase, OpenOptions } from './database.ts';
import { migrationsFolder } from './migrate.ts';
import * as schema from './schema/schema.ts';

/**
 * Opens PGlite in a folder, or in memory when `folder` is null.
 * Only one process may hold a folder: a command joins the one that does, a server refuses.
 */
export async function openEmbedded(
  folder: string | null,
  options: OpenOptions,
): Promise<OpenDatabase> {
  if (folder === null) return open(new PGlite(), options, null);
  const root = resolve(folder);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const held = await takeFolder(root, options.role);
  if (!held) return joinServer(root, options);
  try {
    return await open(new PGlite(`${root}/database`), options, { root, release: held.release });
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function open(
  pglite: PGlite,
  options: OpenOptions,
  held: { root: string; release: () => Promise<void> } | null,
): Promise<OpenDatabase> {
  await pglite.waitReady;
  const db = drizzle(pglite, {
    schema,
    ...(options.onQuery && { logger: { logQuery: options.onQuery } }),
  });
  await migrate(db, { migrationsFolder });
  const gaps: (() => void)[] = [];
  const socket = held
    ? await serveCommands(held.root, pglite, () => gaps.forEach((onGap) => onGap()))
    : null;
  return {
    db,
    kind: 'embedded',
    // There is no other instance to tell.
    announce: () => Promise.resolve(),
    listen: (_channel, _onMessage, onGap) => {
      gaps.push(onGap);
      return Promise.resolve();
    },
    close: async () => {
      await socket?.close();
      await pglite.close();
      await held?.release();
    },
  };
}
