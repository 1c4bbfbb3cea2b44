/**
 * What authors earn: shares, closed months, their statements. Append-only (triggers refuse changes);
 * decision 88.
 */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { novels } from './catalogue.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './identity.ts';

const userId = (name: string) => uuid(name).references(() => users.id, { onDelete: 'restrict' });
/** Without a reference: a novel that has earned nothing may be deleted, and these rows stay. */
const perhapsDeletedNovelId = () => uuid('novel_id');

/** A share of net revenue from a day on: of a novel, of an author, or (neither) the default. */
export const earningShares = pgTable(
  'earning_shares',
  {
    id: id(),
    novelId: perhapsDeletedNovelId(),
    authorId: userId('author_id'),
    basisPoints: integer('basis_points').notNull(),
    /** The first day in Paris, as `2026-10-01`. */
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /** The admin who set it; null for the command. */
    setBy: userId('set_by'),
    createdAt: createdAt(),
  },
  (t) => [
    index('earning_shares_latest').on(t.novelId, t.authorId, t.startsOn),
    check('earning_shares_range', sql`${t.basisPoints} between 0 and 10000`),
    check('earning_shares_one_scope', sql`${t.novelId} is null or ${t.authorId} is null`),
  ],
);

/** A novel that changed hands: who owned it until then. */
export const novelHandovers = pgTable(
  'novel_handovers',
  {
    id: id(),
    novelId: perhapsDeletedNovelId().notNull(),
    /** The owner before; null for the publisher. */
    fromUserId: userId('from_user_id'),
    at: instant('at').notNull(),
  },
  (t) => [index('novel_handovers_novel').on(t.novelId, t.at)],
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
    /** The publisher on the day of closing, as on invoices. */
    publisher: jsonb('publisher').notNull(),
  },
  (t) => [
    check('closed_months_form', sql`${t.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    check('closed_months_over', sql`${t.closedAt} >= ${t.endedAt}`),
  ],
);

const closedMonth = () =>
  text('month')
    .notNull()
    .references(() => closedMonths.month, { onDelete: 'restrict' });

/**
 * What a closed month adds for a novel and one of its owners. The sum of their lines is what the
 * ledger says at the end of the last closed month; cents may be negative where refunds outweigh sales.
 */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: id(),
    month: closedMonth(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'restrict' }),
    /** On the day of closing. */
    novelTitle: text('novel_title').notNull(),
    /** The owner on the day of the unlocks; null for the publisher's own. */
    authorId: userId('author_id'),
    /** The share in force at the month's end. What is due follows from each unlock's own. */
    basisPoints: integer('basis_points').notNull(),
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
    unique('statement_lines_once').on(t.month, t.novelId, t.authorId).nullsNotDistinct(),
    index('statement_lines_author').on(t.authorId, t.month),
    index('statement_lines_novel').on(t.novelId),
    check('statement_lines_range', sql`${t.basisPoints} between 0 and 10000`),
  ],
);

/** An author's account at the closing of a month. */
export const statements = pgTable(
  'statements',
  {
    month: closedMonth(),
    authorId: userId('author_id').notNull(),
    /** The balance of the statement before. */
    broughtCents: integer('brought_cents').notNull(),
    /** The sum of the month's lines. */
    earnedCents: integer('earned_cents').notNull(),
    /** Paid, less what banks returned, since the closing before. */
    paidCents: integer('paid_cents').notNull(),
    balanceCents: integer('balance_cents').notNull(),
    /** On the day of closing. */
    authorName: text('author_name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.authorId] }),
    index('statements_author').on(t.authorId, t.month),
    check(
      'statements_sum',
      sql`${t.broughtCents} + ${t.earnedCents} - ${t.paidCents} = ${t.balanceCents}`,
    ),
  ],
);
