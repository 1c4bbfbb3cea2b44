/** Money that goes back: disputes and withdrawals (decisions 31 and 41). */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';
import { creditTransactions, holderId } from './money.ts';

/** A payment that the buyer's bank disputes, as Stripe told of it last. */
export const disputes = pgTable(
  'disputes',
  {
    /** Stripe's. */
    id: text('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => creditTransactions.id, { onDelete: 'restrict' }),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** When Stripe made it. */
    openedAt: instant('opened_at').notNull(),
    /** When its end was noted here. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('disputes_transaction').on(t.transactionId),
    index('disputes_open')
      .on(t.openedAt)
      .where(sql`${t.state} = 'open'`),
    check('disputes_state_known', sql`${t.state} in ('open', 'won', 'lost')`),
    check('disputes_closed_dated', sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
  ],
);

/** A right of withdrawal that was exercised. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    transactionId: uuid('transaction_id')
      .notNull()
      .unique()
      .references(() => creditTransactions.id, { onDelete: 'restrict' }),
    userId: holderId(),
    credits: integer('credits').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /**
     * What had been given back of the purchase before: what comes by hand since is part of this. Null
     * where an older program wrote the row: its credit notes tell.
     */
    refundedBeforeCents: integer('refunded_before_cents'),
    stripeRefundId: text('stripe_refund_id').unique(),
    /** The lost dispute by which the bank gave the sum back, in the place of a refund. */
    stripeDisputeId: text('stripe_dispute_id'),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    /** When it was noted as paid, in whatever way. */
    refundedAt: instant('refunded_at'),
    /** Since when Stripe will not pay it: a person has to, by bank transfer. */
    refusedAt: instant('refused_at'),
    /** Stripe's code for why, or `refund_failed` where the bank sent the refund back. */
    refusalCode: text('refusal_code'),
    /** Of the sum owed, what the transfer has to bring; null unless Stripe refuses. */
    transferCents: integer('transfer_cents'),
    /** Of that, what has no credit note yet: a refund that failed has its note already. */
    transferNoteCents: integer('transfer_note_cents'),
    /** The transfer that paid it: its reference, and its day as `2026-11-22`. */
    transferReference: text('transfer_reference'),
    transferredOn: date('transferred_on'),
    /** The admin who said so; null for the command. */
    settledBy: uuid('settled_by').references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    index('withdrawals_user').on(t.userId),
    index('withdrawals_owed')
      .on(t.requestedAt)
      .where(sql`${t.refundedAt} is null`),
    index('withdrawals_settled')
      .on(newestFirst(t.refundedAt))
      .where(sql`${t.transferredOn} is not null`),
    check('withdrawals_positive', sql`${t.credits} > 0 and ${t.amountCents} >= 0`),
    check(
      'withdrawals_refusal_whole',
      sql`(${t.refusedAt} is null) = (${t.transferCents} is null) and (${t.refusedAt} is null) = (${t.transferNoteCents} is null)`,
    ),
    check(
      'withdrawals_transfer_bounded',
      sql`${t.transferNoteCents} between 0 and ${t.transferCents} and ${t.transferCents} <= ${t.amountCents}`,
    ),
    check(
      'withdrawals_transfer_whole',
      sql`(${t.transferReference} is null) = (${t.transferredOn} is null) and (${t.transferredOn} is null or (${t.refusedAt} is not null and ${t.refundedAt} is not null))`,
    ),
  ],
);
