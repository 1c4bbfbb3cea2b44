import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Two processes that try at the same instant can block each other for a moment. */
const retryMs = 250;
const sqliteBusy = 5;

/** Prevents garbage collection of a lock in use: SQLite would close it. */
const heldLocks = new Set<DatabaseSync>();

/**
 * Locks the folder for this process, or returns null when another process, or this one, already has
 * it.
 *
 * The lock is an exclusive SQLite transaction on an empty file, that is an `fcntl` lock, which Node
 * has no call for. The kernel releases it when the process ends, however it ends, so no lock is
 * ever stale. The file is never removed, because a lock on a removed file excludes nobody.
 */
export function takeFolder(root: string): { release: () => void } | null {
  const path = join(root, 'feuilleton.lock');
  const lock = new DatabaseSync(path, { timeout: retryMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw new Error(
      `Le verrou ${path} est illisible. Si aucun processus de Feuilleton ne tourne, supprimez-le.`,
      { cause: error },
    );
  }
  heldLocks.add(lock);
  return {
    release: () => {
      if (heldLocks.delete(lock)) lock.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
