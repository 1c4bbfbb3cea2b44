import { eq, sql } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import { readingPaces } from '#server/core/db/schema/protection.ts';
import type { Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '../identity/sessions.ts';
import { isStopped, paceSince, pauseOf, stopFields } from './reading-pace.ts';
import { hasPass, passFields, refuseUnpassed } from './session-pass.ts';

/**
 * The last check before an unlock moves credits: nobody pays for a chapter that would not open
 * afterwards. Refuses with 429 `READING_PAUSED` while the account is stopped (decision 45), with the
 * wait in `headers`, and with 403 `CHALLENGE_REQUIRED` without a pass (decision 67).
 */
export function checkBeforeCharge(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  caller: SignedIn,
  headers: Headers,
): (chapterId: string) => Promise<Refusal | null> {
  return async (chapterId) => {
    const now = app.clock.now();
    const [found] = await selectStopAndPasses(app.db).execute({
      userId: caller.user.id,
      sessionId: caller.sessionId,
      chapterId,
      now: now.toISOString(),
      since: paceSince(now).toISOString(),
    });
    const pause = found ? pauseOf(found, now) : null;
    if (pause) {
      headers.set('retry-after', String(pause.waitSeconds));
      return pause.refusal;
    }
    return found && hasPass(app, found) ? null : refuseUnpassed(chapterId);
  };
}

const selectStopAndPasses = prepared((db) => {
  const [userId, chapterId] = [sql.placeholder('userId'), sql.placeholder('chapterId')];
  const opening = { userId, chapterId, since: sql.placeholder('since') };
  return db
    .select({ ...stopFields(db, opening), ...passFields(db) })
    .from(sessions)
    .leftJoin(readingPaces, isStopped(userId, sql.placeholder('now')))
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare('find_stop_and_passes');
});
