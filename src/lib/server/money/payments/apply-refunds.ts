import { and, eq } from 'drizzle-orm';
import { refundShare } from '#shared/money/refund-share.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { withdrawals } from '#server/core/db/schema/returns.ts';
import { hasCreditNote, issueCreditNote } from '../invoices/issue-invoice.ts';
import { findPaid, lockTransaction, type RefundWorld, type Transaction } from './find-paid.ts';
import { findPaidBackCents } from './owed.ts';
import { noteFailedRefund, updateRefusal } from './refused-withdrawal.ts';
import { noteReturned, updateReturned } from './returned-refund.ts';
import { givenBackCents, type Refund } from './stripe-objects.ts';
import { takeBack } from './take-back.ts';

/**
 * Applies a payment's refunds at Stripe, whoever requested them: each is recorded once, with its
 * credit note, and takes back the share of the credits that is unspent. Events only trigger a look
 * at Stripe, so they may come in any order.
 * @returns Stripe's refunds, oldest first.
 */
export async function applyRefunds(world: RefundWorld, paymentIntentId: string): Promise<Refund[]> {
  const transaction = await findPaid(world, paymentIntentId);
  if (!transaction) return [];
  const refunds = await world.payments.listRefunds(paymentIntentId);
  // Stripe lists the newest first, also within the same second.
  const oldestFirst = refunds
    .toReversed()
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const refund of oldestFirst) {
    if (refund.isDone && refund.amountCents > 0) {
      await noteRefund(world, transaction.id, refund, givenBackCents(refunds));
    } else if (refund.isFailed) {
      // The bank returned the money. Credit notes are final: an admin pays it by bank transfer.
      const isNew =
        (await noteFailedRefund(world, transaction.id, refund.id)) ||
        (await noteReturned(world, transaction.id, refund));
      if (isNew) {
        world.log.error({ refundId: refund.id, transactionId: transaction.id }, 'a refund failed');
      }
    }
  }
  await updateRefusal(world, transaction.id, givenBackCents(refunds));
  await updateReturned(world, transaction.id, givenBackCents(refunds));
  return oldestFirst;
}

/**
 * Records one refund, once, and no more of it than Stripe has refunded in all: one that replaces a
 * refund returned by the bank after it was recorded uses that one's credit note and share.
 */
async function noteRefund(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  transactionId: string,
  refund: Refund,
  inAllCents: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, transactionId);
    if (transaction?.status !== 'completed') return;
    if (await hasCreditNote(tx, refund.id)) return;
    const now = clock.now();
    const withdrawal = await noteWithdrawalPaid(tx, transactionId, refund, now);
    const givenCents = await findPaidBackCents(tx, transactionId, inAllCents);
    // A refund before the withdrawal that the bank sent back is owed beside it (decision 41).
    const returnedCents = Math.max(
      0,
      (withdrawal?.refundedBeforeCents ?? 0) - (givenCents - refund.amountCents),
    );
    const dueCents = Math.min(transaction.amountCents, givenCents + returnedCents);
    const leftCents = dueCents - transaction.refundedCents;
    const refundCents = Math.max(0, Math.min(refund.amountCents, leftCents));
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
    if (!withdrawal) {
      await takeBackShare(tx, { transaction, refundedCents, refundId: refund.id }, now);
    }
    await issueCreditNote(tx, { transactionId, refundReference: refund.id, refundCents }, now);
  });
}

/** The withdrawal that the refund pays, if any: its credits were removed when it was declared. */
async function noteWithdrawalPaid(
  tx: Database,
  transactionId: string,
  refund: Refund,
  now: Date,
): Promise<{ refundedBeforeCents: number } | undefined> {
  if (refund.withdrawalId === null) return undefined;
  const [paid] = await tx
    .update(withdrawals)
    .set({ stripeRefundId: refund.id, refundedAt: now })
    .where(
      and(eq(withdrawals.id, refund.withdrawalId), eq(withdrawals.transactionId, transactionId)),
    )
    .returning({ refundedBeforeCents: withdrawals.refundedBeforeCents });
  return paid;
}

/** Entries that take credits back for good; frozen ones are not. */
const takingKinds: ReadonlySet<string> = new Set(['refund', 'dispute', 'withdrawal']);

/** For a partial refund, each part raises the credits taken back to its share of the price. */
async function takeBackShare(
  tx: Database,
  wanted: { transaction: Transaction; refundedCents: number; refundId: string },
  now: Date,
): Promise<void> {
  const { transaction, refundedCents, refundId } = wanted;
  const credits = refundShare(transaction, refundedCents) - (await findTaken(tx, transaction.id));
  await takeBack(tx, transaction, { kind: 'refund', reference: refundId, credits }, now);
}

/** How many credits of a purchase were taken back for good. */
export async function findTaken(db: Database, transactionId: string): Promise<number> {
  const entries = await db
    .select({ delta: ledgerEntries.delta, kind: ledgerEntries.kind })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.transactionId, transactionId));
  return entries
    .filter(({ kind }) => takingKinds.has(kind))
    .reduce((sum, { delta }) => sum - delta, 0);
}
