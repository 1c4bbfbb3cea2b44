import { sql } from 'drizzle-orm';
import { formatEuros, parisDay } from '#shared/site/formats.ts';
import { lastPayDay } from '#shared/money/last-pay-day.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import type { App } from '#server/app.ts';
import { payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findAuthorBalances } from './author-balances.ts';

export type WantedOrder = {
  /** Whom to pay, how much the admin was shown, in cents, and which version of the account. */
  pays: readonly { authorId: string; amountCents: number; accountUpdatedAt: Date }[];
  /** The day in Paris on which the bank is asked to pay. */
  executesOn: string;
  createdBy: string;
};

/**
 * Prepares a file for the bank: a payment of all that is due to each of these authors. 409 where its
 * day is past or far, the publisher's account is not set, an author has no account or another one by
 * now, or something else is due: nothing is prepared. Orders are serialized by an advisory lock, so that a balance is paid once.
 * @returns the order's id.
 */
export async function orderPayouts(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  { pays, executesOn, createdBy }: WantedOrder,
): Promise<string | Refusal> {
  const { payer } = config;
  const now = clock.now();
  if (executesOn < parisDay(now)) return refuse('PAYOUT_REFUSED', payMessages.dayPast);
  if (executesOn > lastPayDay(now)) return refuse('PAYOUT_REFUSED', payMessages.dayFar);
  if (payer === null) return refuse('PAYOUT_REFUSED', payMessages.payerMissing);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('order_payouts'))`);
    const balances = new Map((await findAuthorBalances(tx)).map((one) => [one.authorId, one]));
    const rows = [];
    for (const { authorId, amountCents, accountUpdatedAt } of pays) {
      const balance = balances.get(authorId);
      if (!balance || balance.dueCents <= 0 || balance.dueCents !== amountCents) {
        return refuse('PAYOUT_REFUSED', payMessages.dueChanged);
      }
      if (balance.orderedCents > 0) return refuse('PAYOUT_REFUSED', payMessages.underWay);
      if (!balance.account) {
        const sentence = `${balance.name} n’a pas encore donné de compte : ${formatEuros(amountCents)} attendent.`;
        return refuse('PAYOUT_REFUSED', sentence);
      }
      if (balance.account.updatedAt.getTime() !== accountUpdatedAt.getTime()) {
        return refuse('PAYOUT_REFUSED', payMessages.accountChanged);
      }
      const { holderName, iban } = balance.account;
      rows.push({ authorId, amountCents, holderName, iban });
    }
    const [order] = await tx
      .insert(payoutOrders)
      .values({
        executesOn,
        payerName: payer.name,
        payerIban: payer.iban,
        createdBy,
        createdAt: clock.now(),
      })
      .returning({ id: payoutOrders.id });
    if (!order) throw new Error('the order of payouts was not written');
    await tx.insert(payouts).values(rows.map((row) => ({ ...row, orderId: order.id })));
    return order.id;
  });
}
