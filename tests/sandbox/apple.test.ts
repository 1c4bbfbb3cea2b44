import { generateKeyPair } from 'jose';
import { ClientSecretBasic, ClientSecretPost } from 'openid-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startProviders, type SandboxProviders } from '#sandbox/identity/start-providers.ts';
import { people } from '#sandbox/people.ts';
import { Browser } from './browser.ts';
import {
  appleCallback,
  appleRequest,
  appleSecret,
  beginSignIn,
  discoverApple,
  errorOf,
  finishSignIn,
  formPost,
  pickAtApple,
  setting,
  siteUrl,
  type SecretParts,
} from './relying-party.ts';

// Apple remembers who has signed in before: each test has its own.
let providers: SandboxProviders;
beforeEach(async () => {
  providers = await startProviders({ host: '127.0.0.1', googlePort: 0, applePort: 0, siteUrl });
});
afterEach(async () => {
  vi.useRealTimers();
  await providers.stop();
});

/** A whole sign-in; returns what was posted to the site and the ID token's claims. */
async function signIn(button: string, filled: Record<string, string> = {}) {
  const client = await discoverApple(providers);
  const begun = await beginSignIn(client, appleRequest);
  const page = await pickAtApple(begun, button, filled);
  const tokens = await finishSignIn(client, begun, formPost(page));
  return { begun, fields: page.form?.fields ?? {}, tokens, claims: tokens.claims() };
}

/** The token endpoint's response to a code with this client authentication. */
async function errorFor(clientAuth: ReturnType<typeof ClientSecretPost>): Promise<string> {
  const client = await discoverApple(providers, clientAuth);
  const begun = await beginSignIn(client, appleRequest);
  const page = await pickAtApple(begun, 'Léa Martin');
  return errorOf(finishSignIn(client, begun, formPost(page)));
}

