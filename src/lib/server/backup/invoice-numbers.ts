import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { invoiceCounters } from '../db/schema/invoices.ts';
import type { NumberParts } from '../invoices/invoice-number.ts';

/** Last numbers given out, one for a kind and a year. */
export type LastNumbers = readonly NumberParts[];

/**
 * Lets invoices and credit notes go on after these numbers: one that was given out is never given
 * again, though a restored database knows nothing of it. A counter that is further stays.
 */
export async function raiseInvoiceCounters(tx: Database, numbers: LastNumbers): Promise<void> {
  for (const { kind, year, sequence } of numbers) {
    await tx
      .insert(invoiceCounters)
      .values({ kind, year, lastNumber: sequence })
      .onConflictDoUpdate({
        target: [invoiceCounters.year, invoiceCounters.kind],
        set: { lastNumber: sql`greatest(${invoiceCounters.lastNumber}, excluded.last_number)` },
      });
  }
}

/** The last numbers that a database has given out, of every year. */
export async function findLastNumbers(db: Database): Promise<NumberParts[]> {
  const rows = await db
    .select()
    .from(invoiceCounters)
    .orderBy(invoiceCounters.year, invoiceCounters.kind);
  return rows.map(({ kind, year, lastNumber: sequence }) => ({ kind, year, sequence }));
}
