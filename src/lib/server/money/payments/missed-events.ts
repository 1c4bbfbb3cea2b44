import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { disputes, withdrawals } from '#server/core/db/schema/returns.ts';
import { hasCreditNote } from '../invoices/issue-invoice.ts';
import { findPaidBackCents } from './owed.ts';
import { isNotedReturned } from './returned-refund.ts';
import { isNews } from './apply-dispute.ts';
import type { Payments } from './stripe.ts';
import { givenBackCents, type Dispute, type Refund } from './stripe-objects.ts';

type World = Pick<App, 'db' | 'clock'> & { payments: Payments };

const dayMs = 24 * 60 * 60_000;
/** A bank may send a refund back weeks after it was made. */
const refundsWithinDays = 40;
/** A bank takes up to about three months from the opening of a dispute to its decision. */
const disputesWithinDays = 120;

/**
 * Payments of ours with a recent refund at Stripe that is not recorded here, or that the bank
 * returned while it is recorded as paid: their events were lost. Each once. Throws `PaymentUnavailable`.
 */
export async function* findMissedRefunds(world: World): AsyncGenerator<string> {
  const { db, payments } = world;
  const seen = new Set<string>();
  for await (const refund of payments.listRefundsSince(daysAgo(world, refundsWithinDays))) {
    const { id, isDone, isFailed, paymentIntentId } = refund;
    if (paymentIntentId === null || seen.has(paymentIntentId)) continue;
    if (isFailed && (await isUnnotedReturn(db, refund))) {
      seen.add(paymentIntentId);
      yield paymentIntentId;
      continue;
    }
    if (!isDone) continue;
    const [unnoted] = await db
      .select({ id: creditTransactions.id, refundedCents: creditTransactions.refundedCents })
      .from(creditTransactions)
      .leftJoin(invoices, eq(invoices.refundReference, id))
      .where(
        and(
          eq(creditTransactions.stripePaymentIntentId, paymentIntentId),
          lt(creditTransactions.refundedCents, creditTransactions.amountCents),
          isNull(invoices.id),
        ),
      );
    if (!unnoted) continue;
    seen.add(paymentIntentId);
    // A refund that replaces one returned by the bank has no credit note of its own.
    const refunds = await payments.listRefunds(paymentIntentId);
    const givenCents = await findPaidBackCents(db, unnoted.id, givenBackCents(refunds));
    if (givenCents > unnoted.refundedCents) yield paymentIntentId;
  }
}

/** Whether a refund that the bank sent back is still recorded as paid. */
async function isUnnotedReturn(db: Database, { id, withdrawalId }: Refund): Promise<boolean> {
  if (withdrawalId !== null) return isNotedAsPaid(db, id);
  return (await hasCreditNote(db, id)) && !(await isNotedReturned(db, id));
}

/** Whether a withdrawal is recorded as paid by this refund. */
async function isNotedAsPaid(db: Database, refundId: string): Promise<boolean> {
  const isPaid = and(eq(withdrawals.stripeRefundId, refundId), isNotNull(withdrawals.refundedAt));
  const isByRefund = and(isNull(withdrawals.transferredOn), isNull(withdrawals.stripeDisputeId));
  return (await db.$count(withdrawals, and(isPaid, isByRefund))) > 0;
}

/**
 * Disputes over our payments whose state at Stripe differs from ours; those open in our records are
 * looked up, however old they are. Throws `PaymentUnavailable`.
 */
export async function* findMissedDisputes(world: World): AsyncGenerator<Dispute> {
  const { db, payments } = world;
  const from = daysAgo(world, disputesWithinDays);
  for await (const dispute of payments.listDisputesSince(from)) {
    if (await isUnnoted(db, dispute)) yield dispute;
  }
  const old = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.state, 'open'), lt(disputes.openedAt, from)));
  for (const { id } of old) {
    const dispute = await payments.findDispute(id);
    if (dispute && (await isUnnoted(db, dispute))) yield dispute;
  }
}

async function isUnnoted(db: Database, { id, state, paymentIntentId }: Dispute): Promise<boolean> {
  if (state === null || paymentIntentId === null) return false;
  const [own] = await db
    .select({ noted: disputes.state })
    .from(creditTransactions)
    .leftJoin(disputes, eq(disputes.id, id))
    .where(eq(creditTransactions.stripePaymentIntentId, paymentIntentId));
  return own !== undefined && (own.noted === null || isNews(own.noted, state));
}

function daysAgo({ clock }: World, days: number): Date {
  return new Date(clock.now().getTime() - days * dayMs);
}