describe('the stand-in for Apple', () => {
  test('describes itself as Apple does', async () => {
    const issuer = setting(providers, 'APPLE_ISSUER');
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { claims_supported: claims, ...rest } = (await answer.json()) as Record<string, unknown>;
    expect(rest).toEqual({
      issuer,
      authorization_endpoint: `${issuer}/auth/authorize`,
      token_endpoint: `${issuer}/auth/token`,
      jwks_uri: `${issuer}/auth/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['form_post', 'fragment', 'query'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'name'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });
    expect(claims).toContain('is_private_email');
  });

  test('posts the response with the person in the ID token, without the name', async () => {
    const { begun, fields, claims } = await signIn('Léa Martin');
    expect(Object.keys(fields).toSorted()).toEqual(['code', 'state', 'user']);
    expect(fields.state).toBe(begun.state);
    const { appleSubject, googleSubject } = people.reader;
    expect(claims).toMatchObject({
      sub: appleSubject,
      aud: setting(providers, 'APPLE_CLIENT_ID'),
      nonce: begun.nonce,
      nonce_supported: true,
      email: 'lea.martin@feuilleton.test',
      email_verified: 'true',
      is_private_email: 'false',
    });
    expect(claims).not.toHaveProperty('name');
    expect(claims).not.toHaveProperty('given_name');
    expect(appleSubject).not.toBe(googleSubject);
  });

  test('posts from a page that submits itself, or by its button without scripts', async () => {
    const begun = await beginSignIn(await discoverApple(providers), appleRequest);
    const page = await pickAtApple(begun, 'Léa Martin');
    expect(page.status).toBe(200);
    expect(page.form?.action.href).toBe(appleCallback);
    expect(page.buttons).toEqual(['Continuer']);
    expect(page.text).toContain('document.forms[0].submit()');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${siteUrl}`);
  });

  test('sends the name once, in addition to the ID token', async () => {
    const first = await signIn('Léa Martin');
    expect(JSON.parse(first.fields.user ?? '')).toEqual({
      name: { firstName: 'Léa', lastName: 'Martin' },
      email: 'lea.martin@feuilleton.test',
    });
    const second = await signIn('Léa Martin');
    expect(second.fields).not.toHaveProperty('user');
    expect(second.claims?.sub).toBe(first.claims?.sub);
    const other = await signIn('Hugo Bernard');
    expect(other.fields).toHaveProperty('user');
  });

  test('hides the address on request, and keeps the first choice', async () => {
    const hidden = await signIn('Hugo Bernard', { address: 'hidden' });
    const { relayEmail, appleSubject } = people.readerWithCredits;
    expect(relayEmail).toMatch(/@privaterelay\.appleid\.com$/);
    expect(hidden.claims).toMatchObject({
      sub: appleSubject,
      email: relayEmail,
      email_verified: 'true',
      is_private_email: 'true',
    });
    expect(hidden.fields.user).toContain(relayEmail);
    expect(hidden.fields.user).not.toContain('feuilleton.test');
    const later = await signIn('Hugo Bernard', { address: 'shared' });
    expect(later.claims).toMatchObject({ sub: appleSubject, email: relayEmail });
  });

  test('posts user_cancelled_authorize when the person refuses', async () => {
    const begun = await beginSignIn(await discoverApple(providers), appleRequest);
    const page = await pickAtApple(begun, 'Refuser');
    expect(page.status).toBe(200);
    expect(page.form?.fields).toEqual({ error: 'user_cancelled_authorize', state: begun.state });
  });

  test('does not count a refusal as the first time', async () => {
    await pickAtApple(await beginSignIn(await discoverApple(providers), appleRequest), 'Refuser');
    const { fields } = await signIn('Léa Martin');
    expect(fields).toHaveProperty('user');
  });
});

describe('what Apple refuses', () => {
  test.for([
    ['a scope that is not Apple’s', { ...appleRequest, scope: 'openid profile' }],
    ['such a scope beside Apple’s own', { ...appleRequest, scope: 'openid email name phone' }],
    ['more than openid without form_post', { ...appleRequest, response_mode: 'query' }],
  ] as const)('%s', async ([, request]) => {
    const begun = await beginSignIn(await discoverApple(providers), request);
    const answer = await new Browser(siteUrl).open(begun.url);
    const told =
      answer instanceof URL
        ? Object.fromEntries(answer.searchParams)
        : (answer.form?.fields ?? { error: answer.text });
    expect(told).toMatchObject({ error: 'invalid_request', state: begun.state });
  });

  test('nothing about openid alone in the query', async () => {
    const begun = await beginSignIn(await discoverApple(providers), {
      redirect_uri: appleCallback,
      scope: 'openid',
    });
    const browser = new Browser(siteUrl);
    const answer = await browser.press(await browser.openPage(begun.url), 'Léa Martin');
    expect(answer).toBeInstanceOf(URL);
    expect((answer as URL).searchParams.has('code')).toBe(true);
  });

  test('a repeated code', async () => {
    const client = await discoverApple(providers);
    const begun = await beginSignIn(client, appleRequest);
    const page = await pickAtApple(begun, 'Léa Martin');
    await finishSignIn(client, begun, formPost(page));
    expect(await errorOf(finishSignIn(client, begun, formPost(page)))).toBe('invalid_grant');
  });

  test.for([
    [4 * 60 + 59, 'none'],
    [5 * 60 + 1, 'invalid_grant'],
  ] as const)('after %i seconds of a code: %s', async ([seconds, expected]) => {
    const client = await discoverApple(
      providers,
      ClientSecretPost(await appleSecret(providers, { expiresInSeconds: 3600 })),
    );
    const begun = await beginSignIn(client, appleRequest);
    const page = await pickAtApple(begun, 'Léa Martin');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
    expect(await errorOf(finishSignIn(client, begun, formPost(page)))).toBe(expected);
  });

  test('no client secret that the team signed for up to six months', async () => {
    const longest = await appleSecret(providers, { expiresInSeconds: 15_777_000 });
    expect(await errorFor(ClientSecretPost(longest))).toBe('none');
  });

  test.for<[string, SecretParts]>([
    ['for another audience', { audience: 'https://appleid.apple.com' }],
    ['of another team', { teamId: 'ANOTHERTEA' }],
    ['under another key id', { keyId: 'ANOTHERKEY' }],
    ['about another site', { subject: 'test.another.web' }],
    ['that has expired', { expiresInSeconds: -60 }],
    ['for longer than six months', { expiresInSeconds: 15_777_000 + 60 }],
  ])('a client secret %s', async ([, changes]) => {
    const secret = await appleSecret(providers, changes);
    expect(await errorFor(ClientSecretPost(secret))).toBe('invalid_client');
  });

  test('a client secret that another key signed', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const secret = await appleSecret(providers, { privateKey });
    expect(await errorFor(ClientSecretPost(secret))).toBe('invalid_client');
  });

  test('a client secret that is no JWT', async () => {
    expect(await errorFor(ClientSecretPost('secret'))).toBe('invalid_client');
  });

  test('a client secret in the header', async () => {
    const client = await discoverApple(providers, ClientSecretBasic(await appleSecret(providers)));
    const begun = await beginSignIn(client, appleRequest);
    const page = await pickAtApple(begun, 'Léa Martin');
    // A refusal of the header has its reason in a header too.
    await expect(finishSignIn(client, begun, formPost(page))).rejects.toMatchObject({
      cause: [{ scheme: 'basic', parameters: { error: 'invalid_client' } }],
    });
  });

  test('requests after the ID token: there is no userinfo', async () => {
    const client = await discoverApple(providers);
    expect(client.serverMetadata().userinfo_endpoint).toBeUndefined();
    const answer = await fetch(`${setting(providers, 'APPLE_ISSUER')}/me`);
    expect(answer.status).toBe(404);
  });
});
