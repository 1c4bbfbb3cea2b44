import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/core/log.ts';
import type { App } from '#server/app.ts';
import {
  identities,
  sessions,
  signInAttempts,
  users,
  waitingIdentities,
} from '#server/core/db/schema/identity.ts';
import { hashOfSecret } from '#server/people/identity/browser-secret.ts';
import { sweepSignInAttempts } from '#server/people/identity/sign-in-attempts.ts';
import { sweepWaitingIdentities } from '#server/people/identity/waiting-identities.ts';
import { paths, type Provider } from '#shared/site/paths.ts';
import { signInReasons } from '#shared/site/sign-in-reasons.ts';
import { openTestApp, type TestClock } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { startScriptedProvider, type ScriptedProvider } from '../world/identity-provider.ts';
import { locationOf, reasonOf, SignInBrowser, tokenOf } from '../world/sign-in.ts';

const providers: Provider[] = ['google', 'apple'];
const lea = {
  sub: 'lea-1',
  email: 'lea@exemple.test',
  email_verified: true,
  given_name: 'Léa',
  family_name: 'Martin',
  name: 'Léa Martin',
};

let at: Record<Provider, ScriptedProvider>;
let app: App & { clock: TestClock };
let logged: string[];
let browser: SignInBrowser;

beforeAll(async () => {
  at = {
    google: await startScriptedProvider('google'),
    apple: await startScriptedProvider('apple'),
  };
  app = await openTestApp(
    { ...at.google.environment, ...at.apple.environment, RATE_LIMIT_PER_MINUTE: '100000' },
    { log: createLog('debug', { write: (line: string) => void logged.push(line) }) },
  );
});
beforeEach(async () => {
  logged = [];
  browser = new SignInBrowser(app);
  await app.db.delete(users);
  await app.db.delete(signInAttempts);
});
afterEach(() => {
  for (const { script } of Object.values(at)) script.claims = {};
});
afterAll(async () => {
  await app.close();
  await Promise.all([at.google.stop(), at.apple.stop()]);
});

async function newestSession() {
  const [row] = await app.db.select().from(sessions);
  return row;
}

