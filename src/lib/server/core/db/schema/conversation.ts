/** What authors do about the comments of their novels (decision 87). */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { novels } from './catalogue.ts';
import { createdAt, instant, newestFirst } from './columns.ts';
import { comments } from './community.ts';
import { users } from './identity.ts';

/**
 * A reader's comment in the inbox of the novel's author. Comments of the author have no row.
 * `settledAt`: it no longer waits for an answer.
 */
export const inboxEntries = pgTable(
  'inbox_entries',
  {
    commentId: uuid('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    readAt: instant('read_at'),
    settledAt: instant('settled_at'),
    /** The first answer of the author. */
    answerId: uuid('answer_id').references(() => comments.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('inbox_entries_newest').on(t.novelId, newestFirst(t.createdAt), newestFirst(t.commentId)),
    index('inbox_entries_unread')
      .on(t.novelId, newestFirst(t.createdAt), newestFirst(t.commentId))
      .where(sql`${t.readAt} is null`),
    index('inbox_entries_waiting')
      .on(t.novelId, newestFirst(t.createdAt), newestFirst(t.commentId))
      .where(sql`${t.settledAt} is null`),
    index('inbox_entries_answer')
      .on(t.answerId)
      .where(sql`${t.answerId} is not null`),
  ],
);

/** Words that hold a comment of a novel until its author approves it. */
export const heldWords = pgTable(
  'held_words',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    /** Without case, accents and look-alike letters (`foldWords`): one row for two such words. */
    folded: text('folded').notNull(),
    /** As the author wrote it. */
    word: text('word').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.folded] }),
    check('held_words_not_blank', sql`${t.folded} <> ''`),
  ],
);

/** A comment that waits for approval: only its writer and the novel's author see it. */
export const heldComments = pgTable(
  'held_comments',
  {
    commentId: uuid('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    /** The word that was found, as the author wrote it. */
    word: text('word').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('held_comments_newest').on(t.novelId, newestFirst(t.createdAt), newestFirst(t.commentId)),
  ],
);

/** Readers who may not comment on any novel of an author. */
export const blockedReaders = pgTable(
  'blocked_readers',
  {
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.authorId, t.userId] }),
    index('blocked_readers_user').on(t.userId),
    index('blocked_readers_newest').on(t.authorId, newestFirst(t.createdAt), newestFirst(t.userId)),
    check('blocked_readers_are_others', sql`${t.authorId} <> ${t.userId}`),
  ],
);
