/** Invoices and credit notes; their numbers have no gaps (design section 10). */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { id, instant, newestFirst } from './columns.ts';
import { creditTransactions } from './money.ts';

/** The last number per year and kind; the row is locked while a number is issued. */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    year: integer('year').notNull(),
    kind: text('kind', { enum: ['invoice', 'credit_note'] }).notNull(),
    lastNumber: integer('last_number').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.year, t.kind] })],
);

/** Issued once, never changed (a trigger refuses). Seller and buyer are copies as of that day. */
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
    index('invoices_issued').on(t.issuedAt),
    index('invoices_credit_notes')
      .on(newestFirst(t.issuedAt), newestFirst(t.id))
      .where(sql`${t.kind} = 'credit_note'`),
    check('invoices_kind_known', sql`${t.kind} in ('invoice', 'credit_note')`),
    check(
      'invoices_credit_note_corrects_one',
      sql`(${t.kind} = 'credit_note') = (${t.invoiceId} is not null)`,
    ),
    check('invoices_sum', sql`${t.netCents} + ${t.vatCents} = ${t.totalCents}`),
  ],
);

/**
 * Numbers that no document will ever have, and why: after a restore, those of documents issued
 * since the backup. Rows are never changed or deleted (a trigger refuses).
 */
export const acknowledgedGaps = pgTable(
  'acknowledged_gaps',
  {
    id: id(),
    kind: text('kind', { enum: ['invoice', 'credit_note'] }).notNull(),
    year: integer('year').notNull(),
    firstSequence: integer('first_sequence').notNull(),
    lastSequence: integer('last_sequence').notNull(),
    reason: text('reason').notNull(),
    acknowledgedAt: instant('acknowledged_at').notNull().defaultNow(),
  },
  (t) => [
    unique('acknowledged_gaps_once').on(t.kind, t.year, t.firstSequence),
    check('acknowledged_gaps_kind_known', sql`${t.kind} in ('invoice', 'credit_note')`),
    check(
      'acknowledged_gaps_range',
      sql`${t.firstSequence} >= 1 and ${t.lastSequence} >= ${t.firstSequence}`,
    ),
    check('acknowledged_gaps_reasoned', sql`${t.reason} <> ''`),
  ],
);
