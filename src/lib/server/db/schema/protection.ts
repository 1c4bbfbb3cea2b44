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
import { createdAt, id, instant } from './columns.ts';

/** A question that was put to somebody. Its answer stays here and is taken once. */
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

/** Errors counted per client token and per user; the second one locks. */
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
