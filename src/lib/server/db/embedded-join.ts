import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { onlyInstance, type OpenDatabase, type OpenOptions } from './database.ts';
import { refuseForeignFolder, socketFolder } from './embedded-socket.ts';
import { refuseForeignDatabase } from './migrate.ts';
import * as schema from './schema/schema.ts';

const connectTimeoutMs = 5_000;
/** No socket yet, no listener yet, or the only slot is taken. */
const notNowCodes: unknown[] = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
/** The same, as `pg` words it: these two errors of its client have no code. */
const notNowMessages = ['Connection terminated unexpectedly', 'timeout expired'];

/**
 * Connects a command to the server that holds the folder. Null: not now, because the server is
 * starting, is busy, or serves another command. Throws when waiting would not help.
 */
export async function joinServer(root: string, options: OpenOptions): Promise<OpenDatabase | null> {
  const folder = socketFolder(root);
  const client = new pg.Client({
    host: folder,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await refuseForeignFolder(folder);
    await client.connect();
  } catch (error) {
    if (isNotNow(error)) return null;
    throw error;
  }
  const db = drizzle(client, {
    schema,
    ...(options.onQuery && { logger: { logQuery: options.onQuery } }),
  });
  if (options.migrates !== false) {
    await refuseForeignDatabase(db).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
  }
  return {
    db,
    kind: 'embedded',
    // The server drops its cached pages by itself after each statement or transaction.
    announce: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    instanceLock: () => onlyInstance,
    close: () => client.end(),
  };
}

function isNotNow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'code' in error
    ? notNowCodes.includes(error.code)
    : notNowMessages.includes(error.message);
}
