/** Comments, moderation and notices of illegal content. */
import { sql, type SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { contentPlaceKinds, noticeCategories } from '#shared/site/content-notices.ts';
import { chapters, novels } from './catalogue.ts';
import { createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

const threads = (parentId: AnyPgColumn): SQL => sql`${parentId} is null`;

export const comments = pgTable(
  'comments',
  {
    id: id(),
    /** Null for a review of a novel and for its answer. */
    chapterId: uuid('chapter_id').references(() => chapters.id, { onDelete: 'cascade' }),
    /**
     * The novel of a review or of its answer; null under a chapter. A review's text begins with its title
     * and an empty line (decision 160).
     */
    novelId: uuid('novel_id').references(() => novels.id, { onDelete: 'cascade' }),
    /** Of a review: what it tells, when its writer last opened a chapter before, and the last change. */
    hasSpoiler: boolean('has_spoiler').notNull().default(false),
    readAt: instant('read_at'),
    editedAt: instant('edited_at'),
    /** Null once the user's account is erased. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    parentId: uuid('parent_id').references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** The comment of level 1 of this thread; itself at level 1. */
    threadId: uuid('thread_id').notNull(),
    level: integer('level').notNull().default(1),
    text: text('text').notNull(),
    mentionId: uuid('mention_id').references(() => users.id, { onDelete: 'set null' }),
    mentionName: text('mention_name'),
    createdAt: createdAt(),
    removedAt: instant('removed_at'),
    removedBy: uuid('removed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('comments_threads')
      .on(t.chapterId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(threads(t.parentId)),
    index('comments_chapter').on(t.chapterId, t.createdAt),
    index('comments_replies').on(t.threadId, t.createdAt),
    index('comments_user').on(t.userId),
    index('comments_mention')
      .on(t.mentionId)
      .where(sql`${t.mentionId} is not null`),
    // One review of a reader and novel, and one answer to it.
    uniqueIndex('comments_review_once')
      .on(t.novelId, t.userId)
      .where(sql`${t.novelId} is not null and ${t.parentId} is null`),
    uniqueIndex('comments_answer_once')
      .on(t.parentId)
      .where(sql`${t.novelId} is not null`),
    index('comments_reviews')
      .on(t.novelId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`${t.novelId} is not null and ${t.parentId} is null and ${t.removedAt} is null`),
    check('comments_in_one_place', sql`num_nonnulls(${t.chapterId}, ${t.novelId}) = 1`),
    check('comments_three_levels', sql`${t.level} between 1 and 3`),
    check('comments_level_fits_parent', sql`(${t.level} = 1) = (${t.parentId} is null)`),
    check('comments_text_not_blank', sql`btrim(${t.text}) <> ''`),
  ],
);

/** Who finds a review useful. */
export const reviewVotes = pgTable(
  'review_votes',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.commentId, t.userId] }),
    index('review_votes_user').on(t.userId),
  ],
);

/**
 * The words an admin removed from a comment, stored apart for as long as they can be restored
 * (decision 39). Never read for a response to readers.
 */
export const withheldComments = pgTable(
  'withheld_comments',
  {
    commentId: uuid('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    mentionId: uuid('mention_id').references(() => users.id, { onDelete: 'set null' }),
    withheldAt: instant('withheld_at').notNull(),
  },
  (t) => [index('withheld_comments_age').on(t.withheldAt)],
);

export const commentReports = pgTable(
  'comment_reports',
  {
    commentId: uuid('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    settledAt: instant('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.commentId, t.userId] }),
    index('comment_reports_open')
      .on(t.createdAt)
      .where(sql`${t.settledAt} is null`),
    index('comment_reports_user').on(t.userId),
  ],
);

/** People whose comments a reader has hidden. */
export const hiddenPeople = pgTable(
  'hidden_people',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hiddenUserId: uuid('hidden_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.hiddenUserId] }),
    index('hidden_people_hidden').on(t.hiddenUserId),
  ],
);

/** What staff and authors did about people and comments, and why. Never changed, never deleted. */
export const moderationActs = pgTable(
  'moderation_acts',
  {
    id: id(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    act: text('act').notNull(),
    subjectId: uuid('subject_id').notNull(),
    reason: text('reason').notNull().default(''),
    details: jsonb('details'),
    createdAt: createdAt(),
  },
  (t) => [
    index('moderation_acts_newest').on(newestFirst(t.createdAt), newestFirst(t.id)),
    index('moderation_acts_subject').on(t.subjectId),
    index('moderation_acts_actor').on(t.actorId),
    index('moderation_acts_payouts')
      .on(newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`${t.act} in ('payout.paid', 'payout.failed')`),
    index('moderation_acts_notice_person')
      .on(sql`(${t.details} ->> 'personId')`)
      .where(sql`${t.act} = 'notice.decided'`),
  ],
);

/**
 * Notices of illegal content, which anybody may send (decision 150). Never deleted; of a row only the decision's instant is written once, and who sent it emptied (a
 * trigger). The decision itself is a moderation act about the row.
 */
export const contentNotices = pgTable(
  'content_notices',
  {
    id: id(),
    /** The number that people see is made of it and of the year (`noticeNumber`). */
    sequence: integer('sequence').notNull().generatedAlwaysAsIdentity().unique(),
    /** Of the form and what it said: whoever knows it sees the number. */
    key: uuid('key').notNull().unique(),
    placeKind: text('place_kind', { enum: contentPlaceKinds }).notNull(),
    /** No reference: what stood there may be gone. */
    placeId: uuid('place_id').notNull(),
    category: text('category', { enum: noticeCategories }).notNull(),
    reasons: text('reasons').notNull(),
    /** Whoever reports the abuse of a child may leave them empty. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('content_notices_open')
      .on(t.createdAt, t.id)
      .where(sql`${t.decidedAt} is null`),
    index('content_notices_email').on(sql`lower(${t.email})`, t.createdAt),
    check('content_notices_place_known', sql`${t.placeKind} in ('novel', 'chapter', 'comment')`),
    check(
      'content_notices_category_known',
      sql`${t.category} in ('child-abuse', 'terrorism', 'hatred', 'person', 'rights', 'other')`,
    ),
  ],
);
