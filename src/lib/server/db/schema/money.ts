/** Credits, payments and invoices. Append-only where money is told; design sections 6 and 10. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { chapters } from './catalogue.ts';
import { createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

const holderId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' });

/** The truth about credits. Rows are never changed or deleted (a trigger refuses). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: holderId(),
    delta: integer('delta').notNull(),
    kind: text('kind', {
      enum: ['purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment'],
    }).notNull(),
    /** What the entry is for: a transaction, a chapter and reader, a refund… One entry each. */
    reference: text('reference').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    /** The purchase that gave these credits, or whose credits are taken back. */
    transactionId: uuid('transaction_id').references((): AnyPgColumn => creditTransactions.id, {
      onDelete: 'restrict',
    }),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    /** A person's entries in the order in which their balance changed: given while it is held. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
  },
  (t) => [
    unique('ledger_entries_once').on(t.kind, t.reference),
    index('ledger_entries_user').on(t.userId, t.sequence),
    index('ledger_entries_transaction')
      .on(t.transactionId)
      .where(sql`${t.transactionId} is not null`),
    check(
      'ledger_entries_purchase_has_transaction',
      sql`${t.kind} not in ('purchase', 'refund', 'dispute', 'withdrawal') or ${t.transactionId} is not null`,
    ),
    check(
      'ledger_entries_sign_fits_kind',
      sql`case ${t.kind} when 'purchase' then ${t.delta} > 0 when 'adjustment' then ${t.delta} <> 0 else ${t.delta} < 0 end`,
    ),
    check('ledger_entries_balance_never_negative', sql`${t.balanceAfter} >= 0`),
    check(
      'ledger_entries_kind_known',
      sql`${t.kind} in ('purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment')`,
    ),
  ],
);

/** A chapter opened for good by a reader. It belongs to the chapter: a new text never locks it. */
export const unlocks = pgTable(
  'unlocks',
  {
    userId: holderId(),
    chapterId: uuid('chapter_id')
      .notNull()
      .references(() => chapters.id, { onDelete: 'restrict' }),
    costCredits: integer('cost_credits').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.chapterId] }),
    index('unlocks_chapter').on(t.chapterId),
    check('unlocks_cost_never_negative', sql`${t.costCredits} >= 0`),
  ],
);

/** Ways to pay that an invoice names; `other` is none of them. */
export const paymentMethods = ['card', 'sepa_debit', 'other'] as const;

/** A purchase of a pack of credits. */
export const creditTransactions = pgTable(
  'credit_transactions',
  {
    /** By chance, not by time: buyers are told its first eight characters (specification, section 2). */
    id: uuid('id')
      .primaryKey()
      .$defaultFn(() => randomUUID()),
    userId: holderId(),
    planId: text('plan_id').notNull(),
    /** What the pack was called on the day it was sold. */
    packName: text('pack_name').notNull().default(''),
    credits: integer('credits').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('eur'),
    status: text('status', { enum: ['pending', 'completed', 'failed'] })
      .notNull()
      .default('pending'),
    billing: jsonb('billing').notNull(),
    /** Given by the browser, one per filled-in form: an order that is sent again is the same one. */
    checkoutKey: uuid('checkout_key'),
    stripeSessionId: text('stripe_session_id').unique(),
    /** The buyer has paid by a way that the bank confirms later; null while nobody has paid at all. */
    submittedAt: instant('submitted_at'),
    stripePaymentIntentId: text('stripe_payment_intent_id').unique(),
    /** How it was paid: by card, by a debit that the bank confirms days later, or in a way that has no name here. */
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('card'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Which text the buyer ticked about immediate access, and when. */
    withdrawalConsentVersion: text('withdrawal_consent_version'),
    withdrawalConsentAt: instant('withdrawal_consent_at'),
    createdAt: createdAt(),
    completedAt: instant('completed_at'),
    failedAt: instant('failed_at'),
    /** When Stripe was last asked about it while it was pending. */
    checkedAt: instant('checked_at'),
  },
  (t) => [
    unique('credit_transactions_checkout_key').on(t.userId, t.checkoutKey),
    index('credit_transactions_user').on(t.userId, newestFirst(t.createdAt)),
    index('credit_transactions_pending')
      .on(t.createdAt)
      .where(sql`${t.status} = 'pending'`),
    check('credit_transactions_positive', sql`${t.credits} > 0 and ${t.amountCents} >= 0`),
    check(
      'credit_transactions_status_known',
      sql`${t.status} in ('pending', 'completed', 'failed')`,
    ),
    check(
      'credit_transactions_method_known',
      sql`${t.paymentMethod} in ('card', 'sepa_debit', 'other')`,
    ),
    check(
      'credit_transactions_completed_dated',
      sql`(${t.status} = 'completed') = (${t.completedAt} is not null)`,
    ),
    check(
      'credit_transactions_refund_bounded',
      sql`${t.refundedCents} between 0 and ${t.amountCents}`,
    ),
  ],
);

/** The person at Stripe. */
export const stripeCustomers = pgTable('stripe_customers', {
  userId: holderId().primaryKey(),
  customerId: text('customer_id').notNull().unique(),
  createdAt: createdAt(),
});

/** A Stripe event that was received; its id makes a repeat harmless. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull().defaultNow(),
  processedAt: instant('processed_at'),
});

/** The last number given per year and kind; the row is locked while a number is taken. */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    year: integer('year').notNull(),
    kind: text('kind', { enum: ['invoice', 'credit_note'] }).notNull(),
    lastNumber: integer('last_number').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.year, t.kind] })],
);

/** Issued once, never changed (a trigger refuses). Seller and buyer are copies of that day. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    kind: text('kind', { enum: ['invoice', 'credit_note'] }).notNull(),
    year: integer('year').notNull(),
    sequence: integer('sequence').notNull(),
    number: text('number').notNull().unique(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => creditTransactions.id, { onDelete: 'restrict' }),
    /** What a credit note corrects, and the refund it was issued for. */
    invoiceId: uuid('invoice_id').references((): AnyPgColumn => invoices.id, {
      onDelete: 'restrict',
    }),
    refundReference: text('refund_reference').unique(),
    seller: jsonb('seller').notNull(),
    buyer: jsonb('buyer').notNull(),
    lines: jsonb('lines').notNull(),
    netCents: integer('net_cents').notNull(),
    vatCents: integer('vat_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    issuedAt: instant('issued_at').notNull().defaultNow(),
  },
  (t) => [
    unique('invoices_gap_free').on(t.kind, t.year, t.sequence),
    uniqueIndex('invoices_one_per_transaction')
      .on(t.transactionId)
      .where(sql`${t.kind} = 'invoice'`),
    index('invoices_transaction').on(t.transactionId),
    check('invoices_kind_known', sql`${t.kind} in ('invoice', 'credit_note')`),
    check(
      'invoices_credit_note_corrects_one',
      sql`(${t.kind} = 'credit_note') = (${t.invoiceId} is not null)`,
    ),
    check('invoices_sum', sql`${t.netCents} + ${t.vatCents} = ${t.totalCents}`),
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
    refundedAt: instant('refunded_at'),
  },
  (t) => [
    index('withdrawals_user').on(t.userId),
    check('withdrawals_positive', sql`${t.credits} > 0 and ${t.amountCents} >= 0`),
  ],
);
