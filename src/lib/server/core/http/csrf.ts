import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { RequestHeaders } from './to-request.ts';

/**
 * The pair of an HttpOnly cookie and a token that the page sends back in `CSRF-Token` (design
 * section 7). Another site can neither read the token nor send the header.
 */
export type CsrfTokens = {
  /** The token for the browser's cookie, which is created if missing, and that cookie. */
  issue: (headers: RequestHeaders, now: Date) => { csrfToken: string; setCookie: string };
  /** Whether the request carries both halves of a pair that has not expired. */
  verify: (headers: RequestHeaders, now: Date) => boolean;
};

export const csrfHeader = 'csrf-token';
const lifetimeMs = 60 * 60_000;
const halfSchema = z.string().regex(/^[\w-]{43}$/);
const tokenSchema = z.string().regex(/^\d{13}\.[\w-]{43}$/);

/** @param keys the first signs, all verify. */
export function createCsrfTokens(keys: readonly string[], siteUrl: string): CsrfTokens {
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('createCsrfTokens needs at least one key');
  const isSecure = siteUrl.startsWith('https://');
  const name = isSecure ? '__Host-feuilleton_csrf' : 'feuilleton_csrf';

  const readCookie = (headers: RequestHeaders): string | null => {
    const result = halfSchema.safeParse(parseCookie(headers.get('cookie') ?? '')[name]);
    return result.success ? result.data : null;
  };

  return {
    issue: (headers, now) => {
      // Two tabs share the cookie: neither may invalidate the token that the other just received.
      const half = readCookie(headers) ?? randomBytes(32).toString('base64url');
      const issuedAt = String(now.getTime());
      const setCookie = stringifySetCookie({
        name,
        value: half,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
      });
      return { csrfToken: `${issuedAt}.${sign(half, issuedAt, signingKey)}`, setCookie };
    },
    verify: (headers, now) => {
      const half = readCookie(headers);
      const token = tokenSchema.safeParse(headers.get(csrfHeader));
      if (half === null || !token.success) return false;
      const [issuedAt = '', signature = ''] = token.data.split('.');
      const age = now.getTime() - Number(issuedAt);
      if (age > lifetimeMs) return false;
      return keys.some((key) => isEqual(signature, sign(half, issuedAt, key)));
    },
  };
}

function sign(half: string, issuedAt: string, key: string): string {
  return createHmac('sha256', key).update(`csrf:${half}:${issuedAt}`).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
