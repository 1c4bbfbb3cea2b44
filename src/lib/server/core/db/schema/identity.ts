/** Users, their sign-in identities and their sessions. Design sections 6 and 7. */
import { sql } from 'drizzle-orm';
import {
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
import { createdAt, id, instant, updatedAt } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    displayName: text('display_name').notNull().default(''),
    bio: text('bio').notNull().default(''),
    preferredGenres: text('preferred_genres').array().notNull().default([]),
    /** Genres, tags, authors and warnings whose novels no list shows them (`hidden-subjects.ts`). */
    hiddenSubjects: text('hidden_subjects').array().notNull().default([]),
    profileImage: text('profile_image'),
    role: text('role', { enum: ['reader', 'author', 'support', 'admin'] })
      .notNull()
      .default('reader'),
    /**
     * Running sum of the user's ledger entries; changed in the same transaction and nowhere else.
     */
    credits: integer('credits').notNull().default(0),
    readerPreferences: jsonb('reader_preferences'),
    readerPreferencesAt: instant('reader_preferences_at'),
    /** Up to when the user has seen the new chapters of their favourites. */
    newsSeenUntil: instant('news_seen_until'),
    /** The month of the newest statement of earnings that the author has seen, as `2026-10`. */
    statementsSeenMonth: text('statements_seen_month'),
    /** They want no reading log: none is computed. */
    isLogOff: boolean('is_log_off').notNull().default(false),
    commentsSuspendedUntil: instant('comments_suspended_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    erasedAt: instant('erased_at'),
  },
  (t) => [
    check('users_credits_never_negative', sql`${t.credits} >= 0`),
    check('users_role_known', sql`${t.role} in ('reader', 'author', 'support', 'admin')`),
    uniqueIndex('users_email_unique')
      .on(sql`lower(${t.email})`)
      .where(sql`${t.email} is not null`),
  ],
);

/** An account at Google or Apple: (provider, subject) is the identity, the e-mail is only a hint. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider', { enum: ['google', 'apple'] }).notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Whether the provider vouches that the address is this user's today (decision 16). */
    emailAuthoritative: boolean('email_authoritative').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.subject] }),
    index('identities_user').on(t.userId),
    check('identities_provider_known', sql`${t.provider} in ('google', 'apple')`),
  ],
);

/** One signed-in browser. The row's id is the token's `jti`; ending the row ends the token. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the HttpOnly cookie that must accompany every use of the token. */
    browserHash: text('browser_hash').notNull(),
    device: text('device').notNull().default(''),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.lastUsedAt),
    index('sessions_expiry').on(t.expiresAt),
    index('sessions_browser').on(t.browserHash),
  ],
);

/** A sign-in in progress at a provider. Consumed once, by the hash of its state. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    /** SHA-256 of the HttpOnly cookie of the browser that began it: no other may finish it. */
    browserHash: text('browser_hash').notNull(),
    provider: text('provider', { enum: ['google', 'apple'] }).notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    returnPath: text('return_path').notNull().default('/'),
    /** Begun on the page that asked for the user's first provider: a waiting identity is linked. */
    joinsWaiting: boolean('joins_waiting').notNull().default(false),
    /** The browser's hash after a sign-in in another tab renewed its secret; else null. */
    renewedBrowserHash: text('renewed_browser_hash'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
  },
  (t) => [index('sign_in_attempts_expiry').on(t.expiresAt)],
);

/** A link that signs a member of staff in without a provider. It goes with its one use (decision 137). */
export const staffLinks = pgTable(
  'staff_links',
  {
    /** SHA-256 of the link's secret, which is stored nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('staff_links_user').on(t.userId), index('staff_links_expiry').on(t.expiresAt)],
);

/**
 * An identity whose address belongs to another account, which its provider does not prove. It
 * waits, for minutes, until that account signs in from the same browser, and is then linked to
 * it.
 */
export const waitingIdentities = pgTable(
  'waiting_identities',
  {
    browserHash: text('browser_hash').notNull(),
    provider: text('provider', { enum: ['google', 'apple'] }).notNull(),
    subject: text('subject').notNull(),
    /** The account with the address. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email'),
    emailVerified: boolean('email_verified').notNull(),
    emailAuthoritative: boolean('email_authoritative').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.browserHash, t.provider, t.subject] }),
    index('waiting_identities_user').on(t.userId),
    index('waiting_identities_expiry').on(t.expiresAt),
    check('waiting_identities_provider_known', sql`${t.provider} in ('google', 'apple')`),
  ],
);
