import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { invoices } from '../db/schema/invoices.ts';
import { creditTransactions } from '../db/schema/money.ts';
import { returnedRefunds, withdrawals } from '../db/schema/returns.ts';

/** The part of a purchase refunded by bank transfer, which Stripe does not know of, in cents. */
export async function transferredCents(db: Database, transactionId: string): Promise<number> {
  const [settled] = await db
    .select({ cents: withdrawals.transferCents })
    .from(withdrawals)
    .where(and(eq(withdrawals.transactionId, transactionId), isNotNull(withdrawals.transferredOn)));
  const [returned] = await db
    .select({ cents: sql<number>`coalesce(sum(${returnedRefunds.dueCents}), 0)::int` })
    .from(returnedRefunds)
    .where(
      and(
        eq(returnedRefunds.transactionId, transactionId),
        isNotNull(returnedRefunds.transferredOn),
      ),
    );
  return (settled?.cents ?? 0) + (returned?.cents ?? 0);
}

/**
 * What had been refunded of a purchase before its withdrawal, in cents, for a query that joins
 * both. For rows of older versions, the credit notes tell.
 */
export const refundedBeforeCents = sql<number>`coalesce(${withdrawals.refundedBeforeCents}, (
  select coalesce(-sum(${invoices.totalCents}), 0)::integer from ${invoices}
  where ${invoices.kind} = 'credit_note' and ${invoices.transactionId} = ${creditTransactions.id}
    and ${invoices.issuedAt} < ${withdrawals.requestedAt}))`;
