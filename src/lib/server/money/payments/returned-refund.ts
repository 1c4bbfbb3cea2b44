import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { disputes, returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { hasCreditNote } from '../invoices/issue-invoice.ts';
import { lockTransaction, type Transaction } from './find-paid.ts';
import { findPaidBackCents, isDisputed, isOwed } from './owed.ts';
import type { Refund } from './stripe-objects.ts';

/** A bank transfer reported by an admin. */
export type Transfer = {
  /** The id of a withdrawal, or of a refund that the bank sent back. */
  withdrawalId: string;
  reference: string;
  /** The day in Paris, as `2026-11-22`. */
  paidOn: string;
  amountCents: number;
  /** The admin who reported it; null for the command. */
  settledBy: string | null;
};

/**
 * Notes that the bank sent back a refund that has its credit note and is no withdrawal's: the buyer is
 * owed it, and an admin pays it by bank transfer (decision 41). Idempotent.
 * @returns whether it is news.
 */
export async function noteReturned(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  transactionId: string,
  refund: Refund,
): Promise<boolean> {
  if (refund.withdrawalId !== null) return false;
  return db.transaction(async (tx) => {
    if (!(await hasCreditNote(tx, refund.id))) return false;
    const noted = await tx
      .insert(returnedRefunds)
      .values({
        transactionId,
        stripeRefundId: refund.id,
        returnedAt: clock.now(),
        refundCents: refund.amountCents,
        dueCents: refund.amountCents,
      })
      .onConflictDoNothing({ target: returnedRefunds.stripeRefundId })
      .returning({ id: returnedRefunds.id });
    return noted.length > 0;
  });
}

/**
 * Computes again what is due of a purchase's returned refunds: what has a credit note and was not given
 * back by Stripe, by a transfer, by what a withdrawal waits for or by a lost dispute. A refund made by
 * hand since covers it.
 * @param givenBackCents what Stripe has refunded of the purchase in all
 * @returns whether another sum is due.
 */
export async function updateReturned(
  { db }: Pick<App, 'db'>,
  transactionId: string,
  givenBackCents: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, transactionId);
    const open = await findUnpaid(tx, transactionId);
    if (!transaction || open.length === 0) return false;
    const [waiting] = await tx
      .select({
        cents: sql<number>`coalesce(${withdrawals.transferCents} - ${withdrawals.transferNoteCents}, 0)`,
      })
      .from(withdrawals)
      .where(and(eq(withdrawals.transactionId, transactionId), isOwed));
    const paidCents = await findPaidBackCents(tx, transactionId, givenBackCents);
    const lostCents = await findLostCents(tx, transaction);
    const otherCents = paidCents + (waiting?.cents ?? 0) + lostCents;
    let leftCents = Math.max(0, transaction.refundedCents - otherCents);
    let isOther = false;
    for (const { id, refundCents, dueCents: before } of open) {
      const dueCents = Math.min(refundCents, leftCents);
      leftCents -= dueCents;
      if (dueCents === before) continue;
      isOther = true;
      await tx.update(returnedRefunds).set({ dueCents }).where(eq(returnedRefunds.id, id));
    }
    return isOther;
  });
}

function findUnpaid(tx: Database, transactionId: string) {
  const isUnpaid = isNull(returnedRefunds.transferredOn);
  return tx
    .select()
    .from(returnedRefunds)
    .where(and(eq(returnedRefunds.transactionId, transactionId), isUnpaid))
    .orderBy(asc(returnedRefunds.returnedAt), asc(returnedRefunds.id));
}

/**
 * What lost disputes have given the buyer of what has a credit note: they pay first for the rest of the
 * price, which was never refunded.
 */
async function findLostCents(
  tx: Database,
  { id, amountCents, refundedCents }: Transaction,
): Promise<number> {
  const [lost] = await tx
    .select({ cents: sql<number>`coalesce(sum(${disputes.amountCents}), 0)::int` })
    .from(disputes)
    .where(and(eq(disputes.transactionId, id), eq(disputes.state, 'lost')));
  return Math.max(0, (lost?.cents ?? 0) - (amountCents - refundedCents));
}

/** Returned refunds that are owed. */
export const isReturnedDue = and(
  isNull(returnedRefunds.transferredOn),
  gt(returnedRefunds.dueCents, 0),
);

/**
 * Records the bank transfer that paid a returned refund, whose credit note is there already. As
 * `closeTransfer`; null also where it was recorded before, undefined where there is no such refund.
 */
export async function closeReturned(
  tx: Database,
  { clock }: Pick<App, 'clock'>,
  { withdrawalId: id, reference, paidOn, amountCents, settledBy }: Transfer,
): Promise<Refusal | null | undefined> {
  const isIt = eq(returnedRefunds.id, id);
  const [known] = await tx.select().from(returnedRefunds).where(isIt);
  if (!known) return undefined;
  await lockTransaction(tx, known.transactionId);
  const [returned = known] = await tx.select().from(returnedRefunds).where(isIt);
  const say = (sentence: string, details?: Record<string, unknown>) =>
    refuse('WITHDRAWAL_REFUSED', sentence, details && { details });
  const { transferredOn, transferReference, dueCents, transactionId } = returned;
  if (transferredOn !== null) {
    const isSame = transferReference === reference && transferredOn === paidOn;
    return isSame ? null : say(messages.settlement.settledOtherwise);
  }
  if (dueCents === 0) return say(messages.settlement.paidOtherwise);
  if (await isDisputed(tx, transactionId)) return say(messages.settlement.disputed);
  if (dueCents !== amountCents) return say(messages.settlement.changed, { amount: dueCents });
  const now = clock.now();
  if (paidOn < parisDay(returned.returnedAt) || paidOn > parisDay(now)) {
    const errors = [{ field: 'paidOn', message: messages.settlement.dayOutside }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  await tx
    .update(returnedRefunds)
    .set({ transferReference: reference, transferredOn: paidOn, settledAt: now, settledBy })
    .where(isIt);
  return null;
}

/** Whether a refund that the bank sent back is noted as such. */
export async function isNotedReturned(db: Database, refundId: string): Promise<boolean> {
  return (await db.$count(returnedRefunds, eq(returnedRefunds.stripeRefundId, refundId))) > 0;
}
