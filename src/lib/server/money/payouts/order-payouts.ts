import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PayLine } from '#shared/money/pay-lines.ts';
import { formatEuros, parisDay } from '#shared/site/formats.ts';
import { lastPayDay } from '#shared/money/last-pay-day.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import type { App } from '#server/app.ts';
import { payoutLines, payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { sellerOf } from '../invoices/invoice-document.ts';
import { findAuthorBalances } from './author-balances.ts';
import { missingSentence, openPayComputer } from './compute-pay.ts';

const recentMs = 3 * 86_400_000;

/** Whether an account is so young that it is confirmed before it is paid. */
export const isRecent = (updatedAt: Date, now: Date): boolean =>
  now.getTime() - updatedAt.getTime() < recentMs;

type Ordered = Omit<typeof payouts.$inferInsert, 'orderId' | 'id'> & { id: string };

export type WantedOrder = {
  /** Whom to pay, what the admin was shown, in cents, and which version of the account. */
  pays: readonly {
    authorId: string;
    amountCents: number;
    netCents: number;
    accountUpdatedAt: Date;
  }[];
  /** Authors whose recent account the admin has verified. */
  confirmed: readonly string[];
  /** The day in Paris on which the bank is asked to pay. */
  executesOn: string;
  createdBy: string;
};

/**
 * Prepares a file for the bank: a payment of all that is due to each of these authors. 409 where its
 * day is past or far, the publisher's account or a rate is not set, an author has no account or another
 * one by now, or one of less than three days that is not confirmed, or something else is due or comes out
 * of it: nothing is prepared. Orders are serialized by an advisory lock, so that a balance is paid once,
 * and a ceiling is used once.
 * @returns the order's id.
 */
export async function orderPayouts(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  { pays, confirmed, executesOn, createdBy }: WantedOrder,
): Promise<string | Refusal> {
  const { payer } = config;
  const now = clock.now();
  if (executesOn < parisDay(now)) return refuse('PAYOUT_REFUSED', payMessages.dayPast);
  if (executesOn > lastPayDay(now)) return refuse('PAYOUT_REFUSED', payMessages.dayFar);
  if (payer === null) return refuse('PAYOUT_REFUSED', payMessages.payerMissing);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('order_payouts'))`);
    const balances = new Map((await findAuthorBalances(tx)).map((one) => [one.authorId, one]));
    const owesVat = config.vat.regime === 'rates';
    const { missing, sheets, compute } = await openPayComputer(tx, executesOn, owesVat);
    if (missing.length > 0) return refuse('PAYOUT_REFUSED', missingSentence(missing, executesOn));
    const rows: { payout: Ordered; lines: PayLine[] }[] = [];
    for (const { authorId, amountCents, netCents, accountUpdatedAt } of pays) {
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
      if (isRecent(balance.account.updatedAt, now) && !confirmed.includes(authorId)) {
        return refuse('PAYOUT_REFUSED', payMessages.accountRecent);
      }
      const pay = compute(authorId, amountCents);
      if ('hindrance' in pay) {
        return refuse('PAYOUT_REFUSED', `${balance.name}\u00A0: ${pay.hindrance}`);
      }
      if (pay.net !== netCents) return refuse('PAYOUT_REFUSED', payMessages.netChanged);
      const { holderName, iban } = balance.account;
      const sheetId = sheets.get(authorId)?.id ?? null;
      const payout = { id: uuidv7(), authorId, amountCents, netCents, sheetId, holderName, iban };
      rows.push({ payout, lines: pay.lines });
    }
    const [order] = await tx
      .insert(payoutOrders)
      .values({
        executesOn,
        payerName: payer.name,
        payerIban: payer.iban,
        publisher: sellerOf(config.publisher),
        createdBy,
        createdAt: clock.now(),
      })
      .returning({ id: payoutOrders.id });
    if (!order) throw new Error('the order of payouts was not written');
    await tx.insert(payouts).values(rows.map(({ payout }) => ({ ...payout, orderId: order.id })));
    await tx.insert(payoutLines).values(
      rows.flatMap(({ payout, lines }) =>
        lines.map(({ kind, base, rate, amount }) => ({
          payoutId: payout.id,
          kind,
          baseCents: base,
          rate,
          amountCents: amount,
        })),
      ),
    );
    return order.id;
  });
}
