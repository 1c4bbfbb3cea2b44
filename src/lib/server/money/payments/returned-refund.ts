import { and, asc, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { disputes, returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { hasCreditNote } from '../invoices/issue-invoice.ts';
import { lockTransaction } from './find-paid.ts';
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
 * back by Stripe, by a transfer or by what a withdrawal waits for. A refund made by hand since covers it.
 * @param givenBackCents what Stripe has refunded of the purchase in all
 */
export async function updateReturned(
  { db }: Pick<App, 'db'>,
  transactionId: string,
  givenBackCents: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, transactionId);
    const open = await findUnpaid(tx, transactionId);
    if (!transaction || open.length === 0) return;
    const [waiting] = await tx
      .select({
        cents: sql<number>`coalesce(${withdrawals.transferCents} - ${withdrawals.transferNoteCents}, 0)`,
      })
      .from(withdrawals)
      .where(and(eq(withdrawals.transactionId, transactionId), isOwed));
    const paidCents = await findPaidBackCents(tx, transactionId, givenBackCents);
    const lostCents = await findLostCents(tx, transactionId);
    const otherCents = paidCents + (waiting?.cents ?? 0) + lostCents;
    let leftCents = Math.max(0, transaction.refundedCents - otherCents);
    for (const { id, refundCents, dueCents: before } of open) {
      const dueCents = Math.min(refundCents, leftCents);
      leftCents -= dueCents;
      if (dueCents === before) continue;
      await tx.update(returnedRefunds).set({ dueCents }).where(eq(returnedRefunds.id, id));
    }
  });
}

/**
 * Lowers what is due of a purchase's returned refunds by what the bank has given the buyer itself: by a
 * lost dispute. The purchase's row is locked.
 * @returns whether something was due.
 */
export async function lowerReturned(
  tx: Database,
  transactionId: string,
  byBankCents: number,
): Promise<boolean> {
  let leftCents = byBankCents;
  for (const { id, dueCents: before } of await findUnpaid(tx, transactionId)) {
    const dueCents = Math.max(0, before - leftCents);
    leftCents -= before - dueCents;
    if (dueCents < before)
      await tx.update(returnedRefunds).set({ dueCents }).where(eq(returnedRefunds.id, id));
  }
  return leftCents < byBankCents;
}

function findUnpaid(tx: Database, transactionId: string) {
  const isUnpaid = isNull(returnedRefunds.transferredOn);
  return tx
    .select()
    .from(returnedRefunds)
    .where(and(eq(returnedRefunds.transactionId, transactionId), isUnpaid))
    .orderBy(asc(returnedRefunds.returnedAt), asc(returnedRefunds.id));
}

/** What lost disputes have given the buyer, but for what a withdrawal that they ended was owed. */
async function findLostCents(tx: Database, transactionId: string): Promise<number> {
  const sum = (cents: PgColumn | SQL) => ({ cents: sql<number>`coalesce(sum(${cents}), 0)::int` });
  const isLost = and(eq(disputes.transactionId, transactionId), eq(disputes.state, 'lost'));
  const [lost] = await tx.select(sum(disputes.amountCents)).from(disputes).where(isLost);
  const owed = sql`coalesce(${withdrawals.transferCents}, ${withdrawals.amountCents})`;
  const isEnded = and(
    eq(withdrawals.transactionId, transactionId),
    isNotNull(withdrawals.stripeDisputeId),
  );
  const [ended] = await tx.select(sum(owed)).from(withdrawals).where(isEnded);
  return Math.max(0, (lost?.cents ?? 0) - (ended?.cents ?? 0));
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
