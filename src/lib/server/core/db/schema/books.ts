/** What Stripe says of its balance, and the accountant's accounts (decision 154). No personal data. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A transfer from Stripe's balance to the bank, as Stripe last reported it. */
export const stripePayouts = pgTable('stripe_payouts', {
  /** Stripe's id. */
  id: text('id').primaryKey(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  /** Stripe's word: `paid`, `in_transit`, `failed`… */
  status: text('status').notNull(),
  /** The day on which the bank has it. */
  arrivesOn: date('arrives_on').notNull(),
  /** One by hand has no list of what it pays. */
  isAutomatic: boolean('is_automatic').notNull(),
  /** Whether its lines were read: Stripe makes the list some time after the payout. */
  isComplete: boolean('is_complete').notNull().default(false),
  createdAt: instant('created_at').notNull(),
});

/**
 * A balance transaction of Stripe. Rows are never changed or deleted (a trigger refuses), except
 * that their payout is noted once.
 */
export const balanceLines = pgTable(
  'balance_lines',
  {
    /** Stripe's id. */
    id: text('id').primaryKey(),
    /** Stripe's `reporting_category`: `charge`, `refund`, `dispute`, `fee`, `payout`… */
    category: text('category').notNull(),
    amountCents: integer('amount_cents').notNull(),
    feeCents: integer('fee_cents').notNull(),
    netCents: integer('net_cents').notNull(),
    currency: text('currency').notNull(),
    /** The charge, refund, dispute or payout. */
    sourceId: text('source_id'),
    /** The payment that it is about; null where it is about none. */
    paymentIntentId: text('payment_intent_id'),
    payoutId: text('payout_id').references(() => stripePayouts.id, { onDelete: 'restrict' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('balance_lines_created').on(t.createdAt),
    index('balance_lines_payment')
      .on(t.paymentIntentId)
      .where(sql`${t.paymentIntentId} is not null`),
    index('balance_lines_source')
      .on(t.sourceId)
      .where(sql`${t.sourceId} is not null`),
    index('balance_lines_payout')
      .on(t.payoutId)
      .where(sql`${t.payoutId} is not null`),
    check('balance_lines_sum', sql`${t.amountCents} - ${t.feeCents} = ${t.netCents}`),
  ],
);

/** Until when all lines were read: one row, none before the first reading. */
export const balanceReadings = pgTable(
  'balance_readings',
  { id: integer('id').primaryKey(), readUntil: instant('read_until').notNull() },
  (t) => [check('balance_readings_one', sql`${t.id} = 1`)],
);

/** Which account each part of an entry is booked on; a missing one has its default. */
export const bookAccounts = pgTable(
  'book_accounts',
  {
    role: text('role', {
      enum: ['customers', 'sales', 'vat', 'bank', 'fees', 'deferred'],
    }).primaryKey(),
    number: text('number').notNull(),
    label: text('label').notNull(),
  },
  (t) => [
    check(
      'book_accounts_role_known',
      sql`${t.role} in ('customers', 'sales', 'vat', 'bank', 'fees', 'deferred')`,
    ),
    check('book_accounts_number', sql`${t.number} ~ '^[0-9]{3}[0-9A-Z]{0,9}$'`),
  ],
);
