/** Stripe's balance: what moved it, and what was paid out to the bank. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { listed, since, toSeconds } from './stripe-list.ts';
import { reference } from './stripe-objects.ts';

/** Seconds since 1970, as Stripe gives time. */
const seconds = z.int().transform((value) => new Date(value * 1000));

/** A movement of the account's balance; its source is asked for expanded. */
const balanceLineSchema = z
  .object({
    id: z.string(),
    reporting_category: z.string(),
    amount: z.int(),
    fee: z.int(),
    net: z.int(),
    currency: z.string(),
    created: seconds,
    source: z
      .union([z.string(), z.object({ id: z.string(), payment_intent: reference.nullish() })])
      .nullish(),
  })
  .transform(({ source, created, ...line }) => ({
    id: line.id,
    category: line.reporting_category,
    amountCents: line.amount,
    feeCents: line.fee,
    netCents: line.net,
    currency: line.currency,
    createdAt: created,
    sourceId: (typeof source === 'string' ? source : source?.id) ?? null,
    paymentIntentId: (typeof source === 'object' ? source?.payment_intent : null) ?? null,
  }));
export type BalanceLine = z.output<typeof balanceLineSchema>;

const payoutSchema = z
  .object({
    id: z.string(),
    amount: z.int(),
    currency: z.string(),
    status: z.string(),
    automatic: z.boolean(),
    reconciliation_status: z.string(),
    arrival_date: seconds,
    created: seconds,
  })
  .transform((payout) => ({
    id: payout.id,
    amountCents: payout.amount,
    currency: payout.currency,
    status: payout.status,
    isAutomatic: payout.automatic,
    /** Whether Stripe says which lines it pays. */
    isListed: payout.automatic && payout.reconciliation_status === 'completed',
    // Midnight in UTC of the day.
    arrivesOn: payout.arrival_date.toISOString().slice(0, 10),
    createdAt: payout.created,
  }));
type StripePayout = z.output<typeof payoutSchema>;

/** Other products' lines and payouts are among them. All may throw `PaymentUnavailable`. */
export type BalanceCalls = {
  /** What moved the balance between two instants, newest first. */
  listBalanceLines: (from: Date, to: Date) => AsyncIterable<BalanceLine>;
  /** What an automatic payout pays; its own line is among them. */
  listLinesOf: (payoutId: string) => AsyncIterable<BalanceLine>;
  /** Payouts that were made from an instant on, newest first. */
  listPayoutsSince: (from: Date) => AsyncIterable<StripePayout>;
};

export function balanceCalls(stripe: Stripe): BalanceCalls {
  const listLines = (wanted: Stripe.BalanceTransactionListParams) =>
    listed(
      stripe.balanceTransactions.list({ limit: 100, expand: ['data.source'], ...wanted }),
      (line) => balanceLineSchema.parse(line),
    );
  return {
    listBalanceLines: (from, to) =>
      listLines({ created: { gte: toSeconds(from), lt: toSeconds(to) } }),
    listLinesOf: (payout) => listLines({ payout }),
    listPayoutsSince: (from) =>
      listed(stripe.payouts.list(since(from)), (payout) => payoutSchema.parse(payout)),
  };
}
