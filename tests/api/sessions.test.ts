import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { newBrowserSecret } from '#server/people/identity/browser-secret.ts';
import { sweepSessions } from '#server/people/identity/sessions.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addUser, changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;
const oldKey = 'ancienne-'.repeat(5);

// Each test has users of its own.
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ SECRET_KEYS: oldKey, RATE_LIMIT_PER_MINUTE: '1000000' });
});
afterAll(() => app.close());

const dayMs = 24 * 3_600_000;
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
const whoAmI = ({ headers }: Pick<TestBrowser, 'headers'>) =>
  callEndpoint(app, '/api/auth/user', { headers });

const save = (headers: Record<string, string>, body: unknown, on = app) =>
  callEndpoint(on, '/api/auth/profile', { method: 'PUT', headers, body: JSON.stringify(body) });

/** The line that deletes the cookie that scripts read. */
const signedOut = 'has_session=1; Max-Age=0; Path=/; Secure; SameSite=Strict';

async function refusal(response: Response): Promise<[number, unknown, unknown]> {
  const body = (await response.json()) as { error: unknown; message: unknown };
  return [response.status, body.error, body.message];
}

describe('the signed-in user', () => {
  test('gets their own data, and nothing about keys or sessions', async () => {
    const lea = await signInAs(app, { email: 'lea@exemple.test', credits: 12, role: 'author' });
    const response = await whoAmI(lea);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.json()).toEqual({
      _id: lea.user.id,
      name: 'Léa Martin',
      email: 'lea@exemple.test',
      firstName: '',
      lastName: '',
      displayName: 'Léa Martin',
      bio: '',
      preferredGenres: [],
      profileImage: null,
      role: 'author',
      credits: 12,
      createdAt: lea.user.createdAt.toISOString(),
      bookmarkCount: 0,
      isReading: false,
      newChapters: { novels: 0, isUnseen: false },
      typos: { reports: 0, unseen: 0 },
      hasNovels: false,
    });
  });

  test('is required', async () => {
    expect(await refusal(await callEndpoint(app, '/api/auth/user'))).toEqual([
      401,
      'SIGN_IN_REQUIRED',
      'Connectez-vous pour continuer.',
    ]);
  });
});

