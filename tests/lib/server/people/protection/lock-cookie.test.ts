import { describe, expect, test } from 'vitest';
import {
  lockCookie,
  mayHaveLock,
  noLockCookie,
  readLockCookie,
} from '#server/people/protection/lock-cookie.ts';

const now = new Date('2026-11-21T12:00:00Z');
const lock = {
  subject: 'user:01930000-0000-7000-8000-000000000000',
  lockedUntil: new Date('2026-11-21T12:10:00Z'),
} as const;
const settings = { siteUrl: 'https://feuilleton.test', secretKeys: ['a'.repeat(32)] };
const made = lockCookie(lock, settings, now);
const cookie = made.split(';', 1)[0] ?? '';

describe('the lock cookie', () => {
  test('is read as it was made, among other cookies', () => {
    expect(readLockCookie(`autre=1; ${cookie}; encore=2`, settings, now)).toEqual(lock);
    expect(mayHaveLock(`autre=1; ${cookie}`)).toBe(true);
  });

  test('lasts as long as the lock, for this host only, and is HttpOnly', () => {
    expect(made).toMatch(/^__Host-feuilleton_lock=/);
    expect(made).toContain('Max-Age=600');
    expect(made).toContain('HttpOnly');
    expect(made).toContain('Secure');
    expect(made).toContain('SameSite=Lax');
    expect(noLockCookie(settings)).toMatch(/^__Host-feuilleton_lock=; Max-Age=0/);
  });

  test('omits Secure on plain http, where a browser would refuse it', () => {
    const plain = { ...settings, siteUrl: 'http://localhost:4321' };
    const line = lockCookie(lock, plain, now);
    expect(line).toMatch(/^feuilleton_lock=/);
    expect(line).not.toContain('Secure');
    expect(readLockCookie(line.split(';', 1)[0], plain, now)).toEqual(lock);
    expect(mayHaveLock(line)).toBe(true);
  });

  test('expires with the lock', () => {
    expect(readLockCookie(cookie, settings, lock.lockedUntil)).toBeNull();
  });

  test('is valid while its key is still listed', () => {
    const rotated = { ...settings, secretKeys: ['b'.repeat(32), ...settings.secretKeys] };
    expect(readLockCookie(cookie, rotated, now)).toEqual(lock);
    expect(readLockCookie(cookie, { ...settings, secretKeys: ['b'.repeat(32)] }, now)).toBeNull();
  });

  test.each([
    ['a later end', cookie.replace(/=\d{13}/, '=9999999999999')],
    ['another subject', cookie.replace('user', 'browser')],
    ['a garbled end', cookie.replace(/=\d/, '=x')],
    ['no signature', cookie.slice(0, cookie.lastIndexOf('.'))],
    ['more parts', `${cookie}.x`],
    ['nothing', '__Host-feuilleton_lock='],
  ])('means nothing with %s', (_, spoilt) => {
    expect(spoilt).not.toBe(cookie);
    expect(readLockCookie(spoilt, settings, now)).toBeNull();
  });

  test('is not parsed in a request without cookies, or with others', () => {
    expect(mayHaveLock(undefined)).toBe(false);
    expect(mayHaveLock('__Host-feuilleton_csrf=abc; lock=1')).toBe(false);
    expect(readLockCookie(undefined, settings, now)).toBeNull();
    expect(readLockCookie(null, settings, now)).toBeNull();
  });
});
