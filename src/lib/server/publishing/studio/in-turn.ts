import type { Database } from '../../db/database.ts';

const deadlockDetected = '40P01';

/**
 * Runs a transaction, and once more where PostgreSQL ended it because it and another one waited for
 * each other: views are counted on chapters before novels, the studio holds a novel first.
 */
export async function inTurn<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (codeOf(error) !== deadlockDetected) throw error;
    return db.transaction(work);
  }
}

/** Drizzle wraps what the driver threw. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : codeOf(error.cause);
}
