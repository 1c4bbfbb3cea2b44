import { asc, eq } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { ledgerEntries } from '#server/core/db/schema/money.ts';
import { applyToLots, type Lot, type SpendingEntry } from './lots.ts';

/**
 * How many credits of each purchase are unspent: transaction id → credits. The oldest credits are
 * spent first, so that the latest purchase stays refundable longest (decision 31); credits that a
 * purchase gave back, or got back after a dispute, are that purchase's own. Entries come in the
 * ledger's order.
 */
export function unspentOf(entries: readonly SpendingEntry[]): Map<string, number> {
  const lots: Lot[] = [];
  for (const entry of entries) applyToLots(lots, entry);
  return new Map(
    lots.flatMap(({ transactionId, left }) =>
      transactionId === null ? [] : [[transactionId, left] as const],
    ),
  );
}

/**
 * The same for one user, from the ledger. Lock their balance first where the result decides
 * something.
 */
export async function findUnspent(db: Database, userId: string): Promise<Map<string, number>> {
  const entries = await db
    .select({ delta: ledgerEntries.delta, transactionId: ledgerEntries.transactionId })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
    .orderBy(asc(ledgerEntries.sequence));
  return unspentOf(entries);
}