describe.each(providers)('signing in with %s', (provider) => {
  test('leads to the page that stores the token, with the return path', async () => {
    const response = await browser.signIn(provider, at[provider], lea, {
      returnPath: '/novel/le-jeu?tri=desc#chapitres',
    });
    expect(response.status).toBe(303);
    const location = new URL(locationOf(response), app.config.siteUrl);
    expect(location.pathname).toBe('/auth/success');
    expect([...location.searchParams.keys()]).toEqual(['accessToken', 'retour']);
    expect(location.searchParams.get('retour')).toBe('/novel/le-jeu?tri=desc#chapitres');
    expect(await browser.person(response)).toMatchObject({ email: 'lea@exemple.test' });
  });

  test('omits the return path to home', async () => {
    const response = await browser.signIn(provider, at[provider], lea);
    expect(locationOf(response)).toMatch(/^\/auth\/success\?accessToken=[\w.-]+$/);
  });

  test('forbids caching and referrers on every response', async () => {
    const url = await browser.begin(provider);
    const answers = [
      await browser.get(`/api/auth/${provider}`),
      await browser.finish(provider, at[provider].consent(url, lea)),
      await browser.finish(provider, new URLSearchParams()),
    ];
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('stores neither state nor browser secret in clear, and binds the session to the secret', async () => {
    const url = await browser.begin(provider);
    const [attempt] = await app.db.select().from(signInAttempts);
    const secret = browser.cookie.split('=')[1] ?? '';
    expect(JSON.stringify(attempt)).not.toContain(url.searchParams.get('state'));
    expect(JSON.stringify(attempt)).not.toContain(secret);
    await browser.finish(provider, at[provider].consent(url, lea));
    const renewed = browser.cookie.split('=')[1] ?? '';
    expect((await newestSession())?.browserHash).toBe(hashOfSecret(renewed));
  });

  test('gives a browser a secret, and keeps it for later sign-ins', async () => {
    const first = await browser.get(`/api/auth/${provider}`);
    const [line] = first.headers.getSetCookie();
    expect(line).toMatch(
      /^__Host-feuilleton_browser=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=None$/,
    );
    const given = browser.cookie;
    const second = await browser.get(`/api/auth/${provider}`);
    // Set again, it could replace one that another tab just received.
    expect(second.headers.getSetCookie()).toEqual([]);
    expect(browser.cookie).toBe(given);
  });

  test('renews the browser’s secret: with the old one, the token is useless', async () => {
    await browser.begin(provider);
    const known = browser.cookie;
    const response = await browser.signIn(provider, at[provider], lea);
    expect(browser.cookie).not.toBe(known);
    expect(await browser.person(response)).toMatchObject({ name: 'Léa Martin' });
    const thief = new SignInBrowser(app);
    thief.cookie = known;
    await expect(thief.person(response)).rejects.toThrow('TOKEN_INVALID');
    // Nor with the secret of their own sign-in.
    await thief.signIn(provider, at[provider], { ...lea, sub: 'thief', email: null });
    await expect(thief.person(response)).rejects.toThrow('TOKEN_INVALID');
  });

  test('renews it at the next sign-in too, and ends the session bound to it', async () => {
    const first = await browser.signIn(provider, at[provider], lea);
    const known = browser.cookie;
    app.clock.advance(61_000);
    const second = await browser.signIn(provider, at[provider], lea);
    expect(browser.cookie).not.toBe(known);
    expect(await browser.person(second)).toMatchObject({ name: 'Léa Martin' });
    const before = new SignInBrowser(app);
    before.cookie = known;
    await expect(before.person(first)).rejects.toThrow('TOKEN_INVALID');
  });

  test('lets two tabs that finish in sequence both succeed', async () => {
    const urls = [await browser.begin(provider), await browser.begin(provider)];
    const finished: Response[] = [];
    for (const url of urls) {
      finished.push(await browser.finish(provider, at[provider].consent(url, lea)));
      app.clock.advance(20_000);
    }
    for (const response of finished) {
      expect(await browser.person(response)).toMatchObject({ name: 'Léa Martin' });
    }
  });

  test('lets a tab finish whose sign-in began before the secret was renewed twice', async () => {
    const late = await browser.begin(provider);
    for (let other = 0; other < 2; other++) {
      app.clock.advance(90_000);
      tokenOf(await browser.signIn(provider, at[provider], lea));
    }
    const response = await browser.finish(provider, at[provider].consent(late, lea));
    expect(await browser.person(response)).toMatchObject({ name: 'Léa Martin' });
  });

  test('makes a token that is useless in another browser', async () => {
    const response = await browser.signIn(provider, at[provider], lea);
    const thief = new SignInBrowser(app);
    await thief.begin(provider);
    await expect(thief.person(response)).rejects.toThrow('TOKEN_INVALID');
  });

  test('consumes a callback once: repeated, it signs nobody in', async () => {
    const answer = at[provider].consent(await browser.begin(provider), lea);
    tokenOf(await browser.finish(provider, answer));
    const redeemed = at[provider].asked.token.length;
    expect(reasonOf(await browser.finish(provider, answer))).toBe('perimee');
    expect(at[provider].asked.token).toHaveLength(redeemed);
  });

  test('accepts one of two concurrent callbacks', async () => {
    const answer = at[provider].consent(await browser.begin(provider), lea);
    const both = await Promise.all([1, 2].map(() => browser.finish(provider, answer)));
    const reasons = both.map(reasonOf);
    expect(reasons.toSorted()).toEqual(['perimee', null].toSorted());
  });

  test.each([
    ['no state', (answer: URLSearchParams) => answer.delete('state')],
    ['an unknown state', (answer: URLSearchParams) => answer.set('state', 'x'.repeat(43))],
    ['a state that is none', (answer: URLSearchParams) => answer.set('state', '\0;drop')],
    ['two states', (answer: URLSearchParams) => answer.append('state', 'y'.repeat(43))],
  ])('refuses an answer with %s', async (_, spoil) => {
    const answer = at[provider].consent(await browser.begin(provider), lea);
    spoil(answer);
    expect(reasonOf(await browser.finish(provider, answer))).toBe('perimee');
    expect(await app.db.$count(users)).toBe(0);
  });

  test('refuses another browser’s callback, and the one that began can still finish', async () => {
    const answer = at[provider].consent(await browser.begin(provider), lea);
    const other = new SignInBrowser(app);
    expect(reasonOf(await other.finish(provider, answer))).toBe('perimee');
    await other.begin(provider);
    expect(reasonOf(await other.finish(provider, answer))).toBe('perimee');
    tokenOf(await browser.finish(provider, answer));
  });

  test('refuses a callback of the other provider', async () => {
    const other: Provider = provider === 'google' ? 'apple' : 'google';
    const answer = at[provider].consent(await browser.begin(provider), lea);
    expect(reasonOf(await browser.finish(other, answer))).toBe('perimee');
    expect(at[other].asked.token.map(({ body }) => body.get('code'))).not.toContain(
      answer.get('code'),
    );
  });

  test('expires after ten minutes', async () => {
    const inTime = at[provider].consent(await browser.begin(provider), lea);
    app.clock.advance(9 * 60_000);
    tokenOf(await browser.finish(provider, inTime));
    const late = at[provider].consent(await browser.begin(provider), lea);
    app.clock.advance(10 * 60_000);
    expect(reasonOf(await browser.finish(provider, late))).toBe('perimee');
    expect(await app.db.$count(signInAttempts)).toBe(2);
    app.clock.advance(1);
    await sweepSignInAttempts(app);
    expect(await app.db.$count(signInAttempts)).toBe(0);
  });

  test('works in two tabs of one browser at once', async () => {
    const urls = [await browser.begin(provider, '/profile'), await browser.begin(provider)];
    const answers = urls.map((url) => at[provider].consent(url, lea));
    const finished = await Promise.all(answers.map((one) => browser.finish(provider, one)));
    const people = await Promise.all(finished.map((response) => browser.person(response)));
    expect(new Set(people.map(({ id }) => id)).size).toBe(1);
    expect(new Set(finished.map(tokenOf)).size).toBe(2);
    expect(await app.db.$count(users)).toBe(1);
  });

  test('creates one user for two concurrent first sign-ins', async () => {
    const browsers = Array.from({ length: 4 }, () => new SignInBrowser(app));
    const finished = await Promise.all(
      browsers.map((one) => one.signIn(provider, at[provider], lea)),
    );
    finished.forEach(tokenOf);
    expect(await app.db.$count(users)).toBe(1);
    expect(await app.db.$count(identities)).toBe(1);
  });

  test('names the device of the session', async () => {
    const answer = at[provider].consent(await browser.begin(provider), lea);
    const isForm = provider === 'apple';
    await browser.get(isForm ? paths.appleCallback : `${paths.googleCallback}?${answer}`, {
      ...(isForm && { method: 'POST', body: answer }),
      headers: { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile) Gecko/140.0 Firefox/140.0' },
    });
    expect((await newestSession())?.device).toBe('Firefox sur Android');
  });

  test.each([
    ['//ailleurs.test', '/'],
    ['https://ailleurs.test/novel/x', '/'],
    [String.raw`/\ailleurs.test`, '/'],
    ['/%09/ailleurs.test', '/%09/ailleurs.test'],
    ['/\t/ailleurs.test', '/'],
    ['/.//ailleurs.test', '/'],
    ['/novel/..//ailleurs.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/\r\nset-cookie:a=b', '/'],
    ['@ailleurs.test', '/'],
    ['/api/auth/google', '/'],
    ['/auth/success?accessToken=x', '/'],
    ['/login?retour=/profile', '/'],
    [`/${'a'.repeat(600)}`, '/'],
  ])('comes back from %j to %j', async (given, expected) => {
    const response = await browser.signIn(provider, at[provider], lea, { returnPath: given });
    const back = new URL(locationOf(response), app.config.siteUrl);
    expect(back.origin).toBe(app.config.siteUrl);
    const returnPath = back.searchParams.get('retour') ?? '/';
    expect(returnPath).toBe(expected);
    expect(new URL(returnPath, app.config.siteUrl).origin).toBe(app.config.siteUrl);
  });

  test('logs neither the user nor any secret', async () => {
    const url = await browser.begin(provider);
    const answer = at[provider].consent(url, lea);
    const response = await browser.finish(provider, answer);
    await browser.finish(provider, answer);
    at[provider].script.claims = { nonce: 'another-nonce' };
    const refused = at[provider].consent(await browser.begin(provider), lea);
    expect(reasonOf(await browser.finish(provider, refused))).toBe('refusee');
    const said = logged.join('');
    expect(said).toContain('no sign-in');
    const secrets = [
      tokenOf(response),
      answer.get('code'),
      answer.get('state'),
      refused.get('code'),
      url.searchParams.get('nonce'),
      browser.cookie.split('=')[1],
      'another-nonce',
      'a-secret-that-no-log-may-hold',
      lea.email,
      lea.sub,
      'Martin',
    ];
    for (const secret of secrets) expect(said).not.toContain(secret);
    expect(said).not.toMatch(/eyJ/);
  });

  test('responds to a database error without logging the parameters', async () => {
    const broken = await openTestApp(
      { ...at.google.environment, ...at.apple.environment },
      { log: createLog('debug', { write: (line: string) => void logged.push(line) }) },
    );
    await broken.close();
    const lost = new SignInBrowser(broken);
    expect(reasonOf(await lost.get(`/api/auth/${provider}`))).toBe('indisponible');
    lost.cookie = browser.cookie;
    await browser.begin(provider);
    lost.cookie = browser.cookie;
    const answer = new URLSearchParams({ state: 's'.repeat(43), code: 'a-code' });
    expect(reasonOf(await lost.finish(provider, answer))).toBe('indisponible');
    const said = logged.join('');
    expect(said).toContain('sign-in broke off');
    expect(said).not.toContain('a-code');
    expect(said).not.toContain(hashOfSecret('s'.repeat(43)));
    expect(said).not.toContain('params');
  });

  test('does nothing on another method, HEAD included', async () => {
    const answer = at[provider].consent(await browser.begin(provider), lea);
    const callback = provider === 'google' ? paths.googleCallback : paths.appleCallback;
    const attempts = await app.db.$count(signInAttempts);
    for (const method of ['HEAD', 'PUT', 'DELETE', provider === 'google' ? 'POST' : 'GET']) {
      const response = await browser.get(`${callback}?${answer}`, { method });
      expect(response.status).toBe(405);
    }
    for (const method of ['HEAD', 'POST']) {
      const response = await browser.get(`/api/auth/${provider}`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
    expect(await app.db.$count(signInAttempts)).toBe(attempts);
    tokenOf(await browser.finish(provider, answer));
  });

  test('redirects a browser from another host name of this machine to the site’s, once', async () => {
    const headers = { host: '127.0.0.1:4321' };
    const response = await browser.get(`/api/auth/${provider}?retour=/profile`, { headers });
    expect(response.status).toBe(307);
    const own = new URL(locationOf(response));
    expect(own.origin).toBe(app.config.siteUrl);
    expect([own.pathname, own.searchParams.get('retour')]).toEqual([
      `/api/auth/${provider}`,
      '/profile',
    ]);
    // A proxy may hide the host name that the browser uses.
    const again = await browser.get(own.pathname + own.search, { headers });
    expect(again.status).toBe(302);
    expect(new URL(locationOf(again)).origin).toBe(at[provider].issuer);
  });
});

describe('the provider refuses', () => {
  test.each([
    ['google', 'access_denied', 'annulee'],
    ['apple', 'user_cancelled_authorize', 'annulee'],
    ['google', 'temporarily_unavailable', 'indisponible'],
    ['apple', 'server_error', 'indisponible'],
    ['google', 'invalid_scope', 'refusee'],
    ['apple', '<script>', 'refusee'],
  ] as const)('%s: %s leads to the sign-in page as %s', async (provider, error, reason) => {
    const state = (await browser.begin(provider, '/profile')).searchParams.get('state') ?? '';
    const said = new URLSearchParams({ error, state });
    const response = await browser.finish(provider, said);
    expect(locationOf(response)).toBe(paths.login({ returnPath: '/profile', reason, provider }));
    expect(signInReasons).toHaveProperty(reason);
    expect(logged.join('')).not.toContain('<script>');
    // The attempt is consumed: later callbacks with this state are refused.
    const late = new URLSearchParams({ code: 'late', state });
    expect(reasonOf(await browser.finish(provider, late))).toBe('perimee');
  });

  test('a callback with neither code nor error is refused', async () => {
    const state = (await browser.begin('google')).searchParams.get('state') ?? '';
    const response = await browser.finish('google', new URLSearchParams({ state }));
    expect(reasonOf(response)).toBe('refusee');
  });
});

describe('Apple’s form', () => {
  const apple = { ...lea, email_verified: 'true', is_private_email: 'true' };
  const consent = async () => at.apple.consent(await browser.begin('apple'), apple);

  test('is refused without the browser’s cookie', async () => {
    const answer = await consent();
    browser.cookie = '';
    expect(reasonOf(await browser.finish('apple', answer))).toBe('perimee');
  });

  test('is refused as JSON, and above 64 kB', async () => {
    const answer = await consent();
    const asJson = { method: 'POST', body: JSON.stringify(Object.fromEntries(answer)) };
    const headers = { 'content-type': 'application/json' };
    expect(reasonOf(await browser.get(paths.appleCallback, { ...asJson, headers }))).toBe(
      'perimee',
    );
    const long = new URLSearchParams([...answer, ['filling', 'x'.repeat(70_000)]]);
    expect(reasonOf(await browser.finish('apple', long))).toBe('perimee');
    tokenOf(await browser.finish('apple', answer));
  });

  test('is not read from the query: it must be a POST', async () => {
    const response = await browser.get(`${paths.appleCallback}?${await consent()}`);
    expect(response.status).toBe(405);
  });

  test('sends a client secret that the team’s key signed just now, in the body only', async () => {
    tokenOf(await browser.finish('apple', await consent()));
    const request = at.apple.asked.token.at(-1);
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body.get('client_secret')).toMatch(/^eyJ/);
  });

  test('sends the name the first time only; it is kept', async () => {
    const nameless = { sub: 'apple-2' };
    const user = JSON.stringify({
      name: { firstName: 'Zoé', lastName: 'Durand' },
      email: 'unsigned@exemple.test',
    });
    const first = await browser.signIn('apple', at.apple, nameless, { user });
    const expected = { firstName: 'Zoé', lastName: 'Durand', name: 'Zoé Durand', email: null };
    expect(await browser.person(first)).toMatchObject(expected);
    const second = await browser.signIn('apple', at.apple, nameless);
    expect(await browser.person(second)).toMatchObject(expected);
    const third = await browser.signIn('apple', at.apple, nameless, {
      user: JSON.stringify({ name: { firstName: 'Autre', lastName: 'Nom' } }),
    });
    expect(await browser.person(third)).toMatchObject(expected);
  });

  test('gets a neutral name if it sends none, until it does', async () => {
    const nameless = { sub: 'apple-3' };
    const first = await browser.signIn('apple', at.apple, nameless);
    const person = await browser.person(first);
    expect(person.name).toMatch(/^Lecteur [a-z2-9]{4}$/);
    expect(person).toMatchObject({ displayName: person.name, firstName: '', lastName: '' });
    const user = JSON.stringify({ name: { firstName: 'Zoé', lastName: '' } });
    const second = await browser.signIn('apple', at.apple, nameless, { user });
    expect(await browser.person(second)).toMatchObject({ id: person.id, name: 'Zoé' });
  });

  test.each([
    ['{}'],
    ['null'],
    [''],
    ['garbage{'],
    ['[1]'],
    ['{"name":7}'],
    ['{"name":{"firstName":{},"lastName":[]}}'],
    [JSON.stringify({ name: { firstName: '\u0000\u202E\n', lastName: ' ' } })],
    [JSON.stringify({ name: { firstName: 'x'.repeat(9_000), lastName: '' } })],
  ])('signs in whatever stands in its user: %s', async (user) => {
    const response = await browser.signIn('apple', at.apple, { sub: 'apple-4' }, { user });
    const person = await browser.person(response);
    expect(person.name).toMatch(/^Lecteur [a-z2-9]{4}$/);
  });

  test('keeps a relay address as the user’s own', async () => {
    const email = 'k2x9@privaterelay.appleid.com';
    const response = await browser.signIn('apple', at.apple, { ...apple, email });
    expect(await browser.person(response)).toMatchObject({ email });
    const [identity] = await app.db
      .select()
      .from(identities)
      .where(eq(identities.subject, lea.sub));
    expect(identity).toMatchObject({ provider: 'apple', email, emailVerified: true });
  });
});

describe('the limit of sign-ins', () => {
  test('shows the sign-in page, with the wait, to an address that exceeds it', async () => {
    const small = await openTestApp({ ...at.google.environment, RATE_LIMIT_PER_MINUTE: '40' });
    const crowded = new SignInBrowser(small, '192.0.2.7');
    await crowded.begin('google');
    const begun = await crowded.begin('google');
    const answer = new URLSearchParams({ state: begun.searchParams.get('state') ?? '', code: 'x' });
    const isRefused = ({ status, headers }: Response) => {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-rewritten-to')).toMatch(
        /^GET \/login\?provider=(google|apple), rate limited$/,
      );
    };
    isRefused(await crowded.get('/api/auth/google'));
    // Callbacks are accepted within the limit of any call.
    expect((await crowded.finish('google', answer)).status).toBe(303);
    for (let calls = 1; calls < 40; calls++) await crowded.finish('apple', answer);
    isRefused(await crowded.finish('google', answer));
    isRefused(await crowded.finish('apple', answer));
    await new SignInBrowser(small, '192.0.2.8').begin('google');
    await small.close();
  });

  test('is not consumed by a picture or script on a page of another site', async () => {
    const small = await openTestApp({ ...at.google.environment, RATE_LIMIT_PER_MINUTE: '20' });
    for (const mode of ['no-cors', 'cors', 'same-origin']) {
      const headers = { 'sec-fetch-mode': mode };
      const response = await callEndpoint(small, '/api/auth/google', { headers });
      expect([response.status, response.headers.has('set-cookie')]).toEqual([403, false]);
    }
    expect(await small.db.$count(signInAttempts)).toBe(0);
    const headers = { 'sec-fetch-mode': 'navigate' };
    expect((await callEndpoint(small, '/api/auth/google', { headers })).status).toBe(302);
    await small.close();
  });
});

describe('a provider that is not configured', () => {
  test('is reported as unavailable, with the return path', async () => {
    const bare = await openTestApp();
    for (const provider of providers) {
      const response = await callEndpoint(bare, paths.signIn(provider, '/profile'));
      expect(locationOf(response)).toBe(
        paths.login({ returnPath: '/profile', reason: 'indisponible', provider }),
      );
    }
    await bare.close();
  });
});

describe('an address that Google does not verify authoritatively', () => {
  const atGoogle = { ...lea, sub: 'google-lea' };
  const atApple = { ...lea, sub: 'apple-lea' };
  const signedIn = async (response: Response) => (await browser.person(response)).id;

  /** Begins from the page that asks for the first provider. */
  async function signInFirstWay(
    by: SignInBrowser,
    claims: Record<string, unknown>,
  ): Promise<Response> {
    const begun = await by.get('/api/auth/apple?relier=1');
    const answer = at.apple.consent(new URL(locationOf(begun)), claims);
    return by.finish('apple', answer);
  }

  test('is refused where an account has it, without naming the account', async () => {
    const known = await browser.signIn('apple', at.apple, atApple);
    const holder = await signedIn(known);
    const stranger = new SignInBrowser(app);
    const refused = await stranger.signIn('google', at.google, atGoogle, {
      returnPath: '/profile',
    });
    expect(locationOf(refused)).toBe('/login?retour=%2Fprofile&motif=premiere');
    const sentence = signInReasons.premiere;
    expect(sentence).toMatch(/une fois comme la première fois/);
    expect(sentence).not.toMatch(/Google|Apple|@/);
    expect(await app.db.select().from(identities)).toMatchObject([{ userId: holder }]);
    expect(logged.join('')).not.toContain(lea.email);
  });

  test('is linked by signing in with the first provider once, in that browser', async () => {
    const holder = await signedIn(await browser.signIn('apple', at.apple, atApple));
    app.clock.advance(120_000);
    expect(reasonOf(await browser.signIn('google', at.google, atGoogle))).toBe('premiere');
    expect(await signedIn(await signInFirstWay(browser, atApple))).toBe(holder);
    app.clock.advance(120_000);
    expect(await signedIn(await browser.signIn('google', at.google, atGoogle))).toBe(holder);
  });

  test.each([
    ['in another browser', (other: SignInBrowser) => signInFirstWay(other, atApple)],
    ['by a sign-in that was begun elsewhere', () => browser.signIn('apple', at.apple, atApple)],
    [
      'after ten minutes',
      () => {
        app.clock.advance(10 * 60_000);
        return signInFirstWay(browser, atApple);
      },
    ],
    [
      'to somebody else',
      () => signInFirstWay(browser, { ...lea, sub: 'zoe', email: 'zoe@exemple.test' }),
    ],
  ] as const)('is not joined %s', async (_, signIn) => {
    tokenOf(await browser.signIn('apple', at.apple, atApple));
    expect(reasonOf(await browser.signIn('google', at.google, atGoogle))).toBe('premiere');
    tokenOf(await signIn(new SignInBrowser(app)));
    expect(reasonOf(await browser.signIn('google', at.google, atGoogle))).toBe('premiere');
  });

  test('waits no longer than it can be linked', async () => {
    tokenOf(await browser.signIn('apple', at.apple, atApple));
    await browser.signIn('google', at.google, atGoogle);
    expect(await app.db.$count(waitingIdentities)).toBe(1);
    app.clock.advance(10 * 60_000 + 1);
    await sweepWaitingIdentities(app);
    expect(await app.db.$count(waitingIdentities)).toBe(0);
  });
});
