import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#server/core/db/schema/identity.ts';
import { csrfHeader } from '#server/core/http/csrf.ts';
import { noBody } from '#shared/contracts/fields.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addressOf, allChanges } from '../world/calls.ts';
import { unknownId } from '../world/marks.ts';
import { changeHeaders, signInAs, type TestBrowser } from '../world/people.ts';

type Headers = Record<string, string>;
type Change = (typeof allChanges)[number][1];

let app: Awaited<ReturnType<typeof openTestApp>>;
let lea: TestBrowser;

beforeAll(async () => {
  app = await openTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  lea = await signInAs(app, { role: 'admin' });
});
afterAll(() => app.close());

const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

/** What another site's page can make a browser send: its cookies, no custom header. */
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

/** Only requests from our pages get as far as the session check. */
const csrfRefusals = ['CSRF_VALIDATION_ERROR', 'CLIENT_TOKEN_INVALID'];

async function errorOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { error?: unknown }).error;
}

/** Asks for a change, and whether its body was read before the answer. */
async function sendUnread(call: Change, headers: Headers): Promise<[Response, isRead: boolean]> {
  let isRead = false;
  const pull = () => {
    isRead = true;
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const init = { method: call.method, headers, body, duplex: 'half' };
  return [await callEndpoint(app, addressOf(call, unknownId), init), isRead];
}

const account = async () => [
  await app.db.select().from(users),
  (await app.db.select().from(sessions)).map(({ id, endedAt }) => ({ id, endedAt })),
];

// What each accepted call changes is its own tests' matter; who may make it, permissions.test.ts'.
describe.each(allChanges)('%s', (_, call) => {
  test.each(Object.entries(attacks))('refuses %s, unread', async (_name, attack) => {
    const before = await account();
    const [response, isRead] = await sendUnread(call, await attack(lea.headers));
    expect([response.status, isRead]).toEqual([403, false]);
    expect(csrfRefusals).toContain(await errorOf(response));
    expect(await account()).toEqual(before);
  });

  test.each([
    ['a forged client token', '01890000-0000-7000-8000-000000000000.forged'],
    ['no client token', ''],
  ])('refuses %s, unread', async (_name, clientToken) => {
    const headers = { ...lea.headers, 'x-client-token': clientToken };
    const [response, isRead] = await sendUnread(call, headers);
    expect([response.status, isRead]).toEqual([403, false]);
    expect(await errorOf(response)).toBe('CLIENT_TOKEN_INVALID');
    expect(response.headers.get('x-error')).toBe('CLIENT_TOKEN_INVALID');
  });
});

// A call about an object looks for it before it reads: permissions.test.ts.
test.each(allChanges.filter(([, { path, body }]) => body !== noBody && !path.includes('{')))(
  '%s refuses a body that is invalid JSON or too long',
  async (_, call) => {
    const { headers } = lea;
    // A file's name is in the address, which is parsed before its bytes are read.
    const address = addressOf(call) + (call.isFileBody ? '?name=livre.epub' : '');
    const send = (body: string) =>
      callEndpoint(app, address, { method: call.method, headers, body });
    if (!call.isFileBody) expect((await send('{"rating":')).status).toBe(400);
    const long = await send(JSON.stringify('a'.repeat((call.bodyMaxBytes ?? 64 * 1024) + 1)));
    expect([long.status, await errorOf(long)]).toEqual([413, 'BODY_TOO_LARGE']);
  },
);

describe('the CSRF token', () => {
  test('comes with an HttpOnly cookie that is not sent cross-site', async () => {
    const response = await callEndpoint(app, '/api/csrf-token');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-feuilleton_csrf=[\w-]{43}; /);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(await response.json()).toEqual({ csrfToken: expect.any(String) as string });
  });

  test('is given without a look at the session, which the change after it needs', async () => {
    const { headers, user } = await signInAs(app, { name: 'Session Finie' });
    const endedAt = app.clock.now();
    await app.db.update(sessions).set({ endedAt }).where(eq(sessions.userId, user.id));
    const given = await callEndpoint(app, '/api/csrf-token', { headers });
    expect(given.status).toBe(200);
    const refused = await callEndpoint(app, '/api/auth/profile', { method: 'PUT', headers });
    expect(refused.status).toBe(401);
  });

  test('of one tab stays valid when another tab asks for its own', async () => {
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

  test('is valid for an hour', async () => {
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
