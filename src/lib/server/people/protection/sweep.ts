import { and, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import {
  challengeLocks,
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '#server/core/db/schema/protection.ts';
import { paceWindowMs } from './reading-pace.ts';

const dayMs = 24 * 3_600_000;
/** Challenges carry pointer traces: they are stored for a week, for review, and no longer. */
const challengeRetentionMs = 7 * dayMs;
/** Longer than any error or lock counts. */
const counterRetentionMs = dayMs;
/** The operator reviews them occasionally. */
const noticedPaceRetentionMs = 30 * dayMs;

/** Deletes old challenges, counters and paces without effect, and passes of ended sessions. */
export async function sweepChallenges({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (retentionMs: number) => new Date(now.getTime() - retentionMs);
  await db.delete(challenges).where(lt(challenges.expiresAt, before(challengeRetentionMs)));
  await db
    .delete(challengeLocks)
    .where(
      and(
        lt(challengeLocks.updatedAt, before(counterRetentionMs)),
        or(isNull(challengeLocks.lockedUntil), lt(challengeLocks.lockedUntil, now)),
      ),
    );
  const open = db.select({ id: sessions.id }).from(sessions).where(isNull(sessions.endedAt));
  await db.delete(challengePasses).where(notInArray(challengePasses.sessionId, open));
  await db.delete(premiumOpenings).where(lt(premiumOpenings.openedAt, before(paceWindowMs)));
  const { noticedAt, lastOpenedAt } = readingPaces;
  await db
    .delete(readingPaces)
    .where(
      or(
        and(isNotNull(noticedAt), lt(noticedAt, before(noticedPaceRetentionMs))),
        and(isNull(noticedAt), lt(lastOpenedAt, before(counterRetentionMs))),
      ),
    );
}
