import type { Database } from '../../db/database.ts';
import { isRefusal } from '../../http/refusal.ts';

const deadlockDetected = '40P01';

/**
 * Runs a transaction of the studio: refused, it changes nothing. It runs once more where PostgreSQL
 * ended it because it and another one waited for each other: views are counted on chapters before
 * novels, the studio holds a novel first.
 */
export async function inTurn<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  try {
    return await orNothing(db, work);
  } catch (error) {
    if (codeOf(error) !== deadlockDetected) throw error;
    return orNothing(db, work);
  }
}

async function orNothing<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  /** Ends a transaction that must not keep what came before a refusal. */
  const undo = new Error('the work was refused');
  const refused: T[] = [];
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (!isRefusal(result)) return result;
      refused.push(result);
      throw undo;
    });
  } catch (error) {
    const [refusal] = refused;
    if (error === undo && refusal !== undefined) return refusal;
    throw error;
  }
}

/** Drizzle wraps what the driver threw. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : codeOf(error.cause);
}
