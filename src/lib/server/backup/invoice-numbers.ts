import { sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { invoiceCounters } from '#server/core/db/schema/invoices.ts';
import type { NumberParts } from '#server/money/invoices/invoice-number.ts';

/** The last numbers issued, one per kind and year. */
export type LastNumbers = readonly NumberParts[];

/**
 * Continues the numbering of invoices and credit notes after these numbers, so that none is
 * issued twice after a restore. A counter that is already higher stays.
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

/** The last numbers that a database has issued, for every year. */
export async function findLastNumbers(db: Database): Promise<NumberParts[]> {
  const rows = await db
    .select()
    .from(invoiceCounters)
    .orderBy(invoiceCounters.year, invoiceCounters.kind);
  return rows.map(({ kind, year, lastNumber: sequence }) => ({ kind, year, sequence }));
}
