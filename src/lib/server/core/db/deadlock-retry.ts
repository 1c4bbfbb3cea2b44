import type { Database } from './database.ts';
import { sqlStateOf, sqlStates } from './sql-state.ts';
import { isRefusal } from '../http/refusal.ts';

/**
 * Runs a transaction of the studio: a refusal rolls it back. Retried once after a deadlock: views
 * are counted on chapters before novels, the studio locks a novel first.
 */
export async function transactionWithDeadlockRetry<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  try {
    return await orNothing(db, work);
  } catch (error) {
    if (sqlStateOf(error) !== sqlStates.deadlockDetected) throw error;
    return orNothing(db, work);
  }
}

async function orNothing<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  /** Rolls back a transaction after a refusal. */
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
