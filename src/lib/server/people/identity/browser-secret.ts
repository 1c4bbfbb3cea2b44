import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import { signedInCookie as signedInName } from '#shared/site/storage-keys.ts';
import type { RequestHeaders } from '#server/core/http/to-request.ts';

/**
 * The secret of one browser, in an HttpOnly cookie. Only the browser that sends it can finish a
 * sign-in or use a token (design section 7): a link with another person's token signs nobody in.
 * Apple's callback, a cross-site form post, must carry it too, hence `SameSite=None`; it proves
 * nothing without the token that travels in a header.
 */
export type BrowserSecret = string & { readonly brand: 'browser-secret' };

const maxAgeSeconds = 400 * 24 * 3_600;
const secretSchema = z.string().regex(/^[\w-]{43}$/);

/** The browser's secret, or null where it is missing or malformed. */
export function readBrowserSecret(headers: RequestHeaders, siteUrl: string): BrowserSecret | null {
  const cookies = parseCookie(headers.get('cookie') ?? '');
  const result = secretSchema.safeParse(cookies[cookieName(siteUrl)]);
  return result.success ? (result.data as BrowserSecret) : null;
}

/** A secret for a browser that has none. */
export function newBrowserSecret(): BrowserSecret {
  return randomBytes(32).toString('base64url') as BrowserSecret;
}

/**
 * The secret that replaces the browser's one at sign-in: whoever knew the old one cannot use the
 * new session. Derived, so that two tabs that finish at once get the same one; it cannot be
 * computed without our key, nor for another user (decision 18).
 */
export function renewedBrowserSecret(
  before: BrowserSecret,
  userId: string,
  secretKeys: readonly string[],
): BrowserSecret {
  const [key] = secretKeys;
  if (key === undefined) throw new Error('renewedBrowserSecret needs a key');
  const mac = createHmac('sha256', key).update(`browser-secret:${userId}:${before}`);
  return mac.digest('base64url') as BrowserSecret;
}

/** The `Set-Cookie` line that sets the browser's secret, or prolongs it. */
export function browserCookie(secret: BrowserSecret, siteUrl: string): string {
  return setCookie(siteUrl, secret, maxAgeSeconds);
}

/**
 * Deletes the browser's cookies at sign-out: every token ever given to it becomes invalid, even a
 * copied one.
 */
export function clearBrowserCookies(headers: Headers, siteUrl: string): void {
  headers.append('set-cookie', setCookie(siteUrl, '', 0));
  headers.append('set-cookie', signedInCookie(siteUrl, false));
}

/**
 * The `Set-Cookie` line of a cookie that scripts may read: whether this browser has a session. It proves
 * nothing; a page that finds no storage asks for the session only where it is set (decision 109).
 */
export function signedInCookie(siteUrl: string, isSignedIn: boolean): string {
  return stringifySetCookie({
    name: signedInName,
    value: '1',
    path: '/',
    sameSite: 'strict',
    secure: siteUrl.startsWith('https://'),
    maxAge: isSignedIn ? maxAgeSeconds : 0,
  });
}

function setCookie(siteUrl: string, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: cookieName(siteUrl),
    value,
    path: '/',
    httpOnly: true,
    // Browsers treat http://localhost as secure; without it SameSite=None would be refused.
    secure: true,
    sameSite: 'none',
    maxAge,
  });
}

/** The stored hash of a secret. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** On https no other host of the domain can set it (the `__Host-` prefix). */
function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https://') ? '__Host-feuilleton_browser' : 'feuilleton_browser';
}
