import { asc, eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { ledgerEntries } from '../db/schema/money.ts';

/** The fields of an entry that say where credits went. */
export type SpendingEntry = { delta: number; transactionId: string | null };

/**
 * How many credits of each purchase are unspent: transaction id → credits. The oldest credits are
 * spent first, so that the latest purchase stays refundable longest (decision 31); credits that a
 * purchase gave back, or got back after a dispute, are that purchase's own. Entries come in the
 * ledger's order.
 */
export function unspentOf(entries: readonly SpendingEntry[]): Map<string, number> {
  const lots: { transactionId: string | null; left: number }[] = [];
  for (const { delta, transactionId } of entries) {
    if (delta > 0) {
      const own = lots.find((lot) => transactionId !== null && lot.transactionId === transactionId);
      if (own) own.left += delta;
      else lots.push({ transactionId, left: delta });
      continue;
    }
    let toTake = -delta;
    const sources =
      transactionId === null ? lots : lots.filter((lot) => lot.transactionId === transactionId);
    for (const lot of sources) {
      const taken = Math.min(lot.left, toTake);
      lot.left -= taken;
      toTake -= taken;
    }
  }
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
