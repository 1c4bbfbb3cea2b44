/** What can be told of a token without its key: whether it can be read, and is still in time. */
export type TokenState = 'valid' | 'expired' | 'undecodable';

/**
 * Reads `exp` (seconds) of a JWT against the browser's clock (specification, section 9). Nothing
 * is proven by it: only the server knows whether a token holds. `first-paint.js` has the same rule.
 */
export function tokenState(token: string, nowMs: number): TokenState {
  const { exp: expiresAtSeconds } = readClaims(token);
  if (typeof expiresAtSeconds !== 'number') return 'undecodable';
  return expiresAtSeconds * 1_000 > nowMs ? 'valid' : 'expired';
}

/** Id of the person that a token says it is of; null where it names nobody. Not proven either. */
export function tokenSubject(token: string): string | null {
  const { sub } = readClaims(token);
  return typeof sub === 'string' ? sub : null;
}

function readClaims(token: string): Record<string, unknown> {
  const [, payload] = token.split('.');
  if (!payload) return {};
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
