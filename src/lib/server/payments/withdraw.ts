import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { messages } from '../../shared/messages.ts';
import type { App } from '../app.ts';
import { holdBalance, moveCredits } from '../credits/ledger.ts';
import { findUnspent } from '../credits/unspent.ts';
import { creditTransactions, invoices, withdrawals } from '../db/schema/money.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { holdTransaction, settleRefunds, type RefundWorld } from './settle-refunds.ts';
import { givenBackCents } from './stripe-objects.ts';
import { mayWithdraw } from './withdrawal-deadline.ts';

/** A withdrawal that was declared. */
export type Withdrawn = {
  withdrawalId: string;
  credits: number;
  amountCents: number;
  remainingCredits: number;
};

type Wish = { userId: string; transactionId: string; expectedCredits: number };

/**
 * Takes a reader's withdrawal from a purchase: unspent credits go at once, their share of the price
 * is owed from then on (`refundWithdrawal` pays it). Declared twice, it is the same. Refuses with 404
 * `NOT_FOUND` what is not theirs, and with 409 `WITHDRAWAL_REFUSED` what is too late, spent, given
 * back already, or another number of credits than was confirmed.
 */
export async function withdraw(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId, transactionId, expectedCredits }: Wish,
): Promise<Withdrawn | Refusal> {
  return db.transaction(async (tx) => {
    const transaction = await holdTransaction(tx, transactionId);
    if (transaction?.userId !== userId || transaction.completedAt === null) {
      return refuse('NOT_FOUND', messages.transactionMissing);
    }
    const balance = await holdBalance(tx, userId);
    const [declared] = await tx
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.transactionId, transactionId));
    if (declared) {
      const { id: withdrawalId, credits, amountCents } = declared;
      return { withdrawalId, credits, amountCents, remainingCredits: balance };
    }
    const now = clock.now();
    if (!mayWithdraw(transaction.completedAt, now)) {
      return refuse('WITHDRAWAL_REFUSED', messages.withdrawalTooLate);
    }
    const credits = (await findUnspent(tx, userId)).get(transactionId) ?? 0;
    const amountCents = withdrawalCents(transaction, credits);
    if (credits === 0 || amountCents === 0) {
      return refuse('WITHDRAWAL_REFUSED', messages.withdrawalNothingLeft);
    }
    if (credits !== expectedCredits) {
      return refuse('WITHDRAWAL_REFUSED', messages.withdrawalChanged, {
        details: { credits, amountCents },
      });
    }
    const withdrawalId = uuidv7();
    await tx.insert(withdrawals).values({
      id: withdrawalId,
      transactionId,
      userId,
      credits,
      amountCents,
      refundedBeforeCents: transaction.refundedCents,
      requestedAt: now,
    });
    const remainingCredits = await moveCredits(
      tx,
      userId,
      [{ delta: -credits, kind: 'withdrawal', reference: withdrawalId, transactionId }],
      now,
    );
    return { withdrawalId, credits, amountCents, remainingCredits };
  });
}

/** The share of the price that so many credits are, in whole cents, and no more than is left of it. */
export function withdrawalCents(
  transaction: { credits: number; amountCents: number; refundedCents: number },
  unspentCredits: number,
): number {
  const { credits, amountCents, refundedCents } = transaction;
  const share = Math.round((amountCents * unspentCredits) / credits);
  return Math.min(share, amountCents - refundedCents);
}

/**
 * Pays a withdrawal back through Stripe and notes it, once however often it is asked. What was given
 * back already is looked up first: an answer may have been lost longer ago than Stripe remembers what
 * it was asked, and somebody may have refunded by hand. Throws `PaymentUnavailable` while Stripe does
 * not answer, and `PaymentRefused`: the reconciliation asks again.
 * @returns whether it is paid.
 */
export async function refundWithdrawal(world: RefundWorld, withdrawalId: string): Promise<boolean> {
  const paymentIntentId = (await findWithdrawal(world, withdrawalId)).stripePaymentIntentId;
  if (paymentIntentId === null) return false;
  const refunds = await settleRefunds(world, paymentIntentId);
  const withdrawal = await findWithdrawal(world, withdrawalId);
  const { refundedAt, owedCents, leftCents, transactionId } = withdrawal;
  if (refundedAt !== null) return true;
  // Somebody may have paid it by hand since it was declared: that money is not given twice. What the
  // bank sent back of it, after it was noted, was not given.
  const givenCents = Math.min(withdrawal.refundedCents, givenBackCents(refunds));
  const byHandCents = Math.max(0, givenCents - withdrawal.refundedBeforeCents);
  const amountCents = Math.min(owedCents - byHandCents, leftCents);
  if (amountCents <= 0) {
    await world.db
      .update(withdrawals)
      .set({ refundedAt: world.clock.now() })
      .where(and(eq(withdrawals.id, withdrawalId), isNull(withdrawals.refundedAt)));
    return true;
  }
  // One that the bank sent back, or waits for, would not fare better a second time.
  const tried = refunds.find((refund) => refund.withdrawalId === withdrawalId);
  const refund =
    tried ??
    (await world.payments.refund({ paymentIntentId, amountCents, withdrawalId, transactionId }));
  if (refund.isDone) await settleRefunds(world, paymentIntentId);
  else world.log.error({ refundId: refund.id, withdrawalId }, 'a withdrawal was not paid back');
  return refund.isDone;
}

/** A withdrawal with what is left of its purchase's price. Throws for one that does not exist. */
async function findWithdrawal({ db }: Pick<App, 'db'>, withdrawalId: string) {
  const [found] = await db
    .select({
      refundedAt: withdrawals.refundedAt,
      owedCents: withdrawals.amountCents,
      refundedCents: creditTransactions.refundedCents,
      refundedBeforeCents: sql<number>`coalesce(${withdrawals.refundedBeforeCents}, (
        select coalesce(-sum(${invoices.totalCents}), 0)::integer from ${invoices}
        where ${invoices.kind} = 'credit_note' and ${invoices.transactionId} = ${creditTransactions.id}
          and ${invoices.issuedAt} < ${withdrawals.requestedAt}))`,
      leftCents: sql<number>`${creditTransactions.amountCents} - ${creditTransactions.refundedCents}`,
      transactionId: creditTransactions.id,
      stripePaymentIntentId: creditTransactions.stripePaymentIntentId,
    })
    .from(withdrawals)
    .innerJoin(creditTransactions, eq(creditTransactions.id, withdrawals.transactionId))
    .where(eq(withdrawals.id, withdrawalId));
  if (!found) throw new Error(`there is no withdrawal ${withdrawalId}`);
  return found;
}

const owedBatch = 100;

/** Withdrawals that are still owed, oldest first, all of them: one that cannot be paid is passed by. */
export async function* findOwedWithdrawals({
  db,
}: Pick<App, 'db'>): AsyncGenerator<string, undefined> {
  let last: string | null = null;
  for (;;) {
    const rows: { id: string }[] = await db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      // The ids begin with their time.
      .where(
        and(isNull(withdrawals.refundedAt), last === null ? undefined : gt(withdrawals.id, last)),
      )
      .orderBy(asc(withdrawals.id))
      .limit(owedBatch);
    for (const { id } of rows) yield id;
    last = rows.at(-1)?.id ?? null;
    if (last === null) return;
  }
}
