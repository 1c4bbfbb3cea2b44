import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { parseIdentityProviders } from '#server/core/config/identity-providers.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { createSignInProviders } from '#server/people/identity/providers.ts';
import { paths, type Provider } from '#shared/site/paths.ts';
import { openTestApp, type TestClock } from '#tests/world/app.ts';
import {
  startScriptedProvider,
  type Fault,
  type ScriptedProvider,
  type Script,
} from '#tests/world/identity-provider.ts';
import { reasonOf, SignInBrowser, tokenOf } from '#tests/world/sign-in.ts';

const providers: Provider[] = ['google', 'apple'];
const claims = { sub: 'lea-1', email: 'lea@exemple.test', email_verified: true };
const hourMs = 3_600_000;

let database: App & { clock: TestClock };
let at: Record<Provider, ScriptedProvider>;
let app: App & { clock: TestClock };
let logged: string[];

beforeAll(async () => {
  database = await openTestApp({ RATE_LIMIT_PER_MINUTE: '100000' });
});
beforeEach(async () => {
  logged = [];
  at = {
    google: await startScriptedProvider('google'),
    apple: await startScriptedProvider('apple'),
  };
  app = withProviders();
  await database.db.delete(users);
});
afterEach(() => Promise.all([at.google.stop(), at.apple.stop()]));
afterAll(() => database.close());

/** The app with providers that have not been requested yet. */
function withProviders(timeoutMs = 5_000): typeof database {
  const settings = parseIdentityProviders(
    { ...at.google.environment, ...at.apple.environment },
    false,
  );
  if ('problems' in settings) throw new Error(settings.problems.join('\n'));
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const { clock, config } = database;
  const world = { siteUrl: config.siteUrl, clock, log, timeoutMs };
  return {
    ...database,
    log,
    signInProviders: createSignInProviders(settings.identityProviders, world),
  };
}

/** Computed when the token is made: a test may wait in the queue. */
const fromNow = (seconds: number) => () => Math.floor(Date.now() / 1000) + seconds;

function signIn(provider: Provider): Promise<Response> {
  return new SignInBrowser(app).signIn(provider, at[provider], claims);
}

function change(provider: Provider, script: Partial<Script>): void {
  Object.assign(at[provider].script, script);
}

describe.each(providers)('an id token of %s', (provider) => {
  test.each<[string, Partial<Script>]>([
    ['is signed by nobody', { signature: 'none' }],
    ['is signed by a stranger with the right key’s name', { signature: 'stranger' }],
    ['is signed with a shared secret', { signature: 'secret' }],
    ['is for another site', { claims: { aud: 'somebody.else' } }],
    [
      'is for several, handed to another',
      { claims: { aud: ['fr.feuilleton.test', 'x'], azp: 'x' } },
    ],
    ['is of another issuer', { claims: { iss: 'https://account.apple.com' } }],
    ['is of Google’s old name without scheme', { claims: { iss: 'accounts.google.com' } }],
    ['has no nonce', { claims: { nonce: undefined } }],
    [
      'says that nonces are not supported',
      { claims: { nonce: undefined, nonce_supported: false } },
    ],
    ['has another nonce', { claims: { nonce: 'x'.repeat(43) } }],
    ['has no subject', { claims: { sub: undefined } }],
    ['has an empty subject', { claims: { sub: '' } }],
    ['has a subject that is no text', { claims: { sub: 12 } }],
    ['has a subject with a control character', { claims: { sub: 'lea\u0000' } }],
    ['never ends', { claims: { exp: undefined } }],
    ['tells no time', { claims: { iat: undefined } }],
    ['was made an hour ago', { claims: { iat: fromNow(-3_600) } }],
    ['ended five minutes ago', { claims: { exp: fromNow(-300) } }],
    ['comes from a clock five minutes ahead', { clockAheadSeconds: 300 }],
    ['holds from in five minutes on', { claims: { nbf: fromNow(300) } }],
  ])('that %s signs nobody in', async (_, script) => {
    change(provider, script);
    expect(reasonOf(await signIn(provider))).toBe('refusee');
    expect(await app.db.$count(users)).toBe(0);
  });

  test.each<[string, Partial<Script>]>([
    ['names a list with this site alone', { claims: { aud: ['fr.feuilleton.test'] } }],
    ['names no key where there is one', { signature: 'without-kid' }],
    ['comes from a clock two minutes ahead', { clockAheadSeconds: 115 }],
    ['comes from a clock two minutes behind', { clockAheadSeconds: -120 }],
    ['ended less than two minutes ago', { claims: { exp: fromNow(-110) } }],
  ])('that %s is believed', async (_, script) => {
    change(provider, script);
    tokenOf(await signIn(provider));
  });
});

