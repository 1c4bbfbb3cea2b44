import { and, between, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { acknowledgedGaps, invoiceCounters, invoices } from '#server/core/db/schema/invoices.ts';
import { invoiceNumber, type NumberParts } from './invoice-number.ts';

/** Numbers that no document will ever have, first and last, and the reason. */
export type Gap = Omit<NumberParts, 'sequence'> & {
  firstSequence: number;
  lastSequence: number;
  reason: string;
};

/**
 * The result. `known`: all were acknowledged before. `issued`: a document has this number. `ahead`:
 * this number has not been issued yet.
 */
export type Acknowledged =
  { kind: 'noted' | 'known' } | { kind: 'issued' | 'ahead'; number: string };

/**
 * Records once why numbers are missing, so that the ledger check no longer reports them. The
 * counter's row is locked, so that none of them is issued meanwhile. A refusal records nothing.
 */
export async function acknowledgeGap(db: Database, gap: Gap, at: Date): Promise<Acknowledged> {
  const { kind, year, firstSequence, lastSequence, reason } = gap;
  return db.transaction(async (tx) => {
    const [counter] = await tx
      .select({ lastNumber: invoiceCounters.lastNumber })
      .from(invoiceCounters)
      .where(and(eq(invoiceCounters.kind, kind), eq(invoiceCounters.year, year)))
      .for('update');
    if (lastSequence > (counter?.lastNumber ?? 0)) {
      return { kind: 'ahead', number: invoiceNumber({ kind, year, sequence: lastSequence }) };
    }
    const [issued] = await tx
      .select({ number: invoices.number })
      .from(invoices)
      .where(
        and(
          eq(invoices.kind, kind),
          eq(invoices.year, year),
          between(invoices.sequence, firstSequence, lastSequence),
        ),
      )
      .orderBy(invoices.sequence)
      .limit(1);
    if (issued) return { kind: 'issued', number: issued.number };
    const noted = await tx
      .select({ first: acknowledgedGaps.firstSequence, last: acknowledgedGaps.lastSequence })
      .from(acknowledgedGaps)
      .where(
        and(
          eq(acknowledgedGaps.kind, kind),
          eq(acknowledgedGaps.year, year),
          sql`${acknowledgedGaps.lastSequence} >= ${firstSequence}`,
          sql`${acknowledgedGaps.firstSequence} <= ${lastSequence}`,
        ),
      );
    const missing = runsOutside(noted, { first: firstSequence, last: lastSequence });
    if (missing.length === 0) return { kind: 'known' };
    await tx.insert(acknowledgedGaps).values(
      missing.map(({ first, last }) => ({
        kind,
        year,
        reason,
        acknowledgedAt: at,
        firstSequence: first,
        lastSequence: last,
      })),
    );
    return { kind: 'noted' };
  });
}

type Run = { first: number; last: number };

/** The part of a run that no other run contains. */
function runsOutside(others: readonly Run[], { first, last }: Run): Run[] {
  const runs: Run[] = [];
  let next = first;
  for (const other of others.toSorted((a, b) => a.first - b.first)) {
    if (other.first > next) runs.push({ first: next, last: other.first - 1 });
    next = Math.max(next, other.last + 1);
  }
  if (next <= last) runs.push({ first: next, last });
  return runs;
}
