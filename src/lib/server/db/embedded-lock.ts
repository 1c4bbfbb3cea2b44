import { createHash } from 'node:crypto';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DatabaseInUse } from './database.ts';

/** A process that has just taken the lock needs this long, at most, to open its socket. */
const startingMs = 30_000;
const longestSocketPath = 100;

/**
 * The folder of the socket on which the holder of `root` serves commands, under the name that
 * PostgreSQL clients expect. A socket's path has to be short, so a deep root gets a temporary one.
 */
export function socketFolder(root: string): string {
  if (join(root, socketName).length <= longestSocketPath) return root;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(tmpdir(), `feuilleton-${name}`);
}

/** Name of the socket in its folder: what `pg` and `psql` look for at port 5432. */
export const socketName = '.s.PGSQL.5432';

/**
 * Takes the folder for this process. Null: another process holds it and serves commands
 * (only for a command). A server that finds it held throws `DatabaseInUse`.
 */
export async function takeFolder(
  root: string,
  role: 'server' | 'command',
): Promise<{ release: () => Promise<void> } | null> {
  const lockFile = join(root, 'feuilleton.lock');
  for (;;) {
    if (await createLock(lockFile)) {
      return { release: () => rm(lockFile, { force: true }) };
    }
    if (await isHeld(root, lockFile)) {
      if (role === 'command') return null;
      throw new DatabaseInUse(
        `La base de données de ${root} est déjà ouverte par un autre processus de Feuilleton.`,
      );
    }
    await rm(lockFile, { force: true });
  }
}

async function createLock(lockFile: string): Promise<boolean> {
  try {
    const file = await open(lockFile, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isHeld(root: string, lockFile: string): Promise<boolean> {
  try {
    const pid = Number(await readFile(lockFile, 'utf8'));
    const { mtimeMs } = await stat(lockFile);
    // After a crash in a container the same small pid may be somebody else, or ourselves.
    if (pid === process.pid || !isAlive(pid)) return false;
    return Date.now() - mtimeMs < startingMs || (await answers(socketFolder(root)));
  } catch {
    // The lock went away while we looked: nobody holds it.
    return false;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether somebody serves the socket. A whole handshake: the server must see us come and go. */
async function answers(folder: string): Promise<boolean> {
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code !== 'ENOENT' && code !== 'ECONNREFUSED';
  }
}