describe('a token', () => {
  test('is valid for thirty days and then reported as expired', async () => {
    const lea = await signInAs(app);
    app.clock.advance(30 * dayMs - 1_000);
    expect((await whoAmI(lea)).status).toBe(200);
    app.clock.advance(2_000);
    expect(await refusal(await whoAmI(lea))).toEqual([401, 'TOKEN_EXPIRED', 'Token expiré']);
  });

  test('is refused in another browser, and in one without its cookie', async () => {
    const lea = await signInAs(app);
    const other = await signInAs(app, { name: 'Karim' });
    for (const cookie of [other.headers.cookie ?? '', '']) {
      const response = await whoAmI({ headers: { 'x-auth-token': lea.token, cookie } });
      expect(await refusal(response)).toEqual([401, 'TOKEN_INVALID', 'Token invalide']);
    }
  });

  test('is refused on public calls too when it is invalid', async () => {
    const headers = { 'x-auth-token': 'n-importe-quoi' };
    expect((await callEndpoint(app, '/api/novels', { headers })).status).toBe(401);
  });

  test('stays valid when a new key signs and the old one is still listed, and not without it', async () => {
    const newKey = 'nouvelle-'.repeat(5);
    const lea = await signInAs(app);
    const rotated = await openTestApp({ SECRET_KEYS: `${newKey},${oldKey}` });
    const dropped = await openTestApp({ SECRET_KEYS: newKey });
    const verify = (one: TestApp) => one.authTokens.verify(lea.token, one.clock.now());
    expect(await verify(rotated)).toMatchObject({ kind: 'valid', userId: lea.user.id });
    expect(await verify(dropped)).toEqual({ kind: 'invalid' });
    await Promise.all([rotated.close(), dropped.close()]);
  });

  const forge = {
    'algorithm none': (token: string) => new UnsecuredJWT(claimsOf(token)).encode(),
    'algorithm none under our header': (token: string) =>
      [
        base64url.encode(JSON.stringify({ alg: 'none', kid: kidOf(token) })),
        token.split('.')[1],
        '',
      ].join('.'),
    'a wrong key': (token: string) =>
      new SignJWT(claimsOf(token))
        .setProtectedHeader({ alg: 'HS256', kid: kidOf(token) })
        .sign(new TextEncoder().encode('x'.repeat(32))),
    'another algorithm': (token: string) =>
      new SignJWT(claimsOf(token))
        .setProtectedHeader({ alg: 'HS512', kid: kidOf(token) })
        .sign(createHmac('sha256', 'demo').digest()),
    'somebody else put in': (token: string) => {
      const [header, , signature] = token.split('.');
      const claims = { ...claimsOf(token), sub: '01890000-0000-7000-8000-000000000000' };
      return [header, base64url.encode(JSON.stringify(claims)), signature].join('.');
    },
    'a longer life put in': (token: string) => {
      const [header, , signature] = token.split('.');
      const claims = { ...claimsOf(token), exp: 9_999_999_999 };
      return [header, base64url.encode(JSON.stringify(claims)), signature].join('.');
    },
    'its end cut off': (token: string) => token.slice(0, -3),
    'a client token in its place': async () =>
      (await callEndpoint(app, '/api/novels')).headers.get('x-client-token') ?? '',
  } satisfies Record<string, (token: string) => string | Promise<string>>;

  test.each(Object.entries(forge))('is refused with %s', async (_, spoil) => {
    const lea = await signInAs(app);
    const headers = { ...lea.headers, 'x-auth-token': await spoil(lea.token) };
    expect(await refusal(await whoAmI({ headers }))).toEqual([
      401,
      'TOKEN_INVALID',
      'Token invalide',
    ]);
  });

  test('of another site with the same key is refused', async () => {
    const other = await openTestApp({ SECRET_KEYS: oldKey, SITE_URL: 'https://autre.test' });
    const lea = await signInAs(app);
    const claims = claimsOf(lea.token);
    const now = app.clock.now();
    const foreign = await other.authTokens.sign(
      { userId: String(claims.sub), sessionId: String(claims.jti) },
      now,
      new Date(now.getTime() + dayMs),
    );
    await other.close();
    const headers = { ...lea.headers, 'x-auth-token': foreign };
    expect((await whoAmI({ headers })).status).toBe(401);
  });
});

describe('signing in again in the same browser', () => {
  const listed = async (browser: TestBrowser) => {
    const response = await callEndpoint(app, '/api/auth/sessions', { headers: browser.headers });
    return ((await response.json()) as { sessions: unknown[] }).sessions.length;
  };

  test('ends the user’s session there, no other browser’s, nobody else’s', async () => {
    const browserSecret = newBrowserSecret();
    const first = await signInAs(app);
    const here = await signInAs(app, { user: first.user, browserSecret });
    const other = await signInAs(app, { user: await addUser(app), browserSecret });
    app.clock.advance(61_000);
    const again = await signInAs(app, { user: first.user, browserSecret });
    expect(await refusal(await whoAmI(here))).toEqual([401, 'TOKEN_INVALID', 'Token invalide']);
    for (const open of [first, other, again]) expect((await whoAmI(open)).status).toBe(200);
    expect(await listed(again)).toBe(2);
  });

  test('leaves two tabs that sign in concurrently signed in, until one signs out', async () => {
    const browserSecret = newBrowserSecret();
    const first = await signInAs(app, { user: await addUser(app), browserSecret });
    app.clock.advance(30_000);
    const second = await signInAs(app, { user: first.user, browserSecret });
    for (const tab of [first, second]) expect((await whoAmI(tab)).status).toBe(200);
    await callEndpoint(app, '/api/auth/logout', { method: 'POST', headers: second.headers });
    for (const tab of [first, second]) expect((await whoAmI(tab)).status).toBe(401);
    expect(await listed(await signInAs(app, { user: first.user }))).toBe(1);
  });
});

