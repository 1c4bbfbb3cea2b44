import type { Database } from '../../db/database.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';

const deadlockDetected = '40P01';

/** Carries a refusal out of a transaction that must not keep what came before it. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.refusal);
    this.refusal = refusal;
  }
}

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
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (isRefusal(result)) throw new Refused(result);
      return result;
    });
  } catch (error) {
    // What the work gave back: a refusal is one of its results.
    if (error instanceof Refused) return error.refusal as T;
    throw error;
  }
}

/** Drizzle wraps what the driver threw. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : codeOf(error.cause);
}
