import { eq } from 'drizzle-orm';
import { deskMessages } from '#shared/site/desk-words.ts';
import type { App } from '#server/app.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { lockTransaction, type Transaction } from '#server/money/payments/find-paid.ts';
import { forgetBlocked } from '#server/money/payments/refused-withdrawal.ts';
import { actOnce, type StaffAct } from './staff-acts.ts';

/**
 * Blocks the refunds of a purchase, or lifts the block, once. While it lasts, neither staff nor the server
 * ask Stripe for one. A withdrawal stays valid: it waits for a bank transfer, or for the end of the block.
 */
export function blockRefunds(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  act: StaffAct,
  { id }: Transaction,
  isBlocked: boolean,
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    // Before its buyer's row, as payments do.
    const order = await lockTransaction(tx, id);
    const name = isBlocked ? 'refunds.blocked' : 'refunds.allowed';
    const run = async () => {
      if (order?.status !== 'completed') {
        return refuse('WITHDRAWAL_REFUSED', deskMessages.refundNotPaid);
      }
      if ((order.refundsBlockedAt !== null) === isBlocked) {
        return refuse('WITHDRAWAL_REFUSED', deskMessages.blockUnchanged);
      }
      const refundsBlockedAt = isBlocked ? clock.now() : null;
      await tx
        .update(creditTransactions)
        .set({ refundsBlockedAt })
        .where(eq(creditTransactions.id, id));
      if (!isBlocked) await forgetBlocked(tx, id);
      return { orderId: id };
    };
    return actOnce({ db: tx, clock }, name, act, run, { isForShell: true });
  });
}
