import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Provider } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';
import type { App } from '#server/app.ts';
import { findOrCreateUser } from './accounts.ts';
import type { BrowserSecret } from './browser-secret.ts';
import { readAppleNames } from './claims.ts';
import { errorName, type ProviderFailure, type SignInFailure } from './provider-failure.ts';
import { renewSecret, startSession } from './sessions.ts';
import { consumeAttempt, followRenewal, recordAttempt } from './sign-in-attempts.ts';
import { joinWaitingIdentities, storeWaitingIdentity } from './waiting-identities.ts';

/** What a sign-in needs. */
export type SignInWorld = Pick<
  App,
  'db' | 'clock' | 'config' | 'log' | 'authTokens' | 'signInProviders' | 'profilePictures'
>;

/** A sign-in that failed, and where it had begun, if known. */
export type FailedSignIn = { failure: SignInFailure; returnPath: string };

/** The provider is not configured. */
const unset: ProviderFailure = { failure: 'indisponible', code: 'NOT_SET_UP' };

/** Begins a sign-in for a browser: returns where to send it. */
export async function beginSignIn(
  app: SignInWorld,
  provider: Provider,
  from: { browserSecret: BrowserSecret; returnPath: string | null; joinsWaiting: boolean },
): Promise<{ url: URL } | FailedSignIn> {
  const returnPath = safeReturnPath(from.returnPath);
  const attempt = { state: random(), nonce: random(), codeVerifier: random() };
  const answer = (await app.signInProviders[provider]?.authorizationUrl(attempt)) ?? unset;
  if ('failure' in answer) return fail(app, provider, answer, returnPath);
  await recordAttempt(app, provider, attempt, { ...from, returnPath });
  return answer;
}

const stateSchema = z.string().regex(/^[\w-]{43}$/);
const answerSchema = z.object({
  code: z.string().min(1).max(4_096).nullable().catch(null),
  error: z.string().nullable(),
  iss: z.string().max(500).nullable().catch(null),
  /** From Apple, at the first sign-in. */
  user: z.string().max(8_192).nullable().catch(null),
});

/**
 * Finishes a sign-in from the provider's callback. Fails as `perimee` for an attempt that this
 * browser cannot (or can no longer) finish, `annulee` when the user declined, `refusee` when the
 * response is not trustworthy, `indisponible` when the provider cannot be reached, `premiere`
 * when the user must first sign in once to the existing account with this address.
 * `browserSecret` is the browser's secret from now on.
 */
export async function finishSignIn(
  app: SignInWorld,
  provider: Provider,
  given: URLSearchParams,
  browser: { secret: BrowserSecret | null; userAgent: string },
): Promise<{ token: string; returnPath: string; browserSecret: BrowserSecret } | FailedSignIn> {
  const state = stateSchema.safeParse(only(given, 'state'));
  const attempt =
    state.success && browser.secret !== null
      ? await consumeAttempt(app, provider, state.data, browser.secret)
      : null;
  if (!attempt || browser.secret === null) {
    return fail(app, provider, { failure: 'perimee', code: 'NO_ATTEMPT' }, '/');
  }
  const { returnPath } = attempt;
  const answer = answerSchema.parse({
    code: only(given, 'code'),
    error: only(given, 'error'),
    iss: only(given, 'iss'),
    user: only(given, 'user'),
  });
  if (answer.error !== null) return fail(app, provider, toRefusal(answer.error), returnPath);
  if (answer.code === null) {
    return fail(app, provider, { failure: 'refusee', code: 'NO_CODE' }, returnPath);
  }
  const { code, iss } = answer;
  const redeemed = (await app.signInProviders[provider]?.redeem({ code, iss }, attempt)) ?? unset;
  if ('failure' in redeemed) return fail(app, provider, redeemed, returnPath);

  const { claims } = redeemed;
  const names = provider === 'apple' ? readAppleNames(answer.user) : null;
  const user = await findOrCreateUser(app, provider, names ? { ...claims, names } : claims);
  if ('addressOf' in user) {
    const waiting = { provider, claims, userId: user.addressOf };
    await storeWaitingIdentity(app, browser.secret, waiting);
    return fail(app, provider, { failure: 'premiere', code: 'ADDRESS_TAKEN' }, returnPath);
  }
  const { userAgent } = browser;
  const { joinsWaiting } = attempt;
  const signedIn = await signInHere(app, user.id, {
    secret: browser.secret,
    userAgent,
    joinsWaiting,
  });
  if (claims.pictureUrl !== null && user.profileImage === null) {
    app.profilePictures.fetchLater(user.id, claims.pictureUrl);
  }
  return { ...signedIn, returnPath };
}

/** Signs a user in on the browser with this secret, and gives it a new one. */
export async function signInHere(
  app: SignInWorld,
  userId: string,
  browser: { secret: BrowserSecret; userAgent: string; joinsWaiting: boolean },
): Promise<{ token: string; browserSecret: BrowserSecret }> {
  const { secret, userAgent, joinsWaiting } = browser;
  if (joinsWaiting) await joinWaitingIdentities(app, secret, userId);
  const browserSecret = await renewSecret(app, { userId, browserSecret: secret });
  await followRenewal(app, secret, browserSecret);
  const opened = { userId, browserSecret, secretBefore: secret, userAgent };
  return { token: await startSession(app, opened), browserSecret };
}

/** 256 bits: unguessable as `state`, `nonce` and PKCE verifier (RFC 7636, section 4.1). */
function random(): string {
  return randomBytes(32).toString('base64url');
}

/** A parameter's value; null where it is absent or repeated. */
function only(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The provider's error instead of a code (RFC 6749, 4.1.2.1; the second is Apple's). */
function toRefusal(error: string): ProviderFailure {
  const providerError = errorName(error);
  const code = 'PROVIDER_SAID_NO';
  switch (error) {
    case 'access_denied':
    case 'user_cancelled_authorize':
      return { failure: 'annulee', code, providerError };
    case 'temporarily_unavailable':
    case 'server_error':
      return { failure: 'indisponible', code, providerError };
    default:
      return { failure: 'refusee', code, providerError };
  }
}

/** Logs only names and codes: anything else may contain a code or a token. */
function fail(
  { log }: SignInWorld,
  provider: Provider,
  { failure, code, providerError }: ProviderFailure,
  returnPath: string,
): FailedSignIn {
  const level = failure === 'indisponible' ? 'error' : 'info';
  log[level]({ provider, failure, code, ...(providerError && { providerError }) }, 'no sign-in');
  return { failure, returnPath };
}
