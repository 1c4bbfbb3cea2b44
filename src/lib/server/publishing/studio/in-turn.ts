import type { Database } from '#server/db/database.ts';
import { sqlStateOf, sqlStates } from '#server/db/sql-state.ts';
import { isRefusal } from '#server/http/refusal.ts';

/**
 * Runs a transaction of the studio: refused, it changes nothing. It runs once more where PostgreSQL
 * ended it because it and another one waited for each other: views are counted on chapters before
 * novels, the studio holds a novel first.
 */
export async function inTurn<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  try {
    return await orNothing(db, work);
  } catch (error) {
    if (sqlStateOf(error) !== sqlStates.deadlockDetected) throw error;
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