describe.each(providers)('%s being out of order', (provider) => {
  const faults: [string, Fault][] = [
    ['breaks off', 'cuts'],
    ['fails', { status: 503, body: 'unavailable' }],
    ['answers with a page', { status: 200, body: '<p>', headers: { 'content-type': 'text/html' } }],
    ['leads elsewhere', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }],
    [
      'answers no JSON',
      { status: 200, body: '{', headers: { 'content-type': 'application/json' } },
    ],
  ];
  const places = ['discovery', 'token', 'keys'] as const;
  const cases = places.flatMap((place) =>
    faults.map(([what, fault]) => [place, what, fault] as const),
  );

  test.each(cases)('%s: %s, and it is said to be unavailable', async (place, _, fault) => {
    change(provider, { broken: { [place]: fault } });
    const browser = new SignInBrowser(app);
    const path = paths.signIn(provider, '/profile');
    const response = place === 'discovery' ? await browser.get(path) : await signIn(provider);
    expect(reasonOf(response)).toBe('indisponible');
    expect(logged.join('')).toMatch(/"code":"\w+"/);
    // It is fetched again the next time.
    change(provider, { broken: {} });
    tokenOf(await signIn(provider));
  });

  test.each(places)('%s: does not answer, and is not waited for', async (place) => {
    const patient = new SignInBrowser(app);
    const answer = at[provider].consent(await patient.begin(provider), claims);
    change(provider, { broken: { [place]: 'hangs' } });
    const browser = new SignInBrowser(withProviders(200));
    browser.cookie = patient.cookie;
    const response =
      place === 'discovery'
        ? await browser.get(paths.signIn(provider, '/'))
        : await browser.finish(provider, answer);
    expect(reasonOf(response)).toBe('indisponible');
    expect(logged.join('')).toMatch(/TIMEOUT/);
  });

  test.each([
    ['invalid_grant', 'perimee'],
    ['invalid_client', 'indisponible'],
    ['temporarily_unavailable', 'indisponible'],
    ['Mot de passe : 1234', 'indisponible'],
  ])('the token endpoint saying %s ends as %s', async (error, reason) => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ error, error_description: 'lea@exemple.test' });
    change(provider, { broken: { token: { status: 400, body, headers: json } } });
    expect(reasonOf(await signIn(provider))).toBe(reason);
    expect(logged.join('')).not.toMatch(/1234|lea@exemple/);
  });

  test('stopped altogether, it is reported as unavailable', async () => {
    await at[provider].stop();
    const response = await new SignInBrowser(app).get(paths.signIn(provider, '/'));
    expect(reasonOf(response)).toBe('indisponible');
    expect(logged.join('')).toContain('ECONNREFUSED');
  });

  test('with another issuer in its document, it is not used', async () => {
    change(provider, { metadata: { issuer: 'https://account.apple.com' } });
    const response = await new SignInBrowser(app).get(paths.signIn(provider, '/'));
    expect(reasonOf(response)).toBe('indisponible');
  });

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'without its %s it is not used',
    async (name) => {
      change(provider, { metadata: { [name]: undefined } });
      const browser = new SignInBrowser(app);
      const response =
        name === 'token_endpoint'
          ? await browser.signIn(provider, at[provider], claims)
          : await browser.get(paths.signIn(provider, '/'));
      expect(reasonOf(response)).toBe('indisponible');
    },
  );
});

describe('the response of another issuer', () => {
  test('is refused if the provider names itself in its responses (RFC 9207)', async () => {
    change('google', { metadata: { authorization_response_iss_parameter_supported: true } });
    const browser = new SignInBrowser(app);
    const finish = async (iss: string | null) => {
      const answer = at.google.consent(await browser.begin('google'), claims);
      if (iss !== null) answer.set('iss', iss);
      return browser.finish('google', answer);
    };
    expect(reasonOf(await finish(null))).toBe('refusee');
    expect(reasonOf(await finish('https://ailleurs.test'))).toBe('refusee');
    tokenOf(await finish(at.google.issuer));
  });
});

describe('the discovery of a provider', () => {
  test('is fetched once for many sign-ins, and not before the first', async () => {
    expect(at.google.asked).toMatchObject({ discovery: 0, keys: 0 });
    const begun = Array.from({ length: 5 }, () => new SignInBrowser(app).begin('google'));
    await Promise.all(begun);
    await signIn('google');
    await signIn('google');
    expect(at.google.asked).toMatchObject({ discovery: 1, keys: 1 });
  });

  test('is fetched again after six hours', async () => {
    await signIn('google');
    app.clock.advance(6 * hourMs);
    await signIn('google');
    expect(at.google.asked.discovery).toBe(2);
  });

  test('stays in use while the provider is unreachable, which is retried a minute later', async () => {
    await signIn('google');
    change('google', { broken: { discovery: { status: 503, body: '' } } });
    app.clock.advance(6 * hourMs);
    tokenOf(await signIn('google'));
    tokenOf(await signIn('google'));
    expect(at.google.asked.discovery).toBe(2);
    expect(logged.join('')).toContain('known one used on');
    change('google', { broken: {} });
    app.clock.advance(60_000);
    await signIn('google');
    await signIn('google');
    expect(at.google.asked.discovery).toBe(3);
  });

  test('follows a change of keys at once, and the old key is refused', async () => {
    await signIn('google');
    at.google.rotateKeys();
    tokenOf(await signIn('google'));
    expect(at.google.asked.keys).toBe(2);
    change('google', { signature: 'stranger' });
    expect(reasonOf(await signIn('google'))).toBe('refusee');
  });
});
