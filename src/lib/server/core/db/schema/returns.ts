/** Money that is returned: disputes and withdrawals (decisions 31 and 41). */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';
import { creditTransactions, holderId } from './money.ts';

/** A payment disputed by the buyer's bank, as Stripe last reported it. */
export const disputes = pgTable(
  'disputes',
  {
    /** Stripe's id. */
    id: text('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => creditTransactions.id, { onDelete: 'restrict' }),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Stripe's word for what the buyer says; null where it gave none, and before 1.1. */
    reason: text('reason'),
    /** When Stripe made it. */
    openedAt: instant('opened_at').notNull(),
    /** Until when the bank takes evidence, as Stripe says; null where it does not. */
    evidenceDueAt: instant('evidence_due_at'),
    /** When its end was recorded here. */
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
     * What had been refunded of the purchase before: later manual refunds count towards this
     * withdrawal.
     */
    refundedBeforeCents: integer('refunded_before_cents').notNull(),
    stripeRefundId: text('stripe_refund_id').unique(),
    /** The lost dispute through which the bank returned the sum, instead of a refund. */
    stripeDisputeId: text('stripe_dispute_id'),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    /** When it was recorded as paid, by any means. */
    refundedAt: instant('refunded_at'),
    /** Since when Stripe refuses to pay it: an admin has to, by bank transfer. */
    refusedAt: instant('refused_at'),
    /** Stripe's reason code, or `refund_failed` where the bank returned the refund. */
    refusalCode: text('refusal_code'),
    /** The part of the sum owed that the transfer has to pay; null unless Stripe refuses. */
    transferCents: integer('transfer_cents'),
    /** The part of that without a credit note: a failed refund already has one. */
    transferNoteCents: integer('transfer_note_cents'),
    /** The transfer that paid it: its reference, and its day as `2026-11-22`. */
    transferReference: text('transfer_reference'),
    transferredOn: date('transferred_on'),
    /** The admin who recorded it; null for the command. */
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

/**
 * A refund that the bank sent back after it had its credit note, and that is no withdrawal's: it waits
 * for a bank transfer (decision 41).
 */
export const returnedRefunds = pgTable(
  'returned_refunds',
  {
    id: id(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => creditTransactions.id, { onDelete: 'restrict' }),
    stripeRefundId: text('stripe_refund_id').notNull().unique(),
    refundCents: integer('refund_cents').notNull(),
    /** What of it is still owed: refunds made by hand since count. Of a settled one what was paid. */
    dueCents: integer('due_cents').notNull(),
    returnedAt: instant('returned_at').notNull(),
    /** The transfer that paid it: its reference, its day, when it was recorded and by which admin. */
    transferReference: text('transfer_reference'),
    transferredOn: date('transferred_on'),
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by').references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    index('returned_refunds_transaction').on(t.transactionId),
    index('returned_refunds_open')
      .on(t.returnedAt)
      .where(sql`${t.transferredOn} is null`),
    check('returned_refunds_bounded', sql`${t.dueCents} between 0 and ${t.refundCents}`),
    check(
      'returned_refunds_transfer_whole',
      sql`(${t.transferReference} is null) = (${t.transferredOn} is null) and (${t.settledAt} is null) = (${t.transferredOn} is null)`,
    ),
  ],
);

/**
 * Why a declaration waits for a person; `applied`: it does not, the purchase was withdrawn from. Whether
 * its sender learns of it is decision 146's: never by the page.
 */
export const declarationOutcomes = [
  'applied',
  'no_invoice',
  'other_person',
  'too_late',
  'nothing_left',
] as const;

/**
 * A withdrawal that was declared without signing in, as it was received (art. L221-21 C. conso.). Only
 * the answer is written later, once; rows go after five years.
 */
export const withdrawalDeclarations = pgTable(
  'withdrawal_declarations',
  {
    id: id(),
    name: text('name').notNull(),
    /** As its sender typed it; it need not exist. */
    invoiceNumber: text('invoice_number').notNull(),
    email: text('email').notNull(),
    declaredAt: instant('declared_at').notNull(),
    outcome: text('outcome', { enum: declarationOutcomes }).notNull(),
    /** The purchase, where invoice, name and e-mail are one buyer's. */
    transactionId: uuid('transaction_id').references(() => creditTransactions.id, {
      onDelete: 'restrict',
    }),
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    unique('withdrawal_declarations_once').on(t.email, t.invoiceNumber, t.name),
    index('withdrawal_declarations_open')
      .on(t.declaredAt)
      .where(sql`${t.answeredAt} is null and ${t.outcome} <> 'applied'`),
    index('withdrawal_declarations_answered')
      .on(newestFirst(t.answeredAt))
      .where(sql`${t.answeredAt} is not null`),
    index('withdrawal_declarations_transaction').on(t.transactionId),
    check(
      'withdrawal_declarations_outcome_known',
      sql`${t.outcome} in ('applied', 'no_invoice', 'other_person', 'too_late', 'nothing_left')`,
    ),
    check(
      'withdrawal_declarations_purchase_named',
      sql`(${t.transactionId} is null) = (${t.outcome} in ('no_invoice', 'other_person'))`,
    ),
    check(
      'withdrawal_declarations_answer_whole',
      sql`(${t.answer} is null) = (${t.answeredAt} is null) and (${t.answeredBy} is null) = (${t.answeredAt} is null) and (${t.answeredAt} is null or ${t.outcome} <> 'applied')`,
    ),
  ],
);
