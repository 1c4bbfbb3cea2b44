import { and, eq, getTableColumns } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { payMessages } from '#shared/money/pay-messages.ts';
import { formatDay, parisDay } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import { moderationActs } from '#server/core/db/schema/community.ts';
import { payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { exists } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';

export type PayoutClosing = {
  payoutId: string;
  /** `paidOn`: a day in Paris. */
  outcome: { state: 'paid'; paidOn: string } | { state: 'failed' };
  settledBy: string;
};

/** A payment that an order names; else 404 `NOT_FOUND`. */
export const onPayout = exists(
  payouts,
  ({ id }: { id: string }) => eq(payouts.id, id),
  payMessages.payoutMissing,
);

/**
 * Records what the bank did with a payment. One that it did not make, or that came back, is due again;
 * the day of one that it paid may be corrected, which changes no statement: these have sums alone. Each
 * of these is logged.
 * Idempotent. 404 without the payment; 409 for one that failed before, which stays failed.
 */
export async function closePayout(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { payoutId, outcome, settledBy }: PayoutClosing,
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    const [payout] = await tx
      .select({ ...getTableColumns(payouts), orderedAt: payoutOrders.createdAt })
      .from(payouts)
      .innerJoin(payoutOrders, eq(payoutOrders.id, payouts.orderId))
      .where(eq(payouts.id, payoutId))
      .for('update', { of: payouts });
    if (!payout) return refuse('NOT_FOUND', payMessages.payoutMissing);
    const isKnown = outcome.state === 'failed' || outcome.paidOn === payout.paidOn;
    if (payout.state === outcome.state && isKnown) return null;
    if (payout.state === 'failed') return refuse('PAYOUT_REFUSED', payMessages.payoutFailed);
    if (outcome.state === 'paid' && !isPossible(outcome.paidOn, payout.orderedAt, clock.now())) {
      return refuse('PAYOUT_REFUSED', payMessages.dayOutside);
    }
    const isCorrected = outcome.state === 'paid' && payout.paidOn !== null;
    const days =
      outcome.state === 'paid' && payout.paidOn !== null
        ? `${dayOf(outcome.paidOn)} au lieu du ${dayOf(payout.paidOn)}`
        : '';
    // The row has the last of these alone.
    await tx.insert(moderationActs).values({
      id: uuidv7(),
      actorId: settledBy,
      act: isCorrected ? 'payout.dated' : `payout.${outcome.state}`,
      subjectId: payout.authorId,
      reason: days,
      // What the bank pays.
      details: { payoutId, after: payout.netCents ?? payout.amountCents },
      createdAt: clock.now(),
    });
    await tx
      .update(payouts)
      .set({ ...outcome, settledAt: clock.now(), settledBy })
      .where(and(eq(payouts.id, payoutId), eq(payouts.state, payout.state)));
    return null;
  });
}

/** A file that an order names; else 404 `NOT_FOUND`. */
export const onOrder = exists(
  payoutOrders,
  ({ id }: { id: string }) => eq(payoutOrders.id, id),
  payMessages.orderMissing,
);

/**
 * Gives up a file before the bank has it: what it would have paid is due again. Each of its payments is
 * in the log with the reason. Idempotent. 409 where the outcome of one of them is recorded.
 */
export async function giveUpOrder(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { orderId, reason, by }: { orderId: string; reason: string; by: string },
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    const ofOrder = eq(payouts.orderId, orderId);
    const rows = await tx.select().from(payouts).where(ofOrder).orderBy(payouts.id).for('update');
    if (rows.every(({ state }) => state === 'failed')) return null;
    if (!rows.every(({ state }) => state === 'ordered')) {
      return refuse('PAYOUT_REFUSED', payMessages.orderBegun);
    }
    await tx.insert(moderationActs).values(
      rows.map(({ id, authorId, amountCents, netCents }) => ({
        id: uuidv7(),
        actorId: by,
        act: 'payout.failed',
        subjectId: authorId,
        reason: `fichier abandonné\u00A0: ${reason}`,
        details: { payoutId: id, after: netCents ?? amountCents },
        createdAt: clock.now(),
      })),
    );
    await tx
      .update(payouts)
      .set({ state: 'failed', settledAt: clock.now(), settledBy: by })
      .where(ofOrder);
    return null;
  });
}

const dayOf = (day: string): string => formatDay(`${day}T12:00:00Z`);

/** A bank pays neither before it was asked to, nor in the future. */
function isPossible(paidOn: string, orderedAt: Date, now: Date): boolean {
  return paidOn >= parisDay(orderedAt) && paidOn <= parisDay(now);
}
