import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/lib/server/db/schema/identity.ts';
import { csrfHeader } from '../../src/lib/server/http/csrf.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allCalls, allChanges } from '../world/calls.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';

type Headers = Record<string, string>;

let app: Awaited<ReturnType<typeof openTestApp>>;
let lea: TestBrowser;
beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '100000' });
  lea = await signInAs(app);
});
afterAll(() => app.close());

const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

/** What a browser lets a page elsewhere send: its cookies, no header of its own. */
const crossSiteForm = (headers: Headers): Headers => ({
  cookie: headers.cookie ?? '',
  origin: 'https://ailleurs.test',
  'sec-fetch-site': 'cross-site',
  'content-type': 'application/x-www-form-urlencoded',
});

const attacks: Record<string, (headers: Headers) => Promise<Headers> | Headers> = {
  'a form on another site, with the browser’s cookies': crossSiteForm,
  'a request of another site that knows every header': (headers) => ({
    ...headers,
    'sec-fetch-site': 'cross-site',
  }),
  'a request of a sibling host': (headers) => ({ ...headers, 'sec-fetch-site': 'same-site' }),
  'an older browser’s request of another site': (headers) => ({
    ...headers,
    origin: 'https://ailleurs.test',
  }),
  'a request of a page without origin': (headers) => ({ ...headers, origin: 'null' }),
  'no CSRF token': (headers) => without(headers, csrfHeader),
  'the CSRF token of another browser': async (headers) => ({
    ...headers,
    [csrfHeader]: (await changeHeaders(app))[csrfHeader] ?? '',
  }),
  'a CSRF token without its cookie': (headers) => ({ ...headers, cookie: '' }),
  'a CSRF token with a later date': (headers) => ({
    ...headers,
    [csrfHeader]: `9999999999999.${headers[csrfHeader]?.split('.')[1] ?? ''}`,
  }),
  'a garbled CSRF token': (headers) => ({ ...headers, [csrfHeader]: '0.0' }),
};

/** Only those that came from our pages get as far as asking who calls. */
const csrfRefusals = ['CSRF_VALIDATION_ERROR', 'CLIENT_TOKEN_INVALID'];

async function errorOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { error?: unknown }).error;
}

function send(call: (typeof allChanges)[number][1], headers: Headers, body = '{}') {
  return callEndpoint(app, addressOf(call), { method: call.method, headers, body });
}

describe.each(allChanges)('%s', (_, call) => {
  test.each(Object.entries(attacks))('refuses %s', async (_name, attack) => {
    const response = await send(call, await attack(lea.headers));
    expect(response.status).toBe(403);
    expect(csrfRefusals).toContain(await errorOf(response));
  });

  test.each([
    ['a forged client token', '01890000-0000-7000-8000-000000000000.forged'],
    ['no client token', ''],
  ])('refuses %s', async (_name, clientToken) => {
    const response = await send(call, { ...lea.headers, 'x-client-token': clientToken });
    expect([response.status, await errorOf(response)]).toEqual([403, 'CLIENT_TOKEN_INVALID']);
    expect(response.headers.get('x-error')).toBe('CLIENT_TOKEN_INVALID');
  });

  test('refuses a stranger, however well behaved', async () => {
    const response = await send(call, await changeHeaders(app));
    expect([response.status, await errorOf(response)]).toEqual([401, 'SIGN_IN_REQUIRED']);
  });

  test('refuses a body that is no JSON, or is too long', async () => {
    const garbled = await send(call, lea.headers, '{"rating":');
    expect(garbled.status).toBe(400);
    const long = await send(call, lea.headers, JSON.stringify('a'.repeat(70_000)));
    expect([long.status, await errorOf(long)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

test('none of it changed anything', async () => {
  const [row] = await app.db.select().from(users);
  expect(row).toEqual(lea.user);
});

describe('the CSRF token', () => {
  test('comes with a cookie that no script and no other site can use', async () => {
    const response = await callEndpoint(app, '/api/csrf-token');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-feuilleton_csrf=[\w-]{43}; /);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(await response.json()).toEqual({ csrfToken: expect.any(String) as string });
  });

  test('of one tab stays good when another tab asks for its own', async () => {
    const first = await signInAs(app, { name: 'Deux Onglets' });
    const second = await callEndpoint(app, '/api/csrf-token', { headers: first.headers });
    const { csrfToken } = (await second.json()) as { csrfToken: string };
    for (const token of [first.headers[csrfHeader] ?? '', csrfToken]) {
      const response = await callEndpoint(app, '/api/auth/profile', {
        method: 'PUT',
        headers: { ...first.headers, [csrfHeader]: token },
        body: JSON.stringify({ bio: '', firstName: '', lastName: '', preferredGenres: [] }),
      });
      expect(response.status).toBe(200);
    }
  });

  test('is good for an hour', async () => {
    const browser = await signInAs(app, { name: 'Une Heure' });
    const tryAgain = () =>
      callEndpoint(app, '/api/auth/profile', {
        method: 'PUT',
        headers: browser.headers,
        body: JSON.stringify({ bio: '', firstName: '', lastName: '', preferredGenres: [] }),
      });
    app.clock.advance(59 * 60_000);
    expect((await tryAgain()).status).toBe(200);
    app.clock.advance(2 * 60_000);
    expect((await tryAgain()).status).toBe(403);
  });
});

test('every call that is declared has an endpoint', async () => {
  for (const [name, call] of allCalls) {
    const response = await callEndpoint(app, addressOf(call), { method: call.method });
    expect(response.headers.get('content-type'), name).toContain('application/json');
    expect(await response.json(), name).not.toMatchObject({
      message: 'Cette adresse n’existe pas.',
    });
  }
});
