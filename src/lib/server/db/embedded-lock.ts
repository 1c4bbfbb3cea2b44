import { createHash } from 'node:crypto';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  if (await answers(join(socketFolder(root), socketName))) return true;
  try {
    const pid = Number(await readFile(lockFile, 'utf8'));
    const { mtimeMs } = await stat(lockFile);
    return isAlive(pid) && Date.now() - mtimeMs < startingMs;
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

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
