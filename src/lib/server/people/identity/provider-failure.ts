import { errors as joseErrors } from 'jose';
import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { SignInReason } from '#shared/site/sign-in-reasons.ts';
import { codeOf } from '#server/core/error-code.ts';

/** The ways a sign-in may fail; the sign-in page has a message for each. */
export type SignInFailure = Extract<
  SignInReason,
  'annulee' | 'perimee' | 'refusee' | 'indisponible' | 'premiere'
>;

/** A failed sign-in, and what may be logged about it: names, never what was exchanged. */
export type ProviderFailure = { failure: SignInFailure; code: string; providerError?: string };

/** The provider, or the network to it, is down: nobody's fault. */
const outages = new Set<string | undefined>([
  // What the library cannot name.
  undefined,
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_INVALID',
  'ERR_JWKS_TIMEOUT',
]);

/** The error code of a provider's response, sanitized for the log (RFC 6749, 5.2). */
export function errorName(given: string): string {
  return /^[a-z_]{1,60}$/.test(given) ? given : 'unreadable';
}

/**
 * Maps what the libraries throw while a code is redeemed. Anything else is a bug and is rethrown.
 * An error's text and causes contain codes and tokens: only its code is passed on.
 */
export function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ResponseBodyError) {
    // The code had expired or been used; anything else means a wrong configuration on either side.
    const failure = error.error === 'invalid_grant' ? 'perimee' : 'indisponible';
    return { failure, code: error.code, providerError: errorName(error.error) };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return { failure: 'indisponible', code: error.code };
  }
  if (error instanceof ClientError || error instanceof joseErrors.JOSEError) {
    const failure = outages.has(error.code) ? 'indisponible' : 'refusee';
    return { failure, code: error.code ?? 'UNKNOWN' };
  }
  return toOutage(error);
}

/** Maps errors of discovery: whatever the response, it is unusable. */
export function toOutage(error: unknown): ProviderFailure {
  const code = codeOf(error);
  if (error instanceof ClientError || code?.startsWith('OAUTH_')) {
    return { failure: 'indisponible', code: code ?? 'UNKNOWN' };
  }
  // Thrown by fetch without a response: the reason is in its cause.
  if (error instanceof TypeError && error.cause instanceof Error) {
    return { failure: 'indisponible', code: codeOf(error.cause) ?? 'NO_ANSWER' };
  }
  throw error;
}
