/** What readers are told outside of the site: what they asked for, and what is to be sent (decision 77). */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { chapters, novels } from './catalogue.ts';
import { createdAt, id, instant, updatedAt } from './columns.ts';
import { sessions, users } from './identity.ts';

/** How often a reader is told: never, at once, or once a day or a week. */
export const noticePaces = ['off', 'at_once', 'daily', 'weekly'] as const;

/**
 * What a reader asked to be told. No row: nothing. `…AgreedAt` is when they said yes; hours of silence
 * are whole hours in Paris, from one to another, over midnight where the first is later.
 */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    emailPace: text('email_pace', { enum: noticePaces }).notNull().default('off'),
    emailAgreedAt: instant('email_agreed_at'),
    pushPace: text('push_pace', { enum: noticePaces }).notNull().default('off'),
    pushAgreedAt: instant('push_agreed_at'),
    quietFromHour: integer('quiet_from_hour'),
    quietUntilHour: integer('quiet_until_hour'),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'notice_settings_paces_known',
      sql`${t.emailPace} in ('off', 'at_once', 'daily', 'weekly') and ${t.pushPace} in ('off', 'at_once', 'daily', 'weekly')`,
    ),
    check(
      'notice_settings_agreed',
      sql`(${t.emailPace} = 'off' or ${t.emailAgreedAt} is not null) and (${t.pushPace} = 'off' or ${t.pushAgreedAt} is not null)`,
    ),
    check(
      'notice_settings_quiet_whole',
      sql`(${t.quietFromHour} is null) = (${t.quietUntilHour} is null) and ${t.quietFromHour} <> ${t.quietUntilHour} and ${t.quietFromHour} between 0 and 23 and ${t.quietUntilHour} between 0 and 23`,
    ),
  ],
);

/** A browser that shows messages of ours (RFC 8030). It belongs to a session and ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Where the browser's push service takes messages: whoever knows it may send one. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and secret, in base64url (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    device: text('device').notNull().default(''),
    /** When the push service lets it end; null where it did not say. */
    expiresAt: instant('expires_at'),
    /** The message sent last: a second attempt of it leaves this browser out. */
    lastMessageId: uuid('last_message_id'),
    createdAt: createdAt(),
    lastSentAt: instant('last_sent_at'),
  },
  (t) => [
    unique('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId),
    index('push_subscriptions_session').on(t.sessionId),
  ],
);

/**
 * Chapters of a novel that came out in one transaction. A background job makes one row of the outbox
 * for each follower of it, in batches by the follower's id, up to `expandedUpTo`.
 */
export const releases = pgTable(
  'releases',
  {
    id: id(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    releasedAt: instant('released_at').notNull(),
    expandedUpTo: uuid('expanded_up_to'),
    expandedAt: instant('expanded_at'),
    /** News of a withdrawal: for those who have unlocked a chapter too. */
    isOfLeaving: boolean('is_of_leaving').notNull().default(false),
  },
  (t) => [
    index('releases_novel').on(t.novelId),
    index('releases_waiting')
      .on(t.releasedAt)
      .where(sql`${t.expandedAt} is null`),
  ],
);

/** A chapter is released once: what was withdrawn and comes again tells nobody. */
export const releasedChapters = pgTable(
  'released_chapters',
  {
    chapterId: uuid('chapter_id')
      .primaryKey()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    releaseId: uuid('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
  },
  (t) => [index('released_chapters_release').on(t.releaseId)],
);

const outboxKinds = [
  'release',
  'receipt',
  'withdrawal',
  'declaration',
  'sign_in',
  'account_deleted',
  'statement',
  'payout_account',
  'offer_answer',
  'name_use',
  'push_ended',
  'notice_received',
  'notice_decided',
  'account_unused',
  'restriction',
] as const;

/** One thing to tell one person by one channel. Rows that are due for one reader go as one message. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    kind: text('kind', { enum: outboxKinds }).notNull(),
    channel: text('channel', { enum: ['email', 'push'] }).notNull(),
    /** 0: a letter about an account or money, which goes first. 1: what came out. */
    rank: integer('rank').notNull(),
    /** Null for a letter to a deleted account or to who has none, whose address is in the payload until it is sent. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The same thing is never written twice. */
    deduplicationKey: text('deduplication_key').notNull(),
    payload: jsonb('payload').notNull().default({}),
    dueAt: instant('due_at').notNull(),
    /** The message that it is a part of, from the first attempt on: a second one sends the same. */
    messageId: uuid('message_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before; while somebody sends it, the end of their lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    failedAt: instant('failed_at'),
    /** Why it was not sent, for the operator. */
    failure: text('failure').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    unique('outbox_once').on(t.deduplicationKey),
    index('outbox_waiting')
      .on(t.channel, t.rank, t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index('outbox_user').on(t.userId),
    index('outbox_message')
      .on(t.messageId)
      .where(sql`${t.messageId} is not null`),
    index('outbox_created').on(t.createdAt),
    check(
      'outbox_kind_known',
      sql`${t.kind} in ('release', 'receipt', 'withdrawal', 'declaration', 'sign_in', 'account_deleted', 'statement', 'payout_account', 'offer_answer', 'name_use', 'push_ended', 'notice_received', 'notice_decided', 'account_unused', 'restriction')`,
    ),
    check('outbox_channel_known', sql`${t.channel} in ('email', 'push')`),
    check('outbox_rank_known', sql`${t.rank} = case when ${t.kind} = 'release' then 1 else 0 end`),
    check('outbox_ends_once', sql`${t.sentAt} is null or ${t.failedAt} is null`),
    check(
      'outbox_has_recipient',
      sql`${t.userId} is not null or ${t.kind} in ('receipt', 'withdrawal', 'declaration', 'account_deleted', 'notice_received', 'notice_decided')`,
    ),
  ],
);

/** An address that refused our mail for good: its reader is told nothing by e-mail until they ask again. */
export const mailBounces = pgTable('mail_bounces', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The address as it was; another one of this reader is not concerned. */
  address: text('address').notNull(),
  /** The server's answer, as in `550 5.1.1 unknown user`. */
  answer: text('answer').notNull(),
  bouncedAt: instant('bounced_at').notNull(),
});
