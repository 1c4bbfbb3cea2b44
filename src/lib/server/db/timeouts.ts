import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A command or a migration waits no longer than this for what somebody else has locked. */
export const lockTimeoutMs = 5_000;

/** A transaction that asks nothing for so long is ended: what it has locked keeps others waiting. */
export const transactionIdleMs = 60_000;

/** For a transaction that reads or writes a whole database, at the pace of a disk: no limit but its locks'. */
export async function withoutTimeLimit(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);
}
