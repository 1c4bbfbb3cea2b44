/** What admins decide about a new author's first novel before it is public (decision 90). */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { reviewStates } from '#shared/constants.ts';
import { novels } from './catalogue.ts';
import { id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** One submission of a novel and its answer. A refused novel is submitted again as another one. */
export const novelReviews = pgTable(
  'novel_reviews',
  {
    id: id(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    /** Whose first novel it is. */
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state', { enum: reviewStates }).notNull().default('waiting'),
    /** For the admins, in the author's words; '' says nothing. */
    note: text('note').notNull().default(''),
    /** So many chapters, from the first one, come out when it is accepted. */
    firstChapters: integer('first_chapters').notNull().default(0),
    submittedAt: instant('submitted_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** For the author; '' says nothing. */
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    uniqueIndex('novel_reviews_waiting')
      .on(t.novelId)
      .where(sql`${t.state} = 'waiting'`),
    index('novel_reviews_queue')
      .on(t.submittedAt, t.id)
      .where(sql`${t.state} = 'waiting'`),
    index('novel_reviews_novel').on(t.novelId, newestFirst(t.submittedAt)),
    index('novel_reviews_author').on(t.authorId),
    index('novel_reviews_decider').on(t.decidedBy),
    check('novel_reviews_state_known', sql`${t.state} in ('waiting', 'accepted', 'refused')`),
    check('novel_reviews_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
    check('novel_reviews_refused_why', sql`${t.state} <> 'refused' or ${t.reason} <> ''`),
    check(
      'novel_reviews_bounded',
      sql`char_length(${t.note}) <= 1000 and char_length(${t.reason}) <= 1000 and ${t.firstChapters} between 0 and 5000`,
    ),
  ],
);
