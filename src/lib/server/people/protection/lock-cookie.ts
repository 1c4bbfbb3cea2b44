import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { Config } from '#server/core/config/config.ts';
import type { LockSubject } from './lock-subjects.ts';

/**
 * Tells the server that a page request comes from someone who is locked out: page requests carry no
 * client token. The cookie contains the locked subject and the end, signed; the database decides.
 */
export type CookieLock = { subject: LockSubject; lockedUntil: Date };

type Settings = Pick<Config, 'secretKeys' | 'siteUrl'>;

const baseName = 'feuilleton_lock';
const valueSchema = z
  .string()
  .regex(/^\d{13}\.(?:user|client|browser):[\w-]{1,64}\.[\w-]{43}$/)
  .transform((value) => value.split('.') as [until: string, subject: LockSubject, mac: string]);

/** Whether a request may carry the cookie: the one check that every page request pays. */
export function mayHaveLock(cookieHeader: string | undefined): boolean {
  return cookieHeader?.includes(`${baseName}=`) ?? false;
}

/** The lock in a request's cookies; null where there is none, or it is invalid or over. */
export function readLockCookie(
  cookieHeader: string | null | undefined,
  { secretKeys, siteUrl }: Settings,
  now: Date,
): CookieLock | null {
  const result = valueSchema.safeParse(parseCookie(cookieHeader ?? '')[cookieName(siteUrl)]);
  if (!result.success) return null;
  const [until, subject, mac] = result.data;
  const lockedUntil = new Date(Number(until));
  const isOurs = secretKeys.some((key) => isEqual(mac, sign(until, subject, key)));
  return isOurs && lockedUntil > now ? { subject, lockedUntil } : null;
}

/** The `Set-Cookie` line that stores a lock until its end. */
export function lockCookie(lock: CookieLock, { secretKeys, siteUrl }: Settings, now: Date): string {
  const [key] = secretKeys;
  if (key === undefined) throw new Error('lockCookie needs a key');
  const until = String(lock.lockedUntil.getTime());
  return stringifySetCookie({
    name: cookieName(siteUrl),
    value: `${until}.${lock.subject}.${sign(until, lock.subject, key)}`,
    maxAge: Math.max(1, Math.ceil((lock.lockedUntil.getTime() - now.getTime()) / 1000)),
    ...attributes(siteUrl),
  });
}

/** The `Set-Cookie` line that ends it before its time. */
export function noLockCookie({ siteUrl }: Pick<Settings, 'siteUrl'>): string {
  return stringifySetCookie({
    name: cookieName(siteUrl),
    value: '',
    maxAge: 0,
    ...attributes(siteUrl),
  });
}

function attributes(siteUrl: string) {
  return {
    path: '/',
    httpOnly: true,
    secure: siteUrl.startsWith('https://'),
    // Strict would omit it when a link on another site leads here.
    sameSite: 'lax',
  } as const;
}

function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https://') ? `__Host-${baseName}` : baseName;
}

function sign(until: string, subject: string, key: string): string {
  return createHmac('sha256', key).update(`access-lock:${until}:${subject}`).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
