import { and, eq } from 'drizzle-orm';
import { releaseFrozen } from '../credits/frozen.ts';
import { lockBalance, moveCredits } from '../credits/ledger.ts';
import { findUnspent } from '../credits/unspent.ts';
import type { Database } from '#server/core/db/database.ts';
import { disputes, withdrawals } from '#server/core/db/schema/returns.ts';
import { applyRefunds } from './apply-refunds.ts';
import { findPaid, lockTransaction, type RefundWorld, type Transaction } from './find-paid.ts';
import { findOpenDispute, isOwed, owedOf } from './owed.ts';
import { givenBackCents, type Dispute } from './stripe-objects.ts';
import { updateReturned } from './returned-refund.ts';
import { takeBack } from './take-back.ts';

type NotedState = (typeof disputes.$inferSelect)['state'];

/**
 * Handles the event of a dispute. An event may be old or out of order: the current state is
 * fetched from Stripe. Throws `PaymentUnavailable`.
 */
export async function hearDispute(world: RefundWorld, disputeId: string): Promise<void> {
  const dispute = await world.payments.findDispute(disputeId);
  if (dispute) await applyDispute(world, dispute);
}

/** Applies all disputes over a payment, known or not. Throws `PaymentUnavailable`. */
export async function applyDisputesOf(world: RefundWorld, paymentIntentId: string): Promise<void> {
  for (const dispute of await world.payments.listDisputesOf(paymentIntentId)) {
    await applyDispute(world, dispute);
  }
}

/**
 * Applies a dispute to its purchase (decision 41). Open, unspent credits of the purchase are
 * frozen; won, they are released; lost, they are taken back (design section 10), and a withdrawal
 * that is owed is cancelled, since the bank has refunded the buyer, who is owed no refund either that the
 * bank had sent back. A dispute that has ended is not
 * reopened here, whatever the order of events.
 * @returns whether credits or what is owed have changed.
 */
export async function applyDispute(world: RefundWorld, dispute: Dispute): Promise<boolean> {
  const { state, paymentIntentId } = dispute;
  if (state === null || paymentIntentId === null) return false;
  const found = await findPaid(world, paymentIntentId);
  if (!found) return false;
  const now = world.clock.now();
  // A loss also pays for refunds that the bank had sent back, whether we have heard of them or not.
  const refunds = state === 'lost' ? await applyRefunds(world, paymentIntentId) : [];
  return world.db.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, found.id);
    if (!transaction || !(await noteState(tx, transaction, { ...dispute, state }, now))) {
      return false;
    }
    if (state === 'open') return freeze(tx, transaction, dispute.id, now);
    const { userId } = transaction;
    const released = await releaseFrozen(tx, { userId, disputeId: dispute.id }, now);
    if (state === 'won') {
      // Another dispute over the purchase, which found nothing left to freeze, takes over these
      // frozen credits.
      const other = await findOpenDispute(tx, transaction.id);
      if (other) await freeze(tx, transaction, `${other}:${dispute.id}`, now);
      return released > 0;
    }
    const { credits } = transaction;
    const movement = { kind: 'dispute', reference: dispute.id, credits } as const;
    const taken = await takeBack(tx, transaction, movement, now);
    const hasEnded = await endOwedWithdrawal(tx, transaction, dispute, now);
    const isOther = await updateReturned({ db: tx }, transaction.id, givenBackCents(refunds));
    return taken > 0 || hasEnded || isOther;
  });
}

/**
 * Records a dispute's state, and its last day for evidence; false if the state is the same. The
 * purchase's row is locked.
 */
async function noteState(
  tx: Database,
  transaction: Transaction,
  dispute: Dispute & { state: NotedState },
  now: Date,
): Promise<boolean> {
  const { id, state, amountCents, reason, openedAt, evidenceDueAt } = dispute;
  const [known] = await tx
    .select({ state: disputes.state })
    .from(disputes)
    .where(eq(disputes.id, id));
  if (known && !isNews(known.state, state)) {
    // The bank may give more time, or less: that is no news of credits.
    if (state === 'open' && known.state === 'open') {
      await tx.update(disputes).set({ reason, evidenceDueAt }).where(eq(disputes.id, id));
    }
    return false;
  }
  const closedAt = state === 'open' ? null : now;
  await tx
    .insert(disputes)
    .values({
      id,
      transactionId: transaction.id,
      state,
      amountCents,
      reason,
      openedAt,
      evidenceDueAt,
      closedAt,
    })
    .onConflictDoUpdate({ target: disputes.id, set: { state, reason, closedAt, evidenceDueAt } });
  return true;
}

/** A won dispute may still be lost; a lost one stays lost, and an ended one is never reopened. */
export function isNews(known: NotedState, received: NotedState): boolean {
  return known === 'open' ? received !== 'open' : known === 'won' && received === 'lost';
}

/** `reference` is the dispute's id, or begins with it and a colon. */
async function freeze(
  tx: Database,
  { id: transactionId, userId }: Transaction,
  reference: string,
  now: Date,
): Promise<boolean> {
  await lockBalance(tx, userId);
  const unspent = (await findUnspent(tx, userId)).get(transactionId) ?? 0;
  if (unspent === 0) return false;
  const movement = { delta: -unspent, kind: 'dispute_freeze', reference, transactionId } as const;
  await moveCredits(tx, userId, [movement], now);
  return true;
}

/**
 * Unless the bank took less than is owed: the rest needs an admin.
 * @returns whether one has ended.
 */
async function endOwedWithdrawal(
  tx: Database,
  transaction: Transaction,
  dispute: Dispute,
  now: Date,
): Promise<boolean> {
  const [owed] = await tx
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.transactionId, transaction.id), isOwed));
  if (!owed || owedOf(transaction, owed, null).owedCents > dispute.amountCents) return false;
  await tx
    .update(withdrawals)
    .set({ refundedAt: now, stripeDisputeId: dispute.id })
    .where(eq(withdrawals.id, owed.id));
  return true;
}
