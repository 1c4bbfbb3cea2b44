/**
 * What is still owed of a withdrawal, and its state: computed here alone (design section 4). The ledger's
 * check computes it again, as an independent witness.
 */
import { and, asc, eq, isNotNull, isNull, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TransactionBody } from '#shared/contracts/credits.ts';
import type { Database } from '#server/core/db/database.ts';
import type { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes, returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';

type Purchase = Pick<typeof creditTransactions.$inferSelect, 'amountCents' | 'refundedCents'>;
type Withdrawal = typeof withdrawals.$inferSelect;
type State = NonNullable<TransactionBody['withdrawal']>['state'];

/**
 * What is still owed of a withdrawal, in cents; 0 once it is paid. What was refunded by hand since it was
 * declared counts, unless the bank sent it back.
 * @param paidCents what the buyer was given back of the purchase in all, as `findPaidBackCents`; null
 * where Stripe was not asked: as it was recorded last
 * @returns `noteCents` is the part of `owedCents` without a credit note: a refund that the bank sent back
 * has one, which covers the payment that replaces it.
 */
export function owedOf(
  { amountCents: priceCents, refundedCents }: Purchase,
  withdrawal: Withdrawal,
  paidCents: number | null,
): { owedCents: number; noteCents: number } {
  const { amountCents, refundedBeforeCents, refundedAt, transferCents } = withdrawal;
  if (refundedAt !== null) return { owedCents: 0, noteCents: 0 };
  if (paidCents === null && transferCents !== null) {
    return { owedCents: transferCents, noteCents: withdrawal.transferNoteCents ?? 0 };
  }
  // A refund before it that the bank sent back is owed beside it (decision 41).
  const givenCents = Math.max(paidCents ?? refundedCents, refundedBeforeCents);
  const byHandCents = Math.max(0, Math.min(refundedCents, givenCents) - refundedBeforeCents);
  const owedCents = Math.max(0, Math.min(amountCents - byHandCents, priceCents - givenCents));
  const unnotedCents = givenCents + owedCents - refundedCents;
  return { owedCents, noteCents: Math.max(0, Math.min(unnotedCents, owedCents)) };
}

/** A withdrawal's state, as its contract explains it. @param isDisputed a bank has yet to decide */
export function stateOf(
  withdrawal: Pick<Withdrawal, 'refundedAt' | 'refusedAt' | 'transferredOn' | 'stripeDisputeId'>,
  isDisputed: boolean,
): State {
  const { refundedAt, refusedAt, transferredOn, stripeDisputeId } = withdrawal;
  if (refundedAt !== null) {
    if (transferredOn !== null) return 'transferred';
    return stripeDisputeId === null ? 'refunded' : 'bank';
  }
  if (isDisputed) return 'disputed';
  return refusedAt === null ? 'owed' : 'transfer';
}

/** Withdrawals that are not paid. */
export const isOwed = isNull(withdrawals.refundedAt);

/** While a bank decides about a purchase, nothing is to be paid: it may refund the buyer itself. */
export function isUndisputed(db: Database, transactionId: PgColumn): SQL {
  const isOpen = and(eq(disputes.transactionId, transactionId), eq(disputes.state, 'open'));
  return notExists(db.select({ id: disputes.id }).from(disputes).where(isOpen));
}

/** Whether a dispute over this purchase is undecided. */
export async function isDisputed(db: Database, transactionId: string): Promise<boolean> {
  return (await findOpenDispute(db, transactionId)) !== null;
}

/** The oldest undecided dispute over this purchase, or null. */
export async function findOpenDispute(db: Database, transactionId: string): Promise<string | null> {
  const [dispute] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.transactionId, transactionId), eq(disputes.state, 'open')))
    .orderBy(asc(disputes.openedAt), asc(disputes.id))
    .limit(1);
  return dispute?.id ?? null;
}

/**
 * What a buyer was given back of a purchase in all, in cents.
 * @param byStripeCents the sum of its refunds at Stripe, which does not know of bank transfers
 */
export async function findPaidBackCents(
  db: Database,
  transactionId: string,
  byStripeCents: number,
): Promise<number> {
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
  return byStripeCents + (settled?.cents ?? 0) + (returned?.cents ?? 0);
}
