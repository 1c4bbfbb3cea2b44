import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { releaseFrozen } from '../credits/frozen.ts';
import { holdBalance, moveCredits } from '../credits/ledger.ts';
import { findUnspent } from '../credits/unspent.ts';
import type { Database } from '../db/database.ts';
import { disputes, withdrawals } from '../db/schema/returns.ts';
import { findPaid, holdTransaction, type RefundWorld, type Transaction } from './find-paid.ts';
import type { Dispute } from './stripe-objects.ts';
import { takeBack } from './take-back.ts';

type NotedState = (typeof disputes.$inferSelect)['state'];

/**
 * Looks at a dispute of which an event told. An event may be old or come before another: how the
 * dispute stands now is Stripe's to say. Throws `PaymentUnavailable`.
 */
export async function hearDispute(world: RefundWorld, disputeId: string): Promise<void> {
  const dispute = await world.payments.findDispute(disputeId);
  if (dispute) await settleDispute(world, dispute);
}

/** Looks at all disputes over a payment, heard of or not. Throws `PaymentUnavailable`. */
export async function settleDisputesOf(world: RefundWorld, paymentIntentId: string): Promise<void> {
  for (const dispute of await world.payments.listDisputesOf(paymentIntentId)) {
    await settleDispute(world, dispute);
  }
}

/**
 * Brings a purchase in step with a dispute over it (decision 41). Open, what is unspent of the purchase
 * is frozen; won, it is given free again; lost, it is taken back (design section 10), and a withdrawal
 * that is owed ends, since the bank has given the buyer that money. A dispute that has ended does not
 * open again here, in whatever order it is told of.
 * @returns whether credits or what is owed have changed.
 */
export async function settleDispute(world: RefundWorld, dispute: Dispute): Promise<boolean> {
  const { state, paymentIntentId } = dispute;
  if (state === null || paymentIntentId === null) return false;
  const found = await findPaid(world, paymentIntentId);
  if (!found) return false;
  const now = world.clock.now();
  return world.db.transaction(async (tx) => {
    const transaction = await holdTransaction(tx, found.id);
    if (!transaction || !(await noteState(tx, transaction, { ...dispute, state }, now))) {
      return false;
    }
    if (state === 'open') return freeze(tx, transaction, dispute.id, now);
    const { userId } = transaction;
    const released = await releaseFrozen(tx, { userId, disputeId: dispute.id }, now);
    if (state === 'won') {
      // Another dispute over the purchase, which found nothing left to freeze, keeps what this one had.
      const other = await findOpen(tx, transaction.id);
      if (other) await freeze(tx, transaction, `${other}:${dispute.id}`, now);
      return released > 0;
    }
    const { credits } = transaction;
    const movement = { kind: 'dispute', reference: dispute.id, credits } as const;
    const taken = await takeBack(tx, transaction, movement, now);
    const hasEnded = await endOwedWithdrawal(tx, transaction, dispute, now);
    return taken > 0 || hasEnded;
  });
}

/** Notes how a dispute stands; false where that is no news. The purchase's row is locked. */
async function noteState(
  tx: Database,
  transaction: Transaction,
  dispute: Dispute & { state: NotedState },
  now: Date,
): Promise<boolean> {
  const { id, state, amountCents, openedAt } = dispute;
  const [known] = await tx
    .select({ state: disputes.state })
    .from(disputes)
    .where(eq(disputes.id, id));
  if (known && !isNews(known.state, state)) return false;
  const closedAt = state === 'open' ? null : now;
  await tx
    .insert(disputes)
    .values({ id, transactionId: transaction.id, state, amountCents, openedAt, closedAt })
    .onConflictDoUpdate({ target: disputes.id, set: { state, closedAt } });
  return true;
}

/** What is won may be lost after all; what is lost stays so, and nothing that has ended opens again. */
export function isNews(known: NotedState, told: NotedState): boolean {
  return known === 'open' ? told !== 'open' : known === 'won' && told === 'lost';
}

/** Whether a bank has not decided yet about a dispute over this purchase. */
export async function isDisputed(db: Database, transactionId: string): Promise<boolean> {
  return (await findOpen(db, transactionId)) !== null;
}

/** The oldest dispute over this purchase that a bank has not decided yet, or null. */
async function findOpen(db: Database, transactionId: string): Promise<string | null> {
  const [dispute] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.transactionId, transactionId), eq(disputes.state, 'open')))
    .orderBy(asc(disputes.openedAt), asc(disputes.id))
    .limit(1);
  return dispute?.id ?? null;
}

/** `reference` is the dispute's id, or begins with it and a colon. */
async function freeze(
  tx: Database,
  { id: transactionId, userId }: Transaction,
  reference: string,
  now: Date,
): Promise<boolean> {
  await holdBalance(tx, userId);
  const unspent = (await findUnspent(tx, userId)).get(transactionId) ?? 0;
  if (unspent === 0) return false;
  const movement = { delta: -unspent, kind: 'dispute_freeze', reference, transactionId } as const;
  await moveCredits(tx, userId, [movement], now);
  return true;
}

/** Unless the bank took less than is owed: the rest is for a person to look at. */
async function endOwedWithdrawal(
  tx: Database,
  { id, amountCents, refundedCents }: Transaction,
  dispute: Dispute,
  now: Date,
): Promise<boolean> {
  const owedCents = sql`least(${withdrawals.amountCents}, ${amountCents - refundedCents}::int)`;
  const ended = await tx
    .update(withdrawals)
    .set({ refundedAt: now, stripeDisputeId: dispute.id })
    .where(
      and(
        eq(withdrawals.transactionId, id),
        isNull(withdrawals.refundedAt),
        lte(owedCents, dispute.amountCents),
      ),
    )
    .returning({ id: withdrawals.id });
  return ended.length > 0;
}
