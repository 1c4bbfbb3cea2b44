import { and, eq, gt, inArray, isNull, ne, type Placeholder, sql } from 'drizzle-orm';
import { accessLockMs, challengeErrorsMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { challengeLocks, challengePasses, challenges } from '#server/core/db/schema/protection.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import {
  countingErrors,
  isLocked,
  refuseLocked,
  lockStateOf,
  type Counter,
  type LockState,
} from './access-lock.ts';
import type { LockSubject } from './lock-subjects.ts';

/** A submitted answer and its caller. */
export type GivenAnswer = {
  /** Everything that identifies the caller. */
  subjects: readonly LockSubject[];
  /** The session that a passed challenge opens a chapter in; null if anonymous. */
  sessionId: string | null;
  challengeId: string;
  choiceId: string;
  pointerTrace: readonly { x: number; y: number; t: number }[];
};

/** The result. `mayRetry`: another challenge may be drawn now. */
export type Answered = { correct: boolean; lockState: LockState; mayRetry: boolean };

type Challenge = typeof challenges.$inferSelect;

/**
 * Checks an answer, once. Right: resets the counter, records a chapter's pass, ends a
 * suspension. Wrong: one error is tolerated, the second locks for ten minutes (specification, section 4);
 * on the suspension page errors extend nothing, but attempts are limited. Either way, the user's other
 * open challenges are deleted, so that no question can be guessed twice.
 *
 * Rejects with `CHALLENGE_GONE` an answered, expired or another caller's challenge, and
 * with `ACCESS_LOCKED` while locked. Row locks serialize concurrent answers.
 */
export async function answerChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  given: GivenAnswer,
): Promise<Answered | Refusal> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const counters = await lockCounters(tx, given.subjects, now);
    const challenge = await findOpen(tx, given, now);
    if (!challenge) return refuse('CHALLENGE_GONE', messages.challengeGone);
    const before = lockStateOf(counters, now);
    if (before.lock && !mayAnswer(challenge, before)) return refuseLocked(before.lock.lockedUntil);

    const correct = challenge.correctOption === given.choiceId;
    await tx
      .update(challenges)
      .set({ answeredAt: now, isCorrect: correct, pointerTrace: given.pointerTrace })
      .where(eq(challenges.id, challenge.id));
    await closeOthers(tx, given, now);
    if (correct) await notePass(tx, challenge, given.sessionId, now);
    const after = correct
      ? counters.map((counter) => ({ ...counter, errors: 0, lockedUntil: null, updatedAt: now }))
      : countError(counters, challenge.purpose, now);
    await writeCounters(tx, after);
    const lockState = lockStateOf(after, now);
    return { correct, lockState, mayRetry: mayAnswer(challenge, lockState) };
  });
}

/** While locked, only the suspension page's challenge is accepted, a limited number of times. */
function mayAnswer({ purpose }: Challenge, { lock, triesLeft }: LockState): boolean {
  return lock === null || (purpose === 'suspension' && triesLeft > 0);
}

/**
 * The counters of the subjects, inserted if missing, with row locks until the transaction ends.
 * Always in the same order, to avoid deadlocks.
 */
export async function lockCounters(
  tx: Database,
  subjects: readonly LockSubject[],
  now: Date,
): Promise<Counter[]> {
  return tx
    .insert(challengeLocks)
    .values(subjects.toSorted().map((subject) => ({ subject, updatedAt: now })))
    .onConflictDoUpdate({
      target: challengeLocks.subject,
      set: { subject: sql`excluded.subject` },
    })
    .returning();
}

async function findOpen(
  tx: Database,
  { challengeId, subjects }: GivenAnswer,
  now: Date,
): Promise<Challenge | undefined> {
  const [challenge] = await tx
    .select()
    .from(challenges)
    .where(
      and(
        eq(challenges.id, challengeId),
        inArray(challenges.subject, subjects),
        isNull(challenges.answeredAt),
        gt(challenges.expiresAt, now),
      ),
    );
  return challenge;
}

async function closeOthers(
  tx: Database,
  { subjects, challengeId }: GivenAnswer,
  now: Date,
): Promise<void> {
  await tx
    .update(challenges)
    .set({ expiresAt: now })
    .where(
      and(
        inArray(challenges.subject, subjects),
        ne(challenges.id, challengeId),
        isNull(challenges.answeredAt),
        gt(challenges.expiresAt, now),
      ),
    );
}

async function notePass(
  tx: Database,
  { chapterId }: Challenge,
  sessionId: string | null,
  now: Date,
): Promise<void> {
  if (chapterId === null || sessionId === null) return;
  await tx
    .insert(challengePasses)
    .values({ sessionId, chapterId, passedAt: now })
    .onConflictDoNothing();
}

/** The second error of any subject locks them all: they are one caller. */
function countError(
  counters: readonly Counter[],
  purpose: Challenge['purpose'],
  now: Date,
): Counter[] {
  if (purpose === 'suspension') {
    return counters.map((counter) =>
      isLocked(counter, now) ? { ...counter, errors: counter.errors + 1 } : counter,
    );
  }
  const counted = counters.map((counter) => ({
    ...counter,
    errors: countingErrors(counter, now) + 1,
    lockedUntil: null,
    updatedAt: now,
  }));
  if (counted.every(({ errors }) => errors < challengeErrorsMax)) return counted;
  const lockedUntil = new Date(now.getTime() + accessLockMs);
  return counted.map((counter) => ({ ...counter, errors: challengeErrorsMax, lockedUntil }));
}

async function writeCounters(tx: Database, counters: readonly Counter[]): Promise<void> {
  await tx
    .insert(challengeLocks)
    .values([...counters])
    .onConflictDoUpdate({
      target: challengeLocks.subject,
      set: {
        errors: sql`excluded.errors`,
        lockedUntil: sql`excluded.locked_until`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

/** The row that records that a session passed a challenge for a chapter. */
export function selectPass(
  db: Database,
  sessionId: string | Placeholder,
  chapterId: string | Placeholder,
) {
  return db
    .select({ chapterId: challengePasses.chapterId })
    .from(challengePasses)
    .where(and(eq(challengePasses.sessionId, sessionId), eq(challengePasses.chapterId, chapterId)));
}
