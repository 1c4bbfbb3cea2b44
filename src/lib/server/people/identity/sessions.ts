import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { selectLastLock } from '#server/core/db/last-lock.ts';
import { prepared } from '#server/core/db/prepared.ts';
import type { Database } from '#server/core/db/database.ts';
import { sessions, staffLinks, users } from '#server/core/db/schema/identity.ts';
import { pushSubscriptions } from '#server/core/db/schema/outbox.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { hashOfSecret, renewedBrowserSecret, type BrowserSecret } from './browser-secret.ts';
import { deviceName } from './device.ts';

/** A user as stored in the database. */
export type User = typeof users.$inferSelect;

/** The caller: user, session and browser. */
export type SignedIn = { user: User; sessionId: string; browserSecret: BrowserSecret };

type World = Pick<App, 'db' | 'clock' | 'authTokens'>;

const dayMs = 24 * 3_600_000;
/** The lifetime of a token: a session is not prolonged. */
export const sessionLifetimeMs = 30 * dayMs;
/** The granularity of the last-use instant, so that reads rarely write. */
const lastUseGrainMs = 10 * 60_000;
const sessionsListMax = 100;
/**
 * Two tabs may sign in at once: a session of this browser that is so young is left to the other
 * tab.
 */
const otherTabMs = 60_000;
/** An account so young was just made by the sign-in itself. */
const newAccountMs = 10 * 60_000;

/** A user's sessions in one browser. */
type InBrowser = { userId: string; browserSecret: BrowserSecret };

/**
 * The browser's secret after this user has signed in: a new one, so that whoever knew the old one
 * gains nothing. A secret that another tab received for them within the last minute stays, or that
 * tab would be signed out as it arrives.
 */
export async function renewSecret(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  who: InBrowser,
): Promise<BrowserSecret> {
  const since = new Date(clock.now().getTime() - otherTabMs);
  const isOtherTabs = and(isOpenInBrowser(who), gte(sessions.createdAt, since));
  if ((await db.$count(sessions, isOtherTabs)) > 0) return who.browserSecret;
  return renewedBrowserSecret(who.browserSecret, who.userId, config.secretKeys);
}

/**
 * Starts a session for a browser and returns its token. A browser keeps one token: the user's
 * earlier sessions there, with the renewed secret too, become useless and end; what the browser is
 * told goes on with the new one, and it is told nothing more of other users. A browser that the account was never used in is told to its user.
 */
export async function startSession(
  { db, clock, authTokens }: World,
  who: InBrowser & { userAgent: string; secretBefore?: BrowserSecret },
): Promise<string> {
  const now = clock.now();
  const id = uuidv7();
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  const earlier = new Date(now.getTime() - otherTabMs);
  const { userId, browserSecret, secretBefore = browserSecret } = who;
  const inEither = [browserSecret, secretBefore].map((secret) =>
    isOpenInBrowser({ userId, browserSecret: secret }),
  );
  const device = deviceName(who.userAgent);
  await db.transaction(async (tx) => {
    const isNews = await isUnknownBrowser(
      tx,
      { userId, secrets: [browserSecret, secretBefore] },
      now,
    );
    const replaced = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(and(or(...inEither), lt(sessions.createdAt, earlier)))
      .returning({ id: sessions.id });
    await tx.insert(sessions).values({
      id,
      userId,
      device,
      expiresAt,
      browserHash: hashOfSecret(browserSecret),
      createdAt: now,
      lastUsedAt: now,
    });
    if (replaced.length > 0) {
      const ids = replaced.map((session) => session.id);
      await tx
        .update(pushSubscriptions)
        .set({ sessionId: id })
        .where(inArray(pushSubscriptions.sessionId, ids));
    }
    await endPushesOfOthers(tx, { userId, secrets: [browserSecret, secretBefore] });
    if (isNews) {
      await writeLetter(tx, { kind: 'sign_in', userId, about: id, payload: { device } }, now);
    }
  });
  return authTokens.sign({ userId, sessionId: id }, now, expiresAt);
}

/** Whoever signs in on a browser is not shown there what others are told. */
async function endPushesOfOthers(
  tx: Database,
  { userId, secrets }: { userId: string; secrets: readonly string[] },
): Promise<void> {
  const inBrowser = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(ne(sessions.userId, userId), inArray(sessions.browserHash, secrets.map(hashOfSecret))),
    );
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, inBrowser));
}

/**
 * Whether no session of this user, as far as they are kept, was in the browser with one of these
 * secrets. The first sign-in of an account is not news.
 */
