import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { holdBalance, moveCredits, type Movement } from '../credits/ledger.ts';
import { findUnspent } from '../credits/unspent.ts';
import type { Database } from '../db/database.ts';
import { creditTransactions, ledgerEntries, withdrawals } from '../db/schema/money.ts';
import { hasCreditNote, issueCreditNote } from '../invoices/issue-invoice.ts';
import type { Payments } from './stripe.ts';
import { settleSession } from './settle-session.ts';
import { givenBackCents, type Dispute, type Refund } from './stripe-objects.ts';

export type RefundWorld = Pick<App, 'db' | 'clock' | 'log' | 'config'> & { payments: Payments };

type Transaction = typeof creditTransactions.$inferSelect;

/**
 * Brings a payment in step with what Stripe has given back of it, whoever asked for that: each refund
 * is noted once, with its credit note, and takes back the share of the credits that is unspent. Events
 * only say that there is something to look at, so they may come in any order.
 * @returns what Stripe knows of refunds, oldest first.
 */
export async function settleRefunds(
  world: RefundWorld,
  paymentIntentId: string,
): Promise<Refund[]> {
  const transaction = await findPaid(world, paymentIntentId);
  if (!transaction) return [];
  const refunds = await world.payments.listRefunds(paymentIntentId);
  // Stripe tells the newest first, also of the same second.
  const oldestFirst = refunds
    .toReversed()
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const refund of oldestFirst) {
    if (refund.isDone && refund.amountCents > 0) {
      await noteRefund(world, transaction.id, refund, givenBackCents(refunds));
    } else if (refund.isFailed) {
      // The money came back to us. Credit notes are for good, so a person has to decide.
      world.log.error({ refundId: refund.id, transactionId: transaction.id }, 'a refund failed');
    }
  }
  return oldestFirst;
}

/**
 * Notes one refund, once, and no more of it than Stripe has given back in all: one that stands for
 * another, which the bank sent back after it was noted, has that one's credit note and share.
 */
async function noteRefund(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  transactionId: string,
  refund: Refund,
  inAllCents: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const transaction = await holdTransaction(tx, transactionId);
    if (transaction?.status !== 'completed') return;
    if (await hasCreditNote(tx, refund.id)) return;
    const now = clock.now();
    const leftCents = Math.min(transaction.amountCents, inAllCents) - transaction.refundedCents;
    const refundCents = Math.max(0, Math.min(refund.amountCents, leftCents));
    const isOfWithdrawal = await noteWithdrawalPaid(tx, transactionId, refund, now);
    if (refundCents < refund.amountCents) {
      log.error(
        { refundId: refund.id, transactionId, leftCents },
        'a refund stands for one that was noted',
      );
    }
    if (refundCents === 0) return;
    const refundedCents = transaction.refundedCents + refundCents;
    await tx
      .update(creditTransactions)
      .set({ refundedCents })
      .where(eq(creditTransactions.id, transactionId));
    if (!isOfWithdrawal) {
      await takeBackShare(tx, { transaction, refundedCents, refundId: refund.id }, now);
    }
    await issueCreditNote(tx, { transactionId, refundReference: refund.id, refundCents }, now);
  });
}

/**
 * A dispute that was lost takes back what is unspent of its purchase (design section 10), and ends a
 * withdrawal that is owed: the bank has given the buyer that money.
 * @returns whether anything was left to do.
 */
export async function settleDispute(world: RefundWorld, dispute: Dispute): Promise<boolean> {
  const { id, isLost, paymentIntentId } = dispute;
  if (!isLost || paymentIntentId === null) return false;
  const found = await findPaid(world, paymentIntentId);
  if (!found) return false;
  const now = world.clock.now();
  return world.db.transaction(async (tx) => {
    const transaction = await holdTransaction(tx, found.id);
    if (!transaction) return false;
    const { credits } = transaction;
    const hasTaken = await takeBack(
      tx,
      transaction,
      { kind: 'dispute', reference: id, credits },
      now,
    );
    const hasEnded = await endOwedWithdrawal(tx, transaction, dispute, now);
    return hasTaken || hasEnded;
  });
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

/** The purchase's row, which nobody else changes until the transaction ends. */
export async function holdTransaction(tx: Database, id: string): Promise<Transaction | undefined> {
  const [transaction] = await tx
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.id, id))
    .for('update');
  return transaction;
}

/**
 * The purchase that a payment is for. One that is not known yet is completed first: what gives it back
 * may be told before what was paid.
 */
async function findPaid(
  world: RefundWorld,
  paymentIntentId: string,
): Promise<Transaction | undefined> {
  const known = await findByPayment(world.db, paymentIntentId);
  if (known) return known;
  const session = await world.payments.findSessionOf(paymentIntentId);
  if (!session || (await settleSession(world, session)) !== 'completed') return undefined;
  return findByPayment(world.db, paymentIntentId);
}

async function findByPayment(
  db: Database,
  paymentIntentId: string,
): Promise<Transaction | undefined> {
  const [transaction] = await db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.stripePaymentIntentId, paymentIntentId));
  return transaction;
}

/** Whether the refund is that of a withdrawal, whose credits went when it was declared. */
async function noteWithdrawalPaid(
  tx: Database,
  transactionId: string,
  refund: Refund,
  now: Date,
): Promise<boolean> {
  if (refund.withdrawalId === null) return false;
  const paid = await tx
    .update(withdrawals)
    .set({ stripeRefundId: refund.id, refundedAt: now })
    .where(
      and(eq(withdrawals.id, refund.withdrawalId), eq(withdrawals.transactionId, transactionId)),
    )
    .returning({ id: withdrawals.id });
  return paid.length > 0;
}

/** Of a refund in parts, each part brings the credits taken back to its share of what was paid. */
async function takeBackShare(
  tx: Database,
  wanted: { transaction: Transaction; refundedCents: number; refundId: string },
  now: Date,
): Promise<void> {
  const { transaction, refundedCents, refundId } = wanted;
  const { id, credits, amountCents } = transaction;
  const share = amountCents === 0 ? credits : Math.floor((credits * refundedCents) / amountCents);
  const entries = await tx
    .select({ delta: ledgerEntries.delta, kind: ledgerEntries.kind })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.transactionId, id));
  const takenCredits = entries
    .filter(({ kind }) => kind !== 'purchase')
    .reduce((sum, { delta }) => sum - delta, 0);
  const movement = { kind: 'refund', reference: refundId, credits: share - takenCredits } as const;
  await takeBack(tx, transaction, movement, now);
}

type TakenBack = Pick<Movement, 'kind' | 'reference'> & { credits: number };

/**
 * Takes back up to so many credits of a purchase: what is spent is not taken from others. Repeated, a
 * refund has its credit note and a dispute has left nothing unspent; the entry's uniqueness is behind.
 */
async function takeBack(
  tx: Database,
  { id, userId }: Transaction,
  { kind, reference, credits }: TakenBack,
  now: Date,
): Promise<boolean> {
  await holdBalance(tx, userId);
  const unspent = (await findUnspent(tx, userId)).get(id) ?? 0;
  const taken = Math.min(unspent, credits);
  if (taken <= 0) return false;
  await moveCredits(tx, userId, [{ delta: -taken, kind, reference, transactionId: id }], now);
  return true;
}
