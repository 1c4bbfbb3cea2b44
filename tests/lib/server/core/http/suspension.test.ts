import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { challengeLocks } from '#server/core/db/schema/protection.ts';
import type { Render } from '#server/core/http/render-page.ts';
import { createHttpServer } from '#server/core/http/server.ts';
import { findPageLock } from '#server/people/protection/access-lock.ts';
import { lockCookie } from '#server/people/protection/lock-cookie.ts';
import { isKept, openTestApp } from '#tests/world/app.ts';
import { testRoutes } from '#tests/world/site.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;
type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

const subject = 'user:01930000-0000-7000-8000-000000000000';
const novel = '/novel/un-roman';
const chapter = '/chapter/01930000-0000-7000-8000-000000000001';

let queries: string[] = [];
let app: TestApp;
let server: Server;
let folder: string;
beforeAll(async () => {
  app = await openTestApp({}, { onQuery: (query) => void queries.push(query) });
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-empty-'));
  // The build's own pages are tried in the browser; here each page says which one it is.
  const render: Render = (asked, { lockedUntil }) => {
    const { pathname, search } = new URL(asked.url);
    const text = `${pathname}${search} ${lockedUntil?.toISOString() ?? 'for everybody'}`;
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return Promise.resolve(new Response(text, { status: lockedUntil ? 423 : 200, headers }));
  };
  server = createHttpServer({ app, render, ...testRoutes, clientFolder: folder });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
  await rm(folder, { recursive: true });
});

let lockedUntil: Date;
let cookie: string;
beforeEach(async () => {
  app.clock.advance(3_600_000);
  app.pages.clear();
  const now = app.clock.now();
  lockedUntil = new Date(now.getTime() + 600_000);
  await app.db.delete(challengeLocks);
  await app.db.insert(challengeLocks).values({ subject, errors: 2, lockedUntil, updatedAt: now });
  cookie = lockCookie({ subject, lockedUntil }, app.config, now).split(';', 1)[0] ?? '';
  queries = [];
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asking.on('error', reject);
    asking.end();
  });
}

describe('a page of a novel or a chapter', () => {
  test.each([
    ['a novel', novel],
    ['its list', `${novel}?tri=desc&page=2`],
    ['its feed', `${novel}/feed.xml`],
    ['a novel by its id', '/novel/01930000-0000-7000-8000-000000000002'],
    ['a chapter', chapter],
    ['an absolute address', `http://feuilleton.test${chapter}`],
  ])('is the suspension page for who is locked out: %s', async (_, path) => {
    const first = await ask(path);
    expect(first.status).toBe(200);
    expect(first.body).toContain('for everybody');
    const answer = await ask(path, { cookie: `autre=1; ${cookie}` });
    expect(answer.status).toBe(423);
    expect(answer.body).toBe(`/suspension ${lockedUntil.toISOString()}`);
    expect(answer.headers['retry-after']).toBe('600');
  });

  test('is not answered by “not modified” to who is locked out', async () => {
    const { headers } = await ask(novel);
    const held = { 'if-none-match': headers.etag ?? '' };
    expect((await ask(novel, held)).status).toBe(304);
    expect((await ask(novel, { ...held, cookie })).status).toBe(423);
  });

  test.each(['/%256eovel/un-roman', '/%2563hapter/un', '/%2535%2530%2530'])(
    'is not got round by encoding an address twice: %s',
    async (path) => {
      expect((await ask(path, { cookie })).body).toBe('/404 for everybody');
    },
  );

  test('is without a body for HEAD', async () => {
    expect(await ask(novel, { cookie }, 'HEAD')).toMatchObject({ status: 423, body: '' });
  });

  test('is not reached by another spelling of its address', async () => {
    for (const path of ['//novel/un-roman', '/%6Eovel/un-roman', '/novel//un-roman/']) {
      const answer = await ask(path, { cookie });
      expect([301, 423], path).toContain(answer.status);
      if (answer.status === 301) expect(answer.headers.location).toBe(novel);
    }
  });

  test('comes from the cache for everybody else, without a query', async () => {
    await ask(novel);
    queries = [];
    const forged = cookie.replace(/\d{13}/, '9999999999999');
    for (const headers of [{}, { cookie: 'autre=1' }, { cookie: forged }]) {
      expect((await ask(novel, headers)).body).toBe(`${novel} for everybody`);
    }
    expect(queries).toEqual([]);
  });

  test('comes back with the end of the lock, and when a challenge has ended it before', async () => {
    await app.db.delete(challengeLocks);
    expect((await ask(novel, { cookie })).status).toBe(200);
    await app.db
      .insert(challengeLocks)
      .values({ subject, errors: 2, lockedUntil, updatedAt: app.clock.now() });
    expect((await ask(novel, { cookie })).status).toBe(423);
    app.clock.advance(600_000);
    expect((await ask(novel, { cookie })).status).toBe(200);
  });

  test('that was suspended for one is kept for nobody', async () => {
    await ask(novel, { cookie });
    expect(isKept(app, novel)).toBe(false);
    expect(isKept(app, '/suspension')).toBe(false);
    expect((await ask(novel)).body).toBe(`${novel} for everybody`);
  });
});

test('other pages stay open to who is locked out', async () => {
  for (const path of ['/', '/sitemap.xml', '/robots.txt', '/novels']) {
    expect((await ask(path, { cookie })).body, path).toContain('for everybody');
  }
});

test('the cookie alone decides while the database does not answer', async () => {
  const gone = await openTestApp();
  await gone.close();
  const silent = { ...gone, clock: app.clock };
  expect(await findPageLock(silent, cookie)).toEqual(lockedUntil);
});
