import { and, eq } from 'drizzle-orm';
import { payMessages } from '#shared/pay-messages.ts';
import type { App } from '../app.ts';
import { payouts } from '../db/schema/payouts.ts';
import { refuse, type Refusal } from '../http/refusal.ts';

export type Settlement = {
  payoutId: string;
  /** `paidOn`: a day in Paris. */
  outcome: { state: 'paid'; paidOn: string } | { state: 'failed' };
  settledBy: string;
};

/**
 * Records what the bank did with a payment. One that it did not make, or that came back, is due again.
 * Idempotent. 404 without the payment; 409 for one that failed before, which stays failed.
 */
export async function settlePayout(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { payoutId, outcome, settledBy }: Settlement,
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    const [payout] = await tx
      .select({ state: payouts.state })
      .from(payouts)
      .where(eq(payouts.id, payoutId))
      .for('update');
    if (!payout) return refuse('NOT_FOUND', payMessages.payoutMissing);
    if (payout.state === outcome.state) return null;
    if (payout.state === 'failed') return refuse('PAYOUT_REFUSED', payMessages.payoutFailed);
    await tx
      .update(payouts)
      .set({ ...outcome, settledAt: clock.now(), settledBy })
      .where(and(eq(payouts.id, payoutId), eq(payouts.state, payout.state)));
    return null;
  });
}
