/** Credits and payments. Append-only where money moves; design sections 6 and 10. */
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
import { chapters, novels } from './catalogue.ts';
import { createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** The user whose money it is; their row cannot be deleted while this one exists. */
export const holderId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' });

/**
 * Why credits move. While a dispute over a purchase is open, its unspent credits are frozen
 * (`dispute_freeze`, below 0) and released later (`dispute_release`, above 0); a lost dispute takes
 * them for good (`dispute`, decision 41). What an unlock cost is returned (`unlock_return`, above 0)
 * where an admin took the chapter away (decision 110).
 */
const entryKinds = [
  'purchase',
  'unlock',
  'refund',
  'dispute',
  'withdrawal',
  'adjustment',
  'dispute_freeze',
  'dispute_release',
  'unlock_return',
] as const;

/** The source of truth about credits. Rows are never changed or deleted (a trigger refuses). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: holderId(),
    delta: integer('delta').notNull(),
    kind: text('kind', { enum: entryKinds }).notNull(),
    /** What the entry is for: a transaction, a chapter and reader, a refund… One entry each. */
    reference: text('reference').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    /** The purchase that gave these credits, or whose credits are taken back. */
    transactionId: uuid('transaction_id').references((): AnyPgColumn => creditTransactions.id, {
      onDelete: 'restrict',
    }),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    /**
     * A user's entries in the order in which their balance changed: assigned while it is locked.
     */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
  },
  (t) => [
    unique('ledger_entries_once').on(t.kind, t.reference),
    // A purchase is credited once, and withdrawn from once, whatever the entry refers to.
    uniqueIndex('ledger_entries_once_per_transaction')
      .on(t.transactionId, t.kind)
      .where(sql`${t.kind} in ('purchase', 'withdrawal')`),
    index('ledger_entries_user').on(t.userId, t.sequence),
    // What the books sum up, without the rows themselves.
    index('ledger_entries_created').on(t.createdAt, t.kind, t.delta),
    // What the desk's log lists.
    index('ledger_entries_movements')
      .on(newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`${t.kind} <> 'unlock'`),
    index('ledger_entries_transaction')
      .on(t.transactionId)
      .where(sql`${t.transactionId} is not null`),
    check(
      'ledger_entries_purchase_has_transaction',
      sql`${t.kind} in ('unlock', 'adjustment', 'unlock_return') or ${t.transactionId} is not null`,
    ),
    check(
      'ledger_entries_sign_fits_kind',
      sql`case when ${t.kind} in ('purchase', 'dispute_release', 'unlock_return') then ${t.delta} > 0 when ${t.kind} = 'adjustment' then ${t.delta} <> 0 else ${t.delta} < 0 end`,
    ),
    check('ledger_entries_balance_never_negative', sql`${t.balanceAfter} >= 0`),
    check(
      'ledger_entries_kind_known',
      sql`${t.kind} in ('purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment', 'dispute_freeze', 'dispute_release', 'unlock_return')`,
    ),
  ],
);

/**
 * A chapter unlocked for good by a reader. It belongs to the chapter: a new text never locks it.
 */
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

/** A purchase of a pack of credits, or of those that the rest of a novel needs (decision 157). */
export const creditTransactions = pgTable(
  'credit_transactions',
  {
    /** Random, not by time: buyers see its first eight characters (specification, section 2). */
    id: uuid('id')
      .primaryKey()
      .$defaultFn(() => randomUUID()),
    userId: holderId(),
    planId: text('plan_id').notNull(),
    /** The pack's name on the day it was sold. */
    packName: text('pack_name').notNull().default(''),
    credits: integer('credits').notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('eur'),
    /** The novel whose rest is bought, or the rest of its part of this title; null: a pack. */
    novelId: uuid('novel_id').references(() => novels.id, { onDelete: 'restrict' }),
    part: text('part'),
    /** What the buyer was shown of it: which chapters, by number, and their price in all. */
    orderedChapterIds: uuid('ordered_chapter_ids').array(),
    orderedCredits: integer('ordered_credits'),
    /** What was unlocked of it when it was paid, and for how many credits. */
    openedChapters: integer('opened_chapters'),
    openedCredits: integer('opened_credits'),
    status: text('status', { enum: ['pending', 'completed', 'failed'] })
      .notNull()
      .default('pending'),
    billing: jsonb('billing').notNull(),
    /**
     * Evidence of the buyer's country beside the billing details (decision 153), as ISO codes: of the
     * network the order came from, and of the card or bank that paid; null: not known.
     */
    networkCountry: text('network_country'),
    cardCountry: text('card_country'),
    /** Made by the browser, one per filled-in form: makes a resent order idempotent. */
    checkoutKey: uuid('checkout_key'),
    stripeSessionId: text('stripe_session_id').unique(),
    /** When the buyer paid by a method that the bank confirms later; null while unpaid. */
    submittedAt: instant('submitted_at'),
    stripePaymentIntentId: text('stripe_payment_intent_id').unique(),
    /**
     * How it was paid: by card, by a debit that the bank confirms days later, or by another method.
     */
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('card'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Since when none is sent from here (decision 155); null: they are. */
    refundsBlockedAt: instant('refunds_blocked_at'),
    /** Which version of the immediate-access text the buyer ticked, and when. */
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
    index('credit_transactions_novel')
      .on(t.novelId)
      .where(sql`${t.novelId} is not null`),
    check(
      'credit_transactions_rest_whole',
      sql`num_nulls(${t.novelId}, ${t.orderedChapterIds}, ${t.orderedCredits}) in (0, 3)
        and num_nonnulls(${t.openedChapters}, ${t.openedCredits}) =
          case when ${t.novelId} is not null and ${t.status} = 'completed' then 2 else 0 end
        and coalesce(${t.openedCredits} between 0 and ${t.orderedCredits}, true)`,
    ),
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

/** A user's customer at Stripe. */
export const stripeCustomers = pgTable('stripe_customers', {
  userId: holderId().primaryKey(),
  customerId: text('customer_id').notNull().unique(),
  createdAt: createdAt(),
});

/** A Stripe event that was received; its id makes a repeat idempotent. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The session, payment or dispute that it is about; null for what is not read, and before 1.1. */
    objectId: text('object_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    processedAt: instant('processed_at'),
  },
  (t) => [
    index('stripe_events_object')
      .on(t.objectId)
      .where(sql`${t.objectId} is not null`),
  ],
);
