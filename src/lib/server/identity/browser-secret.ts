import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';

/**
 * The secret of one browser, in a cookie that no script can read. A sign-in can only be finished,
 * and a token only be used, by the browser that shows it (design section 7): a link with somebody
 * else's token signs nobody in. It comes with Apple's callback too, which is a cross-site form
 * post, hence `SameSite=None`; it proves nothing without the token that travels in a header.
 */
export type BrowserSecret = string & { readonly brand: 'browser-secret' };

const maxAgeSeconds = 400 * 24 * 3_600;
const secretSchema = z.string().regex(/^[\w-]{43}$/);

/** The browser's secret, or null where it shows none that we could have made. */
export function readBrowserSecret(headers: Headers, siteUrl: string): BrowserSecret | null {
  const cookies = parseCookie(headers.get('cookie') ?? '');
  const result = secretSchema.safeParse(cookies[cookieName(siteUrl)]);
  return result.success ? (result.data as BrowserSecret) : null;
}

/** A secret for a browser that has none. */
export function newBrowserSecret(): BrowserSecret {
  return randomBytes(32).toString('base64url') as BrowserSecret;
}

/**
 * The secret that a sign-in puts in the place of the one that the browser came with: whoever knew
 * that one cannot use the new session. Derived, so that two tabs that finish at once are given the
 * same one; without our key, or as somebody else, it cannot be had (decision 18).
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

/** The `Set-Cookie` line that gives a browser its secret, or keeps it for longer. */
export function browserCookie(secret: BrowserSecret, siteUrl: string): string {
  return setCookie(siteUrl, secret, maxAgeSeconds);
}

/**
 * The `Set-Cookie` line that takes a browser its secret when somebody signs out there: every token
 * that was ever given to it is of no use then, even one that somebody has kept.
 */
export function clearedBrowserCookie(siteUrl: string): string {
  return setCookie(siteUrl, '', 0);
}

function setCookie(siteUrl: string, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: cookieName(siteUrl),
    value,
    path: '/',
    httpOnly: true,
    // Browsers take http://localhost for secure; without it SameSite=None would be refused.
    secure: true,
    sameSite: 'none',
    maxAge,
  });
}

/** What the database keeps of a secret. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** On https no other host of the domain can set it (the `__Host-` prefix). */
function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https://') ? '__Host-feuilleton_browser' : 'feuilleton_browser';
}