async function isUnknownBrowser(
  tx: Database,
  { userId, secrets }: { userId: string; secrets: readonly string[] },
  now: Date,
): Promise<boolean> {
  const hashes = secrets.map(hashOfSecret);
  const isKnown = and(eq(sessions.userId, userId), inArray(sessions.browserHash, hashes));
  if ((await tx.$count(sessions, isKnown)) > 0) return false;
  const [user] = await tx
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId));
  return user !== undefined && now.getTime() - user.createdAt.getTime() > newAccountMs;
}

/** A token of the session that a browser's secret proves, with the end that the session has; null for none. */
export async function resumeToken(
  { db, clock, authTokens }: World,
  browserSecret: BrowserSecret,
): Promise<string | null> {
  const now = clock.now();
  const [found] = await db
    .select({ id: sessions.id, userId: sessions.userId, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.browserHash, hashOfSecret(browserSecret)),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
        isNull(users.erasedAt),
      ),
    )
    // Two tabs may have signed in at once: the browser stored what the later one received.
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(1);
  if (!found) return null;
  return authTokens.sign({ userId: found.userId, sessionId: found.id }, now, found.expiresAt);
}

/** A session, and of the locks asked for with it the one that ends last. */
export type FoundSession<Subject extends string> = SignedIn & {
  lock: { subject: Subject; lockedUntil: Date } | null;
};

/**
 * The session of a token. Refuses with 401 `TOKEN_EXPIRED`, or `TOKEN_INVALID` for one that we
 * did not sign, that has ended, or that another browser sends.
 *
 * @param lockSubjectsOf whose access lock is wanted too: nearly every call needs both, and one query is
 * cheaper than two.
 */
export async function findSession<Subject extends string>(
  { db, clock, authTokens }: World,
  token: string,
  browserSecret: BrowserSecret | null,
  lockSubjectsOf: (userId: string) => readonly Subject[] = () => [],
): Promise<FoundSession<Subject> | Refusal> {
  const now = clock.now();
  const verified = await authTokens.verify(token, now);
  if (verified.kind === 'expired') return refuse('TOKEN_EXPIRED', messages.tokenExpired);
  const invalid = refuse('TOKEN_INVALID', messages.tokenInvalid);
  if (verified.kind === 'invalid' || browserSecret === null) return invalid;
  const [found] = await selectSession(db).execute({
    sessionId: verified.sessionId,
    userId: verified.userId,
    browserHash: hashOfSecret(browserSecret),
    now: now.toISOString(),
    subjects: lockSubjectsOf(verified.userId),
  });
  if (!found) return invalid;
  if (now.getTime() - found.session.lastUsedAt.getTime() > lastUseGrainMs) {
    await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, found.session.id));
  }
  const { subject, lockedUntil } = found.lock ?? {};
  return {
    user: found.user,
    sessionId: found.session.id,
    browserSecret,
    lock: subject && lockedUntil ? { subject: subject as Subject, lockedUntil } : null,
  };
}

const selectSession = prepared((db) => {
  const lock = selectLastLock(db).as('lock');
  return db
    .select({
      user: users,
      session: { id: sessions.id, lastUsedAt: sessions.lastUsedAt },
      lock: { subject: lock.subject, lockedUntil: lock.lockedUntil },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(lock, sql`true`)
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        eq(sessions.browserHash, sql.placeholder('browserHash')),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.erasedAt),
      ),
    )
    .prepare('find_session');
});

/** A session as its owner sees it. */
export type ListedSession = { id: string; device: string; createdAt: Date; lastUsedAt: Date };

/** The user's valid sessions, last used first. */
export function listSessions({ db, clock }: World, userId: string): Promise<ListedSession[]> {
  return db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, clock.now()),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(sessionsListMax);
}

/** Ends one session of this user. Idempotent. @returns whether it is theirs. */
export async function endSession(
  { db, clock }: World,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends this user's sessions in one browser: the current one, and one of another tab. */
export async function endSessionsInBrowser({ db, clock }: World, who: InBrowser): Promise<void> {
  await db.update(sessions).set({ endedAt: clock.now() }).where(isOpenInBrowser(who));
}

function isOpenInBrowser(who: InBrowser) {
  return and(
    eq(sessions.userId, who.userId),
    eq(sessions.browserHash, hashOfSecret(who.browserSecret)),
    isNull(sessions.endedAt),
  );
}

/** Ends every session of this user, the caller's too, and what could begin one by itself. */
export async function endAllSessions(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: clock.now() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
  await db.delete(staffLinks).where(eq(staffLinks.userId, userId));
}

/** Deletes sessions that have been invalid for a month, as the legal pages say. */
export async function sweepSessions({ db, clock }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - 30 * dayMs);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.endedAt, before)));
}
