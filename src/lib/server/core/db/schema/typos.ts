/** What readers report as wrong in a published text, and what became of it (decision 92). */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { typoLimits } from '#shared/constants.ts';
import { chapters, novels } from './catalogue.ts';
import { createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** `corrected`: the text had been corrected already, or is by another report of the same words. */
export const typoStates = ['open', 'accepted', 'refused', 'corrected'] as const;

/**
 * A reader's report, and its entry in the inbox of the novel's team. The words around the wrong ones
 * are for the team; readers never get them.
 */
export const typoReports = pgTable(
  'typo_reports',
  {
    id: id(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    chapterId: uuid('chapter_id')
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Index of the paragraph, and the hash of its words (decision 26). */
    paragraph: integer('paragraph').notNull(),
    mark: integer('mark').notNull(),
    /** How many characters that are no space stand before the words in their paragraph. */
    start: integer('start').notNull(),
    wrong: text('wrong').notNull(),
    correction: text('correction').notNull(),
    /** In the reader's words; '' says nothing. */
    remark: text('remark').notNull().default(''),
    /** The paragraph before and after the words, as it was then; cut where it is long. */
    before: text('before').notNull(),
    after: text('after').notNull(),
    createdAt: createdAt(),
    state: text('state', { enum: typoStates }).notNull().default('open'),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** Why it was refused, for the reader. */
    reason: text('reason').notNull().default(''),
    /** When a member of the team first read it. */
    readAt: instant('read_at'),
    /** When the reader saw the answer. */
    seenAt: instant('seen_at'),
  },
  (t) => [
    // The same report again is the same one while it is open.
    uniqueIndex('typo_reports_open_once')
      .on(t.userId, t.chapterId, t.mark, t.start, t.wrong)
      .where(sql`${t.state} = 'open'`),
    index('typo_reports_own').on(
      t.userId,
      sql`coalesce(${t.decidedAt}, ${t.createdAt}) desc`,
      newestFirst(t.id),
    ),
    index('typo_reports_unseen')
      .on(t.userId)
      .where(sql`${t.state} <> 'open' and ${t.seenAt} is null`),
    index('typo_reports_chapter').on(t.chapterId),
    // The three lists of an inbox, as `inbox_entries` has them.
    index('typo_reports_newest').on(t.novelId, newestFirst(t.createdAt), newestFirst(t.id)),
    index('typo_reports_unread')
      .on(t.novelId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`${t.readAt} is null`),
    index('typo_reports_waiting')
      .on(t.novelId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`${t.state} = 'open'`),
    index('typo_reports_decider').on(t.decidedBy),
    check(
      'typo_reports_state_known',
      sql`${t.state} in ('open', 'accepted', 'refused', 'corrected')`,
    ),
    check('typo_reports_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
    check('typo_reports_seen_once_decided', sql`${t.seenAt} is null or ${t.state} <> 'open'`),
    check('typo_reports_refused_why', sql`(${t.state} = 'refused') = (${t.reason} <> '')`),
    check('typo_reports_in_text', sql`${t.paragraph} >= 0 and ${t.start} >= 0`),
    check(
      'typo_reports_bounded',
      sql`${t.wrong} <> '' and ${t.correction} <> ''
        and char_length(${t.wrong}) <= ${sql.raw(String(typoLimits.wrongCharacters))}
        and char_length(${t.correction}) <= ${sql.raw(String(typoLimits.correctionCharacters))}
        and char_length(${t.remark}) <= ${sql.raw(String(typoLimits.remarkCharacters))}`,
    ),
  ],
);
