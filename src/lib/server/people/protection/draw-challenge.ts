import { randomInt, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNull, max } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import {
  challengeKinds,
  type ChallengeBody,
  type ChallengeDifficulty,
  type ChallengeKind,
} from '#shared/contracts/challenge.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { challenges } from '#server/core/db/schema/protection.ts';
import { countingErrors, isLocked, type Counter } from './access-lock.ts';
import { lockCounters } from './answer-challenge.ts';
import { typeset, type ChallengeItem, type ChallengeItems } from './challenge-items.ts';
import { drawFace, describeFace } from './faces.ts';
import type { LockSubject } from './lock-subjects.ts';

/** What a challenge is drawn for. */
export type Wanted = {
  answerer: LockSubject;
  /** A chapter to read, or null for the suspension page. */
  chapterId: string | null;
  /** The account opens chapters faster than people read: the question is hard (decision 45). */
  isHurried: boolean;
};

type Question = { kind: ChallengeKind; item: ChallengeItem };

/** How long an answer is accepted. */
export const challengeLifetimeMs = 5 * 60_000;
/** The last questions of a user are not repeated, as long as there are others. */
const recentItems = 30;

/**
 * Draws a question: the one still open for this user, wherever it was drawn, or else a new one, so
 * that nobody redraws until they know the answer. Its choices have new ids each time. The right
 * choice's id is only stored in the database.
 */
export async function drawChallenge(
  { db, clock, challengeItems }: Pick<App, 'db' | 'clock' | 'challengeItems'>,
  { answerer, chapterId, isHurried }: Wanted,
): Promise<ChallengeBody> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    // Serializes draws and answers of one user.
    const [counter] = await lockCounters(tx, [answerer], now);
    const usual = counter ? difficultyFor(counter, now) : 'medium';
    const difficulty = isHurried ? 'hard' : usual;
    const { kind, item } =
      (await findWaiting(tx, challengeItems, answerer, now)) ??
      (await pickQuestion(tx, challengeItems, answerer, difficulty));
    const challengeId = uuidv7();
    const expiresAt = new Date(now.getTime() + challengeLifetimeMs);
    const { choices, correctOption } = makeChoices(item);
    await tx.insert(challenges).values({
      id: challengeId,
      kind,
      difficulty: item.difficulty,
      purpose: chapterId === null ? 'suspension' : 'chapter',
      subject: answerer,
      chapterId,
      itemKey: item.key,
      correctOption,
      createdAt: now,
      expiresAt,
    });
    return {
      challengeId,
      kind,
      difficulty: item.difficulty,
      question: typeset(item.question),
      passage: item.passage === undefined ? null : typeset(item.passage),
      picture: item.face
        ? { src: drawFace(item.face), alternative: typeset(describeFace(item.face)) }
        : null,
      choices,
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/** The user's last question if it is neither answered nor expired. */
async function findWaiting(
  tx: Database,
  challengeItems: ChallengeItems,
  answerer: LockSubject,
  now: Date,
): Promise<Question | null> {
  const [row] = await tx
    .select({ kind: challenges.kind, itemKey: challenges.itemKey })
    .from(challenges)
    .where(
      and(
        eq(challenges.subject, answerer),
        isNull(challenges.answeredAt),
        gt(challenges.expiresAt, now),
      ),
    )
    .orderBy(desc(challenges.createdAt), desc(challenges.id))
    .limit(1);
  // A new version of the product may have dropped it.
  const item = row && challengeItems[row.kind].find(({ key }) => key === row.itemKey);
  return item ? { kind: row.kind, item } : null;
}

/**
 * Medium, as the specification says, and so on the suspension page. Easier after an error, which
 * may have been a slip; harder after a lock expired without an attempt to solve it.
 */
function difficultyFor(counter: Counter, now: Date): ChallengeDifficulty {
  if (isLocked(counter, now)) return 'medium';
  if (counter.lockedUntil !== null) return 'hard';
  return countingErrors(counter, now) > 0 ? 'easy' : 'medium';
}

async function pickQuestion(
  tx: Database,
  challengeItems: ChallengeItems,
  answerer: LockSubject,
  wanted: ChallengeDifficulty,
): Promise<Question> {
  const lastPut = max(challenges.createdAt);
  const rows = await tx
    .select({ itemKey: challenges.itemKey })
    .from(challenges)
    .where(eq(challenges.subject, answerer))
    .groupBy(challenges.itemKey)
    .orderBy(desc(lastPut))
    .limit(recentItems);
  const recent = new Set(rows.map(({ itemKey }) => itemKey));
  const kind = pick(challengeKinds);
  const fitting = challengeItems[kind].filter(({ difficulty }) => difficulty === wanted);
  const fresh = fitting.filter(({ key }) => !recent.has(key));
  return { kind, item: pick(fresh.length > 0 ? fresh : fitting) };
}

/** Ids are random, not UUIDv7: those would reveal the order in which they were made. */
function makeChoices(item: ChallengeItem): {
  choices: ChallengeBody['choices'];
  correctOption: string;
} {
  const correctOption = randomUUID();
  const choices = [
    { choiceId: correctOption, text: typeset(item.answer) },
    ...item.wrong.map((text) => ({ choiceId: randomUUID(), text: typeset(text) })),
  ];
  return { choices: shuffled(choices), correctOption };
}

function shuffled<T>(items: readonly T[]): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(randomInt(rest.length), 1)).flat();
}

function pick<T>(items: readonly T[]): T {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
