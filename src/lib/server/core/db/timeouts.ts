import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Lock timeout of a command or a migration. */
export const lockTimeoutMs = 5_000;

/** Idle timeout of a transaction: its locks block others. */
export const transactionIdleMs = 60_000;

/** For a transaction that reads or writes a whole database: no limit but the lock timeout. */
export async function withoutTimeLimit(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);
}
