import { and, eq, isNull, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { creditTransactions, invoices } from '../db/schema/money.ts';
import type { Payments } from './stripe.ts';
import { givenBackCents, type Dispute } from './stripe-objects.ts';

type World = Pick<App, 'db' | 'clock'> & { payments: Payments };

const dayMs = 24 * 60 * 60_000;
/** Stripe repeats an event for three days; a webhook that is away for longer is noticed within a week. */
const refundsWithinDays = 7;
/** A bank takes up to about three months from the opening of a dispute to its decision. */
const disputesWithinDays = 120;

/**
 * Payments of ours of which Stripe has given something back lately that is not noted here: the events
 * that told so were lost. Each once. Throws `PaymentUnavailable`.
 */
export async function* findMissedRefunds(world: World): AsyncGenerator<string> {
  const { db, payments } = world;
  const seen = new Set<string>();
  for await (const refund of payments.listRefundsSince(daysAgo(world, refundsWithinDays))) {
    const { id, isDone, paymentIntentId } = refund;
    if (!isDone || paymentIntentId === null || seen.has(paymentIntentId)) continue;
    const [unnoted] = await db
      .select({ refundedCents: creditTransactions.refundedCents })
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
    // One that stands for another, which the bank sent back, has no credit note of its own.
    const refunds = await payments.listRefunds(paymentIntentId);
    if (givenBackCents(refunds) > unnoted.refundedCents) yield paymentIntentId;
  }
}

/** Disputes over payments of ours that were lost lately, heard of or not. Throws `PaymentUnavailable`. */
export async function* findLostDisputes(world: World): AsyncGenerator<Dispute> {
  const { db, payments } = world;
  for await (const dispute of payments.listDisputesSince(daysAgo(world, disputesWithinDays))) {
    const { isLost, paymentIntentId } = dispute;
    if (!isLost || paymentIntentId === null) continue;
    const own = eq(creditTransactions.stripePaymentIntentId, paymentIntentId);
    if ((await db.$count(creditTransactions, own)) > 0) yield dispute;
  }
}

function daysAgo({ clock }: World, days: number): Date {
  return new Date(clock.now().getTime() - days * dayMs);
}
