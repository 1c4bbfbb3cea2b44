import { randomInt, randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import {
  challengeKinds,
  type ChallengeBody,
  type ChallengeDifficulty,
  type ChallengeKind,
} from '../../shared/contracts/challenge.ts';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { challenges } from '../db/schema/protection.ts';
import { typeset, type ChallengeItem } from './challenge-item.ts';
import { challengeItems } from './challenge-items.ts';
import { drawFace, tellFace } from './faces.ts';
import type { LockSubject } from './lock-subjects.ts';

/** What a challenge is drawn for. */
export type Wanted = {
  answerer: LockSubject;
  /** A chapter to read, or null for the suspension page's own. */
  chapterId: string | null;
  /** Any, unless asked for. */
  kind: ChallengeKind | undefined;
  difficulty: ChallengeDifficulty;
};

/** How long an answer is taken. */
export const challengeLifetimeMs = 5 * 60_000;
/** Of the last questions put to somebody none comes again, as long as there are others. */
const recentItems = 8;

/** Puts a question. The right choice's id goes into the database and nowhere else. */
export async function drawChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { answerer, chapterId, kind: wantedKind, difficulty }: Wanted,
): Promise<ChallengeBody> {
  const now = clock.now();
  const kind = wantedKind ?? pick(challengeKinds);
  const item = await pickItem(db, answerer, kind, difficulty);
  const challengeId = uuidv7();
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs);
  const { choices, correctOption } = makeChoices(item);
  await db.insert(challenges).values({
    id: challengeId,
    kind,
    difficulty,
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
    difficulty,
    question: typeset(item.question),
    passage: item.passage === undefined ? null : typeset(item.passage),
    picture: item.face
      ? { src: drawFace(item.face), alternative: typeset(tellFace(item.face)) }
      : null,
    choices,
    expiresAt: expiresAt.toISOString(),
  };
}

async function pickItem(
  db: Database,
  answerer: LockSubject,
  kind: ChallengeKind,
  difficulty: ChallengeDifficulty,
): Promise<ChallengeItem> {
  const rows = await db
    .select({ itemKey: challenges.itemKey })
    .from(challenges)
    .where(eq(challenges.subject, answerer))
    .orderBy(desc(challenges.createdAt), desc(challenges.id))
    .limit(recentItems);
  const recent = new Set(rows.map(({ itemKey }) => itemKey));
  const fitting = challengeItems[kind].filter((item) => item.difficulty === difficulty);
  const fresh = fitting.filter(({ key }) => !recent.has(key));
  return pick(fresh.length > 0 ? fresh : fitting);
}

/** Ids are random, not UUIDv7: those would tell in which order they were made. */
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
