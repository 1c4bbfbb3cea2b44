import { errors as joseErrors } from 'jose';
import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { SignInReason } from '#shared/sign-in-reasons.ts';
import { codeOf } from '../error-code.ts';

/** How a sign-in may end without anybody signed in; the sign-in page has a sentence for each. */
export type SignInFailure = Extract<
  SignInReason,
  'annulee' | 'perimee' | 'refusee' | 'indisponible' | 'premiere'
>;

/** A sign-in that failed, and what the log may say about it: names, never what was exchanged. */
export type ProviderFailure = { failure: SignInFailure; code: string; providerError?: string };

/** The provider, or the way to it, is broken: nobody did anything wrong. */
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

/** What the provider says in an error answer, as far as a log may hold it (RFC 6749, 5.2). */
export function errorName(given: string): string {
  return /^[a-z_]{1,60}$/.test(given) ? given : 'unreadable';
}

/**
 * Maps whatever the libraries throw while a code is redeemed. Anything else is a bug and is thrown
 * again. An error's text and causes hold codes and tokens: only its code goes on from here.
 */
export function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ResponseBodyError) {
    // The code was too old or had been used; all else says that we or the provider are set up wrong.
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

/** Maps what is thrown while a provider is looked up: whatever it answers, it is of no use. */
export function toOutage(error: unknown): ProviderFailure {
  const code = codeOf(error);
  if (error instanceof ClientError || code?.startsWith('OAUTH_')) {
    return { failure: 'indisponible', code: code ?? 'UNKNOWN' };
  }
  // What fetch throws when there is no answer: the reason stands in its cause.
  if (error instanceof TypeError && error.cause instanceof Error) {
    return { failure: 'indisponible', code: codeOf(error.cause) ?? 'NO_ANSWER' };
  }
  throw error;
}
