import { eq, type Placeholder } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { challengePasses } from '../db/schema/protection.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../identity/sessions.ts';
import { selectPass } from './answer-challenge.ts';
import { isHurried } from './reading-pace.ts';

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
  if ((await selectPass(app.db, sessionId, chapterId)).length > 0) return true;
  if ((await selectSessionPass(app.db, sessionId)).length === 0) return false;
  return !(await isHurried(app, user.id));
}

/** 403 `CHALLENGE_REQUIRED` without such a pass; `chapterId` tells what to draw a challenge for. */
export async function refuseWithoutPass(
  app: World,
  caller: SignedIn,
  chapterId: string,
): Promise<Refusal<'CHALLENGE_REQUIRED'> | null> {
  if (await hasPassFor(app, caller, chapterId)) return null;
  return refuseUnpassed(chapterId);
}

/** The refusal itself. */
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
