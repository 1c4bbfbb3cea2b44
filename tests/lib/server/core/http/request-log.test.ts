import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Render } from '#server/core/http/render-page.ts';
import { openSite, type TestSite } from '#tests/world/site.ts';

const secrets = {
  'x-auth-token': 'eyJ-jeton-secret',
  'x-client-token': 'jeton-client-secret',
  'csrf-token': 'csrf-secret',
  cookie: 'browser=cookie-secret',
  authorization: 'Bearer autorisation-secrete',
};
const anyId = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

const astro: Render = (request, locals) => {
  locals.route = '/api/auth/[provider]/callback';
  if (request.url.includes('casse')) return Promise.reject(new Error('broken on purpose'));
  return Promise.resolve(Response.json({}));
};

let site: TestSite;
beforeAll(async () => {
  site = await openSite(astro);
});
beforeEach(() => {
  site.lines.length = 0;
  site.app.pages.clear();
});
afterAll(() => site.close());

const requests = () => site.lines.filter(({ msg }) => msg === 'request');

/** The line is written after the response, which its reader does not see. */
async function lineOf(requestId: string | null): Promise<Record<string, unknown>> {
  for (;;) {
    const line = requests().find((one) => one.requestId === requestId);
    if (line) return line;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a request is one line: id, method, route, status, duration, and no personal data', async () => {
  const response = await fetch(
    `${site.url}/api/auth/google/callback?code=code-secret&email=lea@exemple.test`,
    { headers: secrets },
  );
  const requestId = response.headers.get('x-request-id');
  expect(requestId).toMatch(anyId);
  const { durationMs, time, ...line } = await lineOf(requestId);
  expect(line).toEqual({
    level: 30,
    msg: 'request',
    requestId,
    method: 'GET',
    route: '/api/auth/[provider]/callback',
    status: 200,
  });
  expect(typeof durationMs).toBe('number');
  expect(typeof time).toBe('number');
  expect(requests()).toHaveLength(1);
  expect(JSON.stringify(site.lines)).not.toMatch(/secret|exemple\.test|127\.0\.0\.1/);
});

test.each([
  ['a page', '/novel/un-roman', 200, '/api/auth/[provider]/callback'],
  ['a redirect', '/novel/un-roman/', 301, 'redirect'],
  ['an address that is none', '/%E0%A4%A', 400, 'other'],
])('%s has its id and its line too', async (_, path, status, route) => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  expect(response.status).toBe(status);
  const line = await lineOf(response.headers.get('x-request-id'));
  expect(line).toMatchObject({ status, route });
});

test('an unsupported method is refused without an error', async () => {
  const status = await new Promise((resolve, reject) => {
    const asking = request(`${site.url}/api/novels`, { method: 'TRACE' }, (response) => {
      resolve(response.resume().statusCode);
    });
    asking.on('error', reject).end();
  });
  expect(status).toBe(405);
  expect(site.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('health checks are logged at debug only', async () => {
  const response = await fetch(`${site.url}/readyz`);
  const line = await lineOf(response.headers.get('x-request-id'));
  expect(line).toMatchObject({ level: 20, route: '/readyz', status: 200 });
});

test('an error is logged with its response’s id, without the address', async () => {
  for (const path of ['/api/casse?jeton=secret', '/novel/casse']) {
    const response = await fetch(site.url + path);
    expect(response.status).toBe(500);
    const requestId = response.headers.get('x-request-id');
    const error = site.lines.find((line) => line.level === 50 && line.requestId === requestId);
    expect(error).toMatchObject({ msg: 'request failed', err: { message: 'broken on purpose' } });
    expect(await lineOf(requestId)).toMatchObject({ status: 500 });
  }
  expect(JSON.stringify(site.lines)).not.toMatch(/secret|\?/);
});

test('a cached page is not logged', async () => {
  const first = await fetch(`${site.url}/novel/un-roman`);
  await lineOf(first.headers.get('x-request-id'));
  const second = await fetch(`${site.url}/novel/un-roman`);
  expect(second.status).toBe(200);
  expect(second.headers.get('x-request-id')).toBeNull();
  expect(requests()).toHaveLength(1);
});

test('a trusted proxy sets the request’s id; others do not', async () => {
  const given = '0123456789abcdef0123456789abcdef';
  const named = (id: string, at = site) =>
    fetch(`${at.url}/healthz`, { headers: { 'x-request-id': id } }).then(({ headers }) =>
      headers.get('x-request-id'),
    );
  expect(await named(given)).toMatch(anyId);
  const behindProxy = await openSite(astro, { TRUST_PROXY: '1' });
  expect(await named(given, behindProxy)).toBe(given);
  expect(await named('lea@exemple.test, autre', behindProxy)).toMatch(anyId);
  await behindProxy.close();
});
