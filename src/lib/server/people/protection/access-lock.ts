import { inArray } from 'drizzle-orm';
import { challengeErrorsMax } from '#shared/constants.ts';
import type { LockStateBody } from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { selectLastLock } from '#server/core/db/last-lock.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { challengeLocks } from '#server/core/db/schema/protection.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { RequestHeaders } from '#server/core/http/to-request.ts';
import {
  lockCookie,
  mayHoldLock,
  noLockCookie,
  readLockCookie,
  type HeldLock,
} from './lock-cookie.ts';
import type { LockSubject } from './lock-subjects.ts';

/** The counter of one subject. Beyond `challengeErrorsMax` it counts the suspension's own errors. */
export type Counter = Pick<
  typeof challengeLocks.$inferSelect,
  'subject' | 'errors' | 'lockedUntil' | 'updatedAt'
>;

/** A caller's state: errors that count, the lock that ends last, tries left to end it. */
export type Standing = { errors: number; lock: HeldLock | null; triesLeft: number };

/** A request's headers, and those of its response. */
type BothHeaders = { requestHeaders: RequestHeaders; headers: Headers };

/**
 * Wrong answers that the suspension page accepts within one lock; then only time restores access.
 */
export const suspensionTriesMax = 2;
/** An error counts no longer than this. */
export const errorLifetimeMs = 60 * 60_000;

/** Whether the counter's lock has not ended. */
export function isLocked({ lockedUntil }: Counter, now: Date): boolean {
  return lockedUntil !== null && lockedUntil > now;
}

/** Errors that still count: none after a lock has ended, or an hour after the last one. */
export function countingErrors(counter: Counter, now: Date): number {
  if (isLocked(counter, now)) return challengeErrorsMax;
  const isOver = now.getTime() - counter.updatedAt.getTime() >= errorLifetimeMs;
  return counter.lockedUntil !== null || isOver ? 0 : counter.errors;
}

/** The worst of a caller's counters. */
export function standingOf(counters: readonly Counter[], now: Date): Standing {
  const locked = counters.filter((counter) => isLocked(counter, now));
  const tried = Math.max(0, ...locked.map(({ errors }) => errors - challengeErrorsMax));
  return {
    errors: Math.max(0, ...counters.map((counter) => countingErrors(counter, now))),
    lock: lastOf(locked),
    triesLeft: locked.length > 0 ? Math.max(0, suspensionTriesMax - tried) : 0,
  };
}

/** Of locks that end at once the user's, which no other browser and no new token changes. */
function lastOf(locked: readonly Counter[]): HeldLock | null {
  const personFirst = locked.toSorted((a, b) => (a.subject < b.subject ? 1 : -1));
  return personFirst.reduce<HeldLock | null>(
    (last, { subject, lockedUntil }) =>
      lockedUntil !== null && (last === null || lockedUntil > last.lockedUntil)
        ? { subject: subject as LockSubject, lockedUntil }
        : last,
    null,
  );
}

/** A standing as the API gives it. */
export function toStandingBody({ errors, lock, triesLeft }: Standing): LockStateBody {
  return {
    errors,
    errorsMax: challengeErrorsMax,
    lockedUntil: lock?.lockedUntil.toISOString() ?? null,
    triesLeft,
  };
}

/** The standing of these subjects; the browser's lock cookie is updated. */
export async function findStanding(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  subjects: readonly LockSubject[],
  both: BothHeaders,
): Promise<Standing> {
  const counters =
    subjects.length === 0
      ? []
      : await app.db.select().from(challengeLocks).where(inArray(challengeLocks.subject, subjects));
  const standing = standingOf(counters, app.clock.now());
  keepLockCookie(app, standing.lock, both);
  return standing;
}

/** The lock of these subjects that ends last, or null. */
export async function findAccessLock(
  db: Database,
  subjects: readonly LockSubject[],
  now: Date,
): Promise<HeldLock | null> {
  if (subjects.length === 0) return null;
  const [row] = await selectLock(db).execute({ subjects, now: now.toISOString() });
  if (!row?.lockedUntil) return null;
  return { subject: row.subject as LockSubject, lockedUntil: row.lockedUntil };
}

const selectLock = prepared((db) => selectLastLock(db).prepare('find_access_lock'));

/**
 * Until when a page request is locked out, by its cookie and the database; null where it is not.
 * While the database does not answer, the cookie alone decides: cached pages are served then
 * too.
 */
export async function findPageLock(
  { db, clock, config, log }: Pick<App, 'db' | 'clock' | 'config' | 'log'>,
  cookieHeader: string | undefined,
): Promise<Date | null> {
  const now = clock.now();
  const held = readLockCookie(cookieHeader, config, now);
  if (held === null) return null;
  try {
    return (await findAccessLock(db, [held.subject], now))?.lockedUntil ?? null;
  } catch (error) {
    log.error({ err: error }, 'access lock could not be looked up');
    return held.lockedUntil;
  }
}

/**
 * Keeps the browser's lock cookie in step with the database: a page request carries no other sign
 * of its caller.
 */
export function keepLockCookie(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  lock: HeldLock | null,
  { requestHeaders, headers }: BothHeaders,
): void {
  if (lock) headers.append('set-cookie', lockCookie(lock, config, clock.now()));
  else if (mayHoldLock(requestHeaders.get('cookie') ?? undefined)) {
    headers.append('set-cookie', noLockCookie(config));
  }
}

/** 423 `ACCESS_LOCKED` for a caller who is locked out, with the end as `lockedUntil`; else null. */
export function refuseWhileLocked(
  app: Pick<App, 'clock' | 'config'>,
  lock: HeldLock | null,
  both: BothHeaders,
): Refusal | null {
  if (lock === null) return null;
  keepLockCookie(app, lock, both);
  return refuseLocked(lock.lockedUntil);
}

/** The refusal itself. */
export function refuseLocked(lockedUntil: Date): Refusal<'ACCESS_LOCKED'> {
  const details = { lockedUntil: lockedUntil.toISOString() };
  return refuse('ACCESS_LOCKED', messages.accessLocked, { details });
}
