import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
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
