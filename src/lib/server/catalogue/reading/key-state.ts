import { and, eq, exists, sql, type SQL } from 'drizzle-orm';
import { isKnownTo, type Chapter } from '../chapters.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { accessOf, selectUnlock, type Access } from './access.ts';
import { selectPass } from '#server/people/protection/answer-challenge.ts';
import { paceSince, selectOpening } from '#server/people/protection/reading-pace.ts';
import { selectSessionPass } from '#server/people/protection/session-pass.ts';

/** All that decides whether a reader gets the key of a chapter's text. */
type KeyState = {
  access: Access;
  novel: { ownerId: string | null };
  /** The session has passed a challenge for the chapter. */
  isPassed: boolean;
  /** The session has passed a challenge for some chapter: enough, unless the account hurries. */
  isSessionPassed: boolean;
  /** The account has opened it within the hour: it opens again without being counted. */
  isCounted: boolean;
};

/** Looks it up in one query; null where the caller may know of no such chapter. */
export async function findKeyState(
  db: Database,
  chapterId: Chapter['id'],
  caller: SignedIn,
  now: Date,
): Promise<KeyState | null> {
  const [found] = await selectState(db).execute({
    userId: caller.user.id,
    sessionId: caller.sessionId,
    chapterId,
    since: paceSince(now).toISOString(),
  });
  if (!found) return null;
  return { ...found, access: accessOf(found, caller, now, found) };
}

const selectState = prepared((db) => {
  const [userId, chapterId] = [sql.placeholder('userId'), sql.placeholder('chapterId')];
  const opening = { userId, chapterId, since: sql.placeholder('since') };
  return db
    .select({
      chapter: {
        id: chapters.id,
        status: chapters.status,
        isPremium: chapters.isPremium,
        freeFrom: chapters.freeFrom,
      },
      novel: { ownerId: novels.ownerId },
      isUnlocked: asBoolean(exists(selectUnlock(db, userId, chapterId))),
      isPassed: asBoolean(exists(selectPass(db, sql.placeholder('sessionId'), chapterId))),
      isSessionPassed: asBoolean(exists(selectSessionPass(db, sql.placeholder('sessionId')))),
      isCounted: asBoolean(exists(selectOpening(db, opening))),
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(and(eq(chapters.id, chapterId), isKnownTo(userId)))
    .limit(1)
    .prepare('find_key_state');
});

const asBoolean = (condition: SQL) => sql<boolean>`${condition}`;
