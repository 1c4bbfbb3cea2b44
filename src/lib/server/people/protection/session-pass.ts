import { eq, exists, sql, type Placeholder } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import { challengePasses } from '#server/core/db/schema/protection.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '../identity/sessions.ts';
import { selectPass } from './answer-challenge.ts';
import { isHurriedAt, paceSince, selectOpenedCount } from './reading-pace.ts';

type World = Pick<App, 'db' | 'clock' | 'config'>;

/**
 * Whether a session may pay for or read a premium chapter without a question: it has passed one,
 * for whatever chapter. An account that opens chapters faster than people read needs one for this
 * chapter (decisions 45 and 67).
 */
export async function hasPassFor(
  app: World,
  { sessionId, user }: SignedIn,
  chapterId: string,
): Promise<boolean> {
  const since = paceSince(app.clock.now()).toISOString();
  const ids = { sessionId, chapterId, userId: user.id };
  const [found] = await selectPasses(app.db).execute({ ...ids, since });
  return found !== undefined && hasPass(app, found);
}

const selectPasses = prepared((db) =>
  db
    .select(passFields(db))
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare('find_passes'),
);

/** What a session has passed, and how many chapters its account has opened within the hour. */
type Passes = { isPassed: boolean; isSessionPassed: boolean; opened: number };

/** Selects them, for the placeholders `sessionId`, `chapterId`, `userId` and `since` (`paceSince`). */
export function passFields(db: Database) {
  const [sessionId, chapterId] = [sql.placeholder('sessionId'), sql.placeholder('chapterId')];
  const counted = selectOpenedCount(db, sql.placeholder('userId'), sql.placeholder('since'));
  return {
    isPassed: sql<boolean>`${exists(selectPass(db, sessionId, chapterId))}`,
    isSessionPassed: sql<boolean>`${exists(selectSessionPass(db, sessionId))}`,
    opened: sql`(${counted})`.mapWith(Number),
  };
}

/** The same as `hasPassFor`, of what was looked up. */
export function hasPass(
  app: Pick<App, 'config'>,
  { isPassed, isSessionPassed, opened }: Passes,
): boolean {
  return isPassed || (isSessionPassed && !isHurriedAt(app, opened));
}

/** 403 `CHALLENGE_REQUIRED`; `chapterId` tells what to draw a challenge for. */
export function refuseUnpassed(chapterId: string): Refusal<'CHALLENGE_REQUIRED'> {
  return refuse('CHALLENGE_REQUIRED', messages.challengeRequired, { details: { chapterId } });
}

/** A row if the session has passed a challenge for any chapter. */
export function selectSessionPass(db: Database, sessionId: string | Placeholder) {
  return db
    .select({ chapterId: challengePasses.chapterId })
    .from(challengePasses)
    .where(eq(challengePasses.sessionId, sessionId))
    .limit(1);
}
