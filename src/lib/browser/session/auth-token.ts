import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '../storage.ts';

/** What a token shows without its key: whether it can be parsed, and has not expired. */
export type TokenState = 'valid' | 'expired' | 'undecodable';

/**
 * Compares `exp` (seconds) of a JWT with the browser's clock (specification, section 9). Proves
 * nothing: only the server verifies tokens. Part of the script at the start of every page.
 */
export function tokenState(token: string, nowMs: number): TokenState {
  const end = tokenEndMs(token);
  if (end === null) return 'undecodable';
  return end > nowMs ? 'valid' : 'expired';
}

/** When a token expires; null if it cannot be parsed. */
export function tokenEndMs(token: string): number | null {
  return Number(readClaims(token).exp) * 1_000 || null;
}

/** The user id in a token; null if there is none. Not verified either. */
export function tokenSubject(token: string): string | null {
  const { sub } = readClaims(token);
  return typeof sub === 'string' ? sub : null;
}

/** Whose session a token is for; null where it does not say. Not verified either. */
export function tokenOwner(token: string): { person: string; sessionId: string } | null {
  const { sub, jti } = readClaims(token);
  return typeof sub === 'string' && typeof jti === 'string'
    ? { person: sub, sessionId: jti }
    : null;
}

/** The user id of the stored token; null if there is none. */
export function signedInPerson(): string | null {
  return tokenSubject(readStored(storageKeys.authToken) ?? '');
}

/** Whether requests are still sent as this user: another tab may have signed in another. */
export function isSignedInAs(person: string): boolean {
  return document.documentElement.dataset.session === 'on' && signedInPerson() === person;
}

function readClaims(token: string): Record<string, unknown> {
  try {
    // What has no second part is no JSON; spread, whatever is no object has no claims.
    const payload = String(token.split('.')[1]);
    return { ...(JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as object) };
  } catch {
    return {};
  }
}
