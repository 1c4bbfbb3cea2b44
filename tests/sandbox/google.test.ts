import { ClientSecretBasic, ClientSecretPost, fetchUserInfo } from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProviders, type SandboxProviders } from '#sandbox/identity/start-providers.ts';
import { people } from '#sandbox/people.ts';
import { Browser } from './browser.ts';
import {
  beginSignIn,
  discoverGoogle,
  errorOf,
  finishSignIn,
  googleCallback,
  googleRequest,
  pickAtGoogle,
  setting,
  siteUrl,
} from './relying-party.ts';

let providers: SandboxProviders;
beforeAll(async () => {
  providers = await startProviders({ host: '127.0.0.1', googlePort: 0, applePort: 0, siteUrl });
});
afterAll(() => providers.stop());

describe('the stand-in for Google', () => {
  test('describes itself as Google does', async () => {
    const client = await discoverGoogle(providers);
    const issuer = setting(providers, 'GOOGLE_ISSUER');
    expect(client.serverMetadata()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/v1/userinfo`,
      scopes_supported: ['openid', 'email', 'profile'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
    });
  });

  test.for([
    ['in the form', ClientSecretPost],
    ['in the header', ClientSecretBasic],
  ] as const)('signs a person in with a client secret %s', async ([, clientAuth]) => {
    const client = await discoverGoogle(providers, clientAuth);
    const signIn = await beginSignIn(client, googleRequest);
    const answer = await pickAtGoogle(signIn, 'Léa Martin');
    expect(answer.href).toMatch(`${googleCallback}?`);
    const tokens = await finishSignIn(client, signIn, answer);
    const { reader } = people;
    expect(tokens.claims()).toMatchObject({
      sub: reader.googleSubject,
      nonce: signIn.nonce,
      email: 'lea.martin@feuilleton.test',
      email_verified: true,
      name: 'Léa Martin',
      given_name: 'Léa',
      family_name: 'Martin',
      picture: `${setting(providers, 'GOOGLE_ISSUER')}/pictures/reader.webp`,
    });
    const told = await fetchUserInfo(client, tokens.access_token, reader.googleSubject);
    expect(told.email).toBe('lea.martin@feuilleton.test');
  });

  test('sends no picture for a person without one', async () => {
    const client = await discoverGoogle(providers);
    const signIn = await beginSignIn(client, googleRequest);
    const answer = await pickAtGoogle(signIn, 'Hugo Bernard');
    const claims = (await finishSignIn(client, signIn, answer)).claims();
    expect(claims).toMatchObject({ email: 'hugo.bernard@feuilleton.test' });
    expect(claims).not.toHaveProperty('picture');
  });

  test('sends only what the scopes request', async () => {
    const client = await discoverGoogle(providers);
    const signIn = await beginSignIn(client, { ...googleRequest, scope: 'openid' });
    const answer = await pickAtGoogle(signIn, 'Léa Martin');
    const claims = (await finishSignIn(client, signIn, answer)).claims();
    expect(claims).not.toHaveProperty('email');
    expect(claims).not.toHaveProperty('name');
  });

  test('answers access_denied when the person refuses', async () => {
    const client = await discoverGoogle(providers);
    const signIn = await beginSignIn(client, googleRequest);
    const answer = await pickAtGoogle(signIn, 'Refuser');
    expect(answer.searchParams.get('error')).toBe('access_denied');
    expect(answer.searchParams.get('state')).toBe(signIn.state);
    expect(answer.searchParams.has('code')).toBe(false);
  });

  test('accepts a code once', async () => {
    const client = await discoverGoogle(providers);
    const signIn = await beginSignIn(client, googleRequest);
    const answer = await pickAtGoogle(signIn, 'Léa Martin');
    const tokens = await finishSignIn(client, signIn, answer);
    expect(await errorOf(finishSignIn(client, signIn, answer))).toBe('invalid_grant');
    // A repeated code was stolen: its tokens are revoked.
    const { googleSubject } = people.reader;
    await expect(fetchUserInfo(client, tokens.access_token, googleSubject)).rejects.toThrow();
  });

  test('accepts a code only with the verifier of its challenge', async () => {
    const client = await discoverGoogle(providers);
    const signIn = await beginSignIn(client, googleRequest);
    const answer = await pickAtGoogle(signIn, 'Léa Martin');
    const other = { ...signIn, codeVerifier: 'a'.repeat(43) };
    expect(await errorOf(finishSignIn(client, other, answer))).toBe('invalid_grant');
  });

  test('refuses a wrong client secret', async () => {
    const client = await discoverGoogle(providers, (secret) => ClientSecretPost(`${secret}x`));
    const signIn = await beginSignIn(client, googleRequest);
    const answer = await pickAtGoogle(signIn, 'Léa Martin');
    expect(await errorOf(finishSignIn(client, signIn, answer))).toBe('invalid_client');
  });

  test('redirects to no unregistered address', async () => {
    const client = await discoverGoogle(providers);
    const elsewhere = { ...googleRequest, redirect_uri: 'http://elsewhere.test/callback' };
    const page = await new Browser(siteUrl).openPage((await beginSignIn(client, elsewhere)).url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Demande refusée');
  });

  test('asks again at every sign-in of the same browser', async () => {
    const client = await discoverGoogle(providers);
    const browser = new Browser(siteUrl);
    for (const [button, email] of [
      ['Léa Martin', 'lea.martin@feuilleton.test'],
      ['Camille Roux', 'camille.roux@feuilleton.test'],
    ] as const) {
      const signIn = await beginSignIn(client, googleRequest);
      const answer = await browser.press(await browser.openPage(signIn.url), button);
      const tokens = await finishSignIn(client, signIn, answer as URL);
      expect(tokens.claims()?.email).toBe(email);
    }
  });

  test('serves two concurrent sign-ins in one browser', async () => {
    const client = await discoverGoogle(providers);
    const browser = new Browser(siteUrl);
    const first = await beginSignIn(client, googleRequest);
    const second = await beginSignIn(client, googleRequest);
    const firstTab = await browser.openPage(first.url);
    const secondTab = await browser.openPage(second.url);
    const firstAnswer = await browser.press(firstTab, 'Léa Martin');
    const secondAnswer = await browser.press(secondTab, 'Mathilde Orsel');
    const firstTokens = await finishSignIn(client, first, firstAnswer as URL);
    const secondTokens = await finishSignIn(client, second, secondAnswer as URL);
    expect(firstTokens.claims()?.sub).toBe(people.reader.googleSubject);
    expect(secondTokens.claims()?.sub).toBe(people.author.googleSubject);
  });

  test.for(['select_account', 'consent', 'login'])(
    'accepts prompt=%s for the question it asks anyway',
    async (prompt) => {
      const client = await discoverGoogle(providers);
      const signIn = await beginSignIn(client, { ...googleRequest, prompt });
      const answer = await pickAtGoogle(signIn, 'Léa Martin');
      const tokens = await finishSignIn(client, signIn, answer);
      expect(tokens.claims()?.sub).toBe(people.reader.googleSubject);
    },
  );
});
