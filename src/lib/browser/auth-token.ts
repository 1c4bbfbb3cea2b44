import { storageKeys } from '#shared/storage-keys.ts';
import { readStored } from './storage.ts';

/** What can be told of a token without its key: whether it can be read, and is still in time. */
export type TokenState = 'valid' | 'expired' | 'undecodable';

/**
 * Reads `exp` (seconds) of a JWT against the browser's clock (specification, section 9). Nothing
 * is proven by it: only the server knows whether a token holds. It is part of the script that every
 * page begins with.
 */
export function tokenState(token: string, nowMs: number): TokenState {
  const end = tokenEndMs(token);
  if (end === null) return 'undecodable';
  return end > nowMs ? 'valid' : 'expired';
}

/** When a token says it ends; null where it cannot be read. */
export function tokenEndMs(token: string): number | null {
  const { exp: endSeconds } = readClaims(token);
  return typeof endSeconds === 'number' ? endSeconds * 1_000 : null;
}

/** Id of the person that a token says it is of; null where it names nobody. Not proven either. */
export function tokenSubject(token: string): string | null {
  const { sub } = readClaims(token);
  return typeof sub === 'string' ? sub : null;
}

/** Whose token this browser has; null where it has none that names somebody. */
export function signedInPerson(): string | null {
  return tokenSubject(readStored(storageKeys.authToken) ?? '');
}

/** Whether calls still speak for this person: another tab may have signed in somebody else. */
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
