import { importPKCS8, SignJWT } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import type { SandboxProviders } from '#sandbox/identity/start-providers.ts';
import { Browser, type Page } from './browser.ts';

/** The site that people sign in to; no server runs there, redirects end at its address. */
export const siteUrl = 'http://site.test';
export const googleCallback = `${siteUrl}/api/auth/google/callback`;
export const appleCallback = `${siteUrl}/api/auth/apple/callback`;

/** A sign-in in progress: where to send the browser, and what to verify the response with. */
export type SignIn = { url: URL; state: string; nonce: string; codeVerifier: string };

export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** One setting of the providers; a missing one fails the test. */
export function setting({ environment }: SandboxProviders, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

export function discoverGoogle(
  providers: SandboxProviders,
  clientAuth: (secret: string) => ClientAuth = ClientSecretPost,
): Promise<Configuration> {
  return discover(providers, 'GOOGLE', clientAuth(setting(providers, 'GOOGLE_CLIENT_SECRET')));
}

export async function discoverApple(
  providers: SandboxProviders,
  clientAuth?: ClientAuth,
): Promise<Configuration> {
  const signed = clientAuth ?? ClientSecretPost(await appleSecret(providers));
  return discover(providers, 'APPLE', signed);
}

function discover(
  providers: SandboxProviders,
  name: 'GOOGLE' | 'APPLE',
  clientAuth: ClientAuth,
): Promise<Configuration> {
  return discovery(
    new URL(setting(providers, `${name}_ISSUER`)),
    setting(providers, `${name}_CLIENT_ID`),
    undefined,
    clientAuth,
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated to stand out: the sandbox speaks http
    { execute: [allowInsecureRequests] },
  );
}

/** A client secret's claims and signature; a test changes one. */
export type SecretParts = {
  keyId?: string;
  teamId?: string;
  audience?: string;
  subject?: string;
  expiresInSeconds?: number;
  privateKey?: CryptoKey;
};

/** Signs a client secret as Apple requires, except for `changes`. */
export async function appleSecret(
  providers: SandboxProviders,
  changes: SecretParts = {},
): Promise<string> {
  const pem = setting(providers, 'APPLE_PRIVATE_KEY').replaceAll(String.raw`\n`, '\n');
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: changes.keyId ?? setting(providers, 'APPLE_KEY_ID') })
    .setIssuer(changes.teamId ?? setting(providers, 'APPLE_TEAM_ID'))
    .setAudience(changes.audience ?? setting(providers, 'APPLE_ISSUER'))
    .setSubject(changes.subject ?? setting(providers, 'APPLE_CLIENT_ID'))
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + (changes.expiresInSeconds ?? 300))
    .sign(changes.privateKey ?? (await importPKCS8(pem, 'ES256')));
}

/** Begins a sign-in with PKCE, state and nonce. */
export async function beginSignIn(
  client: Configuration,
  parameters: Record<string, string>,
): Promise<SignIn> {
  const [codeVerifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const url = buildAuthorizationUrl(client, {
    ...parameters,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { url, state, nonce, codeVerifier };
}

export const googleRequest = { redirect_uri: googleCallback, scope: 'openid email profile' };
export const appleRequest = {
  redirect_uri: appleCallback,
  scope: 'openid email name',
  response_mode: 'form_post',
};

/** Redeems the response: a callback address (Google) or a form post (Apple). */
export function finishSignIn(
  client: Configuration,
  { state, nonce, codeVerifier }: SignIn,
  answer: URL | Request,
): Promise<Tokens> {
  return authorizationCodeGrant(client, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
}

/** Goes to Google and picks a person. @returns the address that Google redirects to. */
export async function pickAtGoogle(signIn: SignIn, button: string): Promise<URL> {
  const browser = new Browser(siteUrl);
  const answer = await browser.press(await browser.openPage(signIn.url), button);
  if (!(answer instanceof URL)) throw new Error(`Google answered with a page: ${answer.text}`);
  return answer;
}

/**
 * Goes to Apple and picks a person. @returns the page whose form posts the response to the site.
 */
export async function pickAtApple(
  signIn: SignIn,
  button: string,
  filled: Record<string, string> = {},
): Promise<Page> {
  const browser = new Browser(siteUrl);
  const answer = await browser.press(await browser.openPage(signIn.url), button, filled);
  if (answer instanceof URL) throw new Error(`Apple redirected to ${answer.href}`);
  return answer;
}

/** The request that the browser would send to the site from Apple's page. */
export function formPost({ form }: Page): Request {
  if (!form) throw new Error('the page has no form');
  const body = new URLSearchParams(form.fields);
  return new Request(form.action, { method: 'POST', body });
}

/** The error code of redeeming a response, or `none`. */
export async function errorOf(redeeming: Promise<Tokens>): Promise<string> {
  const caught: unknown = await redeeming.then(
    () => null,
    (error: unknown) => error,
  );
  if (caught === null) return 'none';
  // openid-client has the token endpoint's response to client authentication as the cause.
  for (const error of [caught, caught instanceof Error ? caught.cause : null]) {
    if (typeof error === 'object' && error !== null && 'error' in error) return String(error.error);
  }
  throw caught instanceof Error ? caught : new Error('redeeming failed', { cause: caught });
}