describe('a browser that has cleared its storage', () => {
  const resume = async (cookie: string, more: Record<string, string> = {}) =>
    callEndpoint(app, '/api/auth/resume', {
      method: 'POST',
      headers: { ...(await changeHeaders(app, cookie)), ...more },
    });
  const cookieOf = ({ headers }: TestBrowser) => (headers.cookie ?? '').split(';', 1)[0] ?? '';

  test('takes its session up again with another token of it, which ends at the same instant', async () => {
    const lea = await signInAs(app);
    app.clock.advance(20 * dayMs);
    const response = await resume(cookieOf(lea));
    const { accessToken } = (await response.json()) as { accessToken: string };
    const { jti, sub, exp } = claimsOf(lea.token);
    expect(claimsOf(accessToken)).toMatchObject({ jti, sub, exp });
    const headers = { ...lea.headers, 'x-auth-token': accessToken };
    expect((await whoAmI({ headers })).status).toBe(200);
    app.clock.advance(10 * dayMs);
    expect((await resume(cookieOf(lea))).status).toBe(401);
  });

  test('knows by a cookie that it has one', async () => {
    const lea = await signInAs(app);
    expect((await whoAmI(lea)).headers.getSetCookie()).toEqual([
      'has_session=1; Max-Age=34560000; Path=/; Secure; SameSite=Strict',
    ]);
    const cookie = `${lea.headers.cookie}; has_session=1`;
    const again = await whoAmI({ headers: { ...lea.headers, cookie } });
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  const end = {
    'signed out': (lea: TestBrowser) =>
      callEndpoint(app, '/api/auth/logout', { method: 'POST', headers: lea.headers }),
    'signed out everywhere by another device': async ({ user }: TestBrowser) => {
      const { headers } = await signInAs(app, { user });
      return callEndpoint(app, '/api/auth/sessions', { method: 'DELETE', headers });
    },
    'ended by another device': async ({ user, token }: TestBrowser) => {
      const { headers } = await signInAs(app, { user });
      const path = `/api/auth/sessions/${String(claimsOf(token).jti)}`;
      return callEndpoint(app, path, { method: 'DELETE', headers });
    },
    'of an account that was erased': ({ headers }: TestBrowser) =>
      callEndpoint(app, '/api/auth/account', {
        method: 'DELETE',
        headers,
        body: JSON.stringify({ confirmation: 'SUPPRIMER', lostCredits: 0 }),
      }),
  };
  test.each(Object.entries(end))('stays signed out of a session %s', async (_, act) => {
    const lea = await signInAs(app);
    expect((await act(lea)).status).toBe(200);
    const response = await resume(cookieOf(lea));
    expect(response.headers.getSetCookie()).toEqual([signedOut]);
    expect(await refusal(response)).toEqual([
      401,
      'SIGN_IN_REQUIRED',
      'Connectez-vous pour continuer.',
    ]);
  });

  test('is not told a token without the cookie, nor to a page of another site', async () => {
    const lea = await signInAs(app);
    expect((await resume('')).status).toBe(401);
    expect((await resume(`__Host-feuilleton_browser=${newBrowserSecret()}`)).status).toBe(401);
    const elsewhere = await resume(cookieOf(lea), { 'sec-fetch-site': 'same-site' });
    expect(elsewhere.status).toBe(403);
    const bare = { cookie: cookieOf(lea) };
    const path = '/api/auth/resume';
    expect((await callEndpoint(app, path, { method: 'POST', headers: bare })).status).toBe(403);
  });
});

describe('logging out', () => {
  test.each([
    ['here', 'POST', '/api/auth/logout'],
    ['everywhere', 'DELETE', '/api/auth/sessions'],
  ])('%s takes the browser’s secret: no token kept of it is of use', async (_, method, path) => {
    const browserSecret = newBrowserSecret();
    const stranger = await signInAs(app, { user: await addUser(app), browserSecret });
    const lea = await signInAs(app, { user: await addUser(app), browserSecret });
    const response = await callEndpoint(app, path, { method, headers: lea.headers });
    const [line = '', ...more] = response.headers.getSetCookie();
    expect(line).toBe(
      '__Host-feuilleton_browser=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=None',
    );
    expect(more).toEqual([signedOut]);
    const cookie = line.split(';', 1)[0] ?? '';
    const kept = await whoAmI({ headers: { 'x-auth-token': stranger.token, cookie } });
    expect(kept.status).toBe(401);
  });

  test('deletes no secret of a signed-out browser', async () => {
    const headers = await changeHeaders(app);
    for (const [method, path] of [
      ['POST', '/api/auth/logout'],
      ['DELETE', '/api/auth/sessions'],
    ] as const) {
      const response = await callEndpoint(app, path, { method, headers });
      expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
    }
  });

  test('is possible for a user without any rate limit left', async () => {
    const limited = await openTestApp({ RATE_LIMIT_PER_MINUTE: '60' });
    const lea = await signInAs(limited);
    const change = () => save(lea.headers, { bio: '' }, limited);
    let status = 0;
    for (let changes = 0; changes <= 10; changes++) ({ status } = await change());
    expect(status).toBe(429);
    const response = await callEndpoint(limited, '/api/auth/logout', {
      method: 'POST',
      headers: lea.headers,
    });
    expect(response.status).toBe(200);
    await limited.close();
  });

  test('ends this session and no other', async () => {
    const phone = await signInAs(app);
    const desk = await signInAs(app, { user: phone.user });
    const response = await callEndpoint(app, '/api/auth/logout', {
      method: 'POST',
      headers: phone.headers,
    });
    expect(await response.json()).toEqual({ success: true });
    expect(await refusal(await whoAmI(phone))).toEqual([401, 'TOKEN_INVALID', 'Token invalide']);
    expect((await whoAmI(desk)).status).toBe(200);
  });

  test('everywhere ends all of one’s own sessions', async () => {
    const phone = await signInAs(app);
    const desk = await signInAs(app, { user: phone.user });
    const other = await signInAs(app, { name: 'Karim' });
    const response = await callEndpoint(app, '/api/auth/sessions', {
      method: 'DELETE',
      headers: phone.headers,
    });
    expect(response.status).toBe(200);
    expect((await whoAmI(phone)).status).toBe(401);
    expect((await whoAmI(desk)).status).toBe(401);
    expect((await whoAmI(other)).status).toBe(200);
  });
});

describe('the list of sessions', () => {
  test('shows the sessions, last used first, and which one is the current one', async () => {
    const signedInAt = app.clock.now().toISOString();
    const desk = await signInAs(app);
    app.clock.advance(3_600_000);
    const phone = await signInAs(app, { user: desk.user });
    await signInAs(app, { name: 'Karim' });
    const response = await callEndpoint(app, '/api/auth/sessions', { headers: phone.headers });
    const body = (await response.json()) as { sessions: Record<string, unknown>[] };
    expect(body.sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox sur Linux', true],
      ['Firefox sur Linux', false],
    ]);
    expect(body.sessions[1]?.lastUsedAt).toBe(signedInAt);
  });

  test('rounds the instant of last use to ten minutes', async () => {
    const signedInAt = app.clock.now();
    const lea = await signInAs(app);
    const lastUse = async () => {
      await whoAmI(lea);
      const [row] = await app.db.select().from(sessions).where(eq(sessions.userId, lea.user.id));
      return row?.lastUsedAt;
    };
    app.clock.advance(9 * 60_000);
    expect(await lastUse()).toEqual(signedInAt);
    app.clock.advance(2 * 60_000);
    expect(await lastUse()).toEqual(app.clock.now());
  });

  test('ends a chosen one, and never another user’s', async () => {
    const phone = await signInAs(app);
    const desk = await signInAs(app, { user: phone.user });
    const other = await signInAs(app, { name: 'Karim' });
    const end = (token: string) =>
      callEndpoint(app, `/api/auth/sessions/${String(claimsOf(token).jti)}`, {
        method: 'DELETE',
        headers: phone.headers,
      });
    expect((await end(desk.token)).status).toBe(200);
    expect((await end(other.token)).status).toBe(404);
    expect((await whoAmI(desk)).status).toBe(401);
    expect((await whoAmI(other)).status).toBe(200);
  });

  test('is cleared of sessions that ended a month ago', async () => {
    const { user } = await signInAs(app);
    const left = () => app.db.$count(sessions, eq(sessions.userId, user.id));
    app.clock.advance(59 * dayMs);
    await sweepSessions(app);
    expect(await left()).toBe(1);
    app.clock.advance(2 * dayMs);
    await sweepSessions(app);
    expect(await left()).toBe(0);
  });
});

describe('the profile', () => {
  const change = {
    bio: '  J’aime les romans-feuilletons. ',
    firstName: 'Léa',
    lastName: 'Petit',
    preferredGenres: ['Fantasy', 'Mystery', 'Fantasy'],
  };
  test('is changed, trimmed, and returned', async () => {
    const lea = await signInAs(app);
    const response = await save(lea.headers, change);
    expect(await response.json()).toMatchObject({
      bio: 'J’aime les romans-feuilletons.',
      name: 'Léa Petit',
      preferredGenres: ['Fantasy', 'Mystery'],
    });
    const [row] = await app.db.select().from(users).where(eq(users.id, lea.user.id));
    expect(row).toMatchObject({ firstName: 'Léa', lastName: 'Petit', displayName: 'Léa Petit' });
  });

  test.each([
    ['NUL', { firstName: 'L\0éa', bio: 'a\0b' }, { firstName: 'Léa', bio: 'ab' }],
    [
      'half a pair',
      { firstName: 'L\uD83D', bio: 'b\uDE00' },
      { firstName: 'L\uFFFD', bio: 'b\uFFFD' },
    ],
    [
      'line ends',
      { firstName: 'Léa\r\nAnne', bio: 'a\r\nb\rc' },
      { firstName: 'Léa Anne', bio: 'a\nb\nc' },
    ],
    [
      'controls',
      { firstName: 'L\u0007éa', bio: 'a\tb\u0007\u009Fc' },
      { firstName: 'L éa', bio: 'a bc' },
    ],
    [
      'marks of direction',
      { firstName: '\u202Eaé\u200FL\u2066', bio: '' },
      { firstName: 'aéL', bio: '' },
    ],
    [
      'what cannot be seen',
      { firstName: '\u200B\u3164\u2060\uFEFF\u2800', bio: '' },
      { firstName: '', bio: '' },
    ],
    [
      'an accent on its own',
      { firstName: 'Le\u200B\u0301a', bio: '' },
      { firstName: 'Léa', bio: '' },
    ],
    [
      'eighty emojis',
      { firstName: '🙂'.repeat(80), bio: '' },
      { firstName: '🙂'.repeat(80), bio: '' },
    ],
  ])('keeps texts that hold %s as they can be shown', async (_, told, expected) => {
    const lea = await signInAs(app);
    const response = await save(lea.headers, { ...change, lastName: '', ...told });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { ...expected, name: expected.firstName || 'Léa Martin' },
    ]);
  });

  test('ignores a role, credits or an address that the body carries', async () => {
    const lea = await signInAs(app);
    await save(lea.headers, { ...change, role: 'admin', credits: 1_000, email: 'x@y.test' });
    const [row] = await app.db.select().from(users).where(eq(users.id, lea.user.id));
    expect(row).toMatchObject({ role: 'reader', credits: 0, email: null });
  });

  test.each([
    ['a genre that does not exist', { ...change, preferredGenres: ['Poterie'] }],
    ['a biography that is too long', { ...change, bio: 'a'.repeat(1_001) }],
    ['a name that is too long', { ...change, lastName: 'a'.repeat(81) }],
    ['a field that is missing', { bio: '' }],
    ['no object', 'bonjour'],
  ])('refuses %s and changes nothing', async (_, body) => {
    const lea = await signInAs(app);
    const response = await save(lea.headers, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'MALFORMED' });
    const [row] = await app.db.select().from(users).where(eq(users.id, lea.user.id));
    expect(row).toEqual(lea.user);
  });
});

function kidOf(token: string): string {
  const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
  return (JSON.parse(header) as { kid: string }).kid;
}
