/** What authors earn: shares, closed months and their lines. Append-only (triggers refuse changes). */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { novels } from './catalogue.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './identity.ts';

/** A share of net revenue from a day on: of a novel, of an author, or (neither) the default. */
export const earningShares = pgTable(
  'earning_shares',
  {
    id: id(),
    novelId: uuid('novel_id').references(() => novels.id, { onDelete: 'restrict' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'restrict' }),
    basisPoints: integer('basis_points').notNull(),
    /** The first day in Paris, as `2026-10-01`. */
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('earning_shares_once').on(t.novelId, t.authorId, t.startsOn).nullsNotDistinct(),
    check('earning_shares_range', sql`${t.basisPoints} between 0 and 10000`),
    check('earning_shares_one_scope', sql`${t.novelId} is null or ${t.authorId} is null`),
  ],
);

/** A month in Paris whose statements are final. */
export const closedMonths = pgTable(
  'closed_months',
  {
    /** As `2026-10`. */
    month: text('month').primaryKey(),
    /** The instant at which it ended: what is dated before counts. */
    endedAt: instant('ended_at').notNull(),
    closedAt: instant('closed_at').notNull(),
  },
  (t) => [
    check('closed_months_form', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('closed_months_over', sql`${t.closedAt} >= ${t.endedAt}`),
  ],
);

/**
 * What a closed month adds for a novel. The sum of a novel's lines is what the ledger says at the
 * end of the last closed month; cents may be negative where refunds outweigh sales.
 */
export const statementLines = pgTable(
  'statement_lines',
  {
    month: text('month')
      .notNull()
      .references(() => closedMonths.month, { onDelete: 'restrict' }),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'restrict' }),
    /** The owner when the month was closed; null for the publisher's own. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'restrict' }),
    paidCredits: integer('paid_credits').notNull(),
    /** Credits that were given: they pay nothing. */
    freeCredits: integer('free_credits').notNull(),
    /** Net revenue of the credits spent, before what is carried. */
    spentNetCents: integer('spent_net_cents').notNull(),
    spentVatCents: integer('spent_vat_cents').notNull(),
    /** Change by refunds and disputes of purchases whose credits were spent. */
    carriedNetCents: integer('carried_net_cents').notNull(),
    carriedVatCents: integer('carried_vat_cents').notNull(),
    dueCents: integer('due_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.novelId] }),
    index('statement_lines_author').on(t.authorId, t.month),
    index('statement_lines_novel').on(t.novelId),
  ],
);
