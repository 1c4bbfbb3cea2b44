import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '#server/app.ts';
import { challenges } from '#server/core/db/schema/protection.ts';
import { challengeLifetimeMs } from '#server/people/protection/draw-challenge.ts';
import type { ChallengeDifficulty, ChallengeKind } from '#shared/contracts/challenge.ts';

/** An open question of a user, returned by their next draw. Returns its item's key. */
export async function leaveWaiting(
  { db, clock, challengeItems }: Pick<App, 'db' | 'clock' | 'challengeItems'>,
  userId: string,
  { kind, difficulty }: { kind: ChallengeKind; difficulty: ChallengeDifficulty },
): Promise<string> {
  const item = challengeItems[kind].find((one) => one.difficulty === difficulty);
  if (!item) throw new Error(`there is no question of the kind ${kind}, ${difficulty}`);
  const now = clock.now();
  await db.insert(challenges).values({
    id: uuidv7(),
    kind,
    difficulty,
    purpose: 'suspension',
    subject: `user:${userId}`,
    chapterId: null,
    itemKey: item.key,
    correctOption: randomUUID(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + challengeLifetimeMs),
  });
  return item.key;
}
