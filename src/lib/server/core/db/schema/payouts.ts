/** Payments to authors: their bank accounts, and the SEPA credit transfers (decision 88). */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from './columns.ts';
import { users } from './identity.ts';

/** Where an author wants to be paid. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    holderName: text('holder_name').notNull(),
    /** Without spaces, its check digits verified. */
    iban: text('iban').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('payout_accounts_iban_form', sql`${t.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('payout_accounts_name_bounded', sql`char_length(${t.holderName}) between 1 and 70`),
  ],
);

/** One file for the bank. Never changed; its content is made of these rows alone. */
export const payoutOrders = pgTable(
  'payout_orders',
  {
    id: id(),
    /** The day, in Paris, on which the bank is asked to pay. */
    executesOn: date('executes_on', { mode: 'string' }).notNull(),
    payerName: text('payer_name').notNull(),
    payerIban: text('payer_iban').notNull(),
    /** The admin who prepared it. */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    createdAt: createdAt(),
  },
  (t) => [index('payout_orders_created').on(t.createdAt)],
);

export const payoutStates = ['ordered', 'paid', 'failed'] as const;

/**
 * A payment to an author. Only its state changes: `ordered` until an admin records that the bank paid
 * it, or that it did not; one that was paid may come back. To whom and how much never changes.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => payoutOrders.id, { onDelete: 'restrict' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    amountCents: integer('amount_cents').notNull(),
    /** Copies as of that day: accounts are kept for ten years (art. L. 123-22 C. com.). */
    holderName: text('holder_name').notNull(),
    iban: text('iban').notNull(),
    state: text('state', { enum: payoutStates }).notNull().default('ordered'),
    /** The day in Paris on which the bank paid it. */
    paidOn: date('paid_on', { mode: 'string' }),
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by').references(() => users.id, { onDelete: 'restrict' }),
  },
  (t) => [
    unique('payouts_once').on(t.orderId, t.authorId),
    // An author is not paid twice for the same balance.
    uniqueIndex('payouts_one_under_way')
      .on(t.authorId)
      .where(sql`${t.state} = 'ordered'`),
    index('payouts_author').on(t.authorId),
    check('payouts_positive', sql`${t.amountCents} > 0`),
    check('payouts_state_known', sql`${t.state} in ('ordered', 'paid', 'failed')`),
    check(
      'payouts_settled_dated',
      sql`(${t.state} = 'ordered') = (${t.settledAt} is null) and (${t.state} <> 'paid' or ${t.paidOn} is not null)`,
    ),
  ],
);
