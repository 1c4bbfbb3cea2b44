/** The challenge and the access lock. Specification section 4, design section 8. */
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
  uuid,
} from 'drizzle-orm/pg-core';
import { chapters } from './catalogue.ts';
import { createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** A question that was drawn for someone. Its answer stays in this table and is accepted once. */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    kind: text('kind', { enum: ['emotion', 'context', 'idiom', 'story', 'social'] }).notNull(),
    difficulty: text('difficulty', { enum: ['easy', 'medium', 'hard'] }).notNull(),
    purpose: text('purpose', { enum: ['chapter', 'suspension'] }).notNull(),
    /** `client:…` or `user:…`: who has to answer. */
    subject: text('subject').notNull(),
    chapterId: uuid('chapter_id'),
    itemKey: text('item_key').notNull(),
    correctOption: text('correct_option').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    answeredAt: instant('answered_at'),
    isCorrect: boolean('is_correct'),
    /** At most 100 points; a signal only, never a reason to refuse. */
    pointerTrace: jsonb('pointer_trace'),
  },
  (t) => [
    index('challenges_subject').on(t.subject, t.createdAt),
    index('challenges_expiry').on(t.expiresAt),
    check(
      'challenges_kind_known',
      sql`${t.kind} in ('emotion', 'context', 'idiom', 'story', 'social')`,
    ),
    check('challenges_difficulty_known', sql`${t.difficulty} in ('easy', 'medium', 'hard')`),
  ],
);

/** Errors counted per client token and per user; the second one locks access. */
export const challengeLocks = pgTable(
  'challenge_locks',
  {
    subject: text('subject').primaryKey(),
    errors: integer('errors').notNull().default(0),
    lockedUntil: instant('locked_until'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [check('challenge_locks_errors_bounded', sql`${t.errors} >= 0`)],
);

/** A premium chapter whose challenge was passed in a session. */
export const challengePasses = pgTable(
  'challenge_passes',
  {
    sessionId: uuid('session_id').notNull(),
    chapterId: uuid('chapter_id').notNull(),
    passedAt: instant('passed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.chapterId] })],
);

/**
 * Premium chapters that an account has opened, each with the time it was last counted; kept for an
 * hour.
 */
export const premiumOpenings = pgTable(
  'premium_openings',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chapterId: uuid('chapter_id')
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    openedAt: instant('opened_at').notNull(),
  },
  (t) => [
    // A chapter counts once, however often and from wherever it is opened.
    primaryKey({ columns: [t.userId, t.chapterId] }),
    index('premium_openings_time').on(t.userId, t.openedAt),
    index('premium_openings_age').on(t.openedAt),
  ],
);

/** How fast an account opens premium chapters. The row is locked while one is counted. */
export const readingPaces = pgTable(
  'reading_paces',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['usual', 'slowed', 'stopped'] })
      .notNull()
      .default('usual'),
    lastOpenedAt: instant('last_opened_at'),
    stoppedUntil: instant('stopped_until'),
    /** When it was last found too fast, and the figures then; null: never. */
    noticedAt: instant('noticed_at'),
    /** Distinct chapters in the hour before. */
    rate: integer('rate').notNull().default(0),
    /** Answers of that hour by their pointer traces. */
    naturalTraces: integer('natural_traces').notNull().default(0),
    mechanicalTraces: integer('mechanical_traces').notNull().default(0),
    missingTraces: integer('missing_traces').notNull().default(0),
  },
  (t) => [
    index('reading_paces_noticed').on(newestFirst(t.noticedAt)),
    check('reading_paces_state_known', sql`${t.state} in ('usual', 'slowed', 'stopped')`),
  ],
);
