import { mkdtemp, rm } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { createRateLimit } from '#server/core/http/rate-limit.ts';
import type { Render } from '#server/core/http/render-page.ts';
import { createHttpServer } from '#server/core/http/server.ts';
import { openTestApp } from '#tests/world/app.ts';
import { callEndpoint } from '#tests/world/call-endpoint.ts';
import { testRoutes } from '#tests/world/site.ts';

type Answer = { status: number; retryAfter: string | undefined; body: string };
type Headers = Record<string, string | string[]>;

const allowed = 2;
const call = '/api/novels';
const page = '/page-inconnue';

let opened: App;
let folder: string;
let server: Server;
beforeAll(async () => {
  opened = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-empty-'));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/**
 * The real server on a free port, with nothing counted yet; endpoints answer without Astro between
 * them and it.
 */
async function start(trustProxyHops: number): Promise<void> {
  const { config } = opened;
  const app: App = {
    ...opened,
    config: { ...config, trustProxyHops, rateLimitPerMinute: allowed },
    rateLimit: createRateLimit({
      perMinute: allowed,
      secretKeys: config.secretKeys,
      store: 'memory',
    }),
  };
  const render: Render = (asked, { address }) => {
    const path = new URL(asked.url).pathname;
    return path.startsWith('/api/')
      ? callEndpoint(app, path, { address })
      : Promise.resolve(new Response('une page'));
  };
  server = createHttpServer({ app, render, ...testRoutes, clientFolder: folder });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** A request with these headers; a list of values makes as many lines. */
function ask(path: string, headers: Headers = {}): Promise<Answer> {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        const retryAfter = response.headers['retry-after'];
        resolve({ status: response.statusCode ?? 0, retryAfter, body });
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** The statuses of one request per value, one after the other. */
async function askEach(path: string, headers: readonly Headers[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const each of headers) statuses.push((await ask(path, each)).status);
  return statuses;
}

const forwarded = (...values: (string | string[])[]): Headers[] =>
  values.map((value) => ({ 'x-forwarded-for': value }));

describe.each([call, page])('a caller of %s', (path) => {
  test('without a proxy gains nothing by writing X-Forwarded-For', async () => {
    await start(0);
    const headers = forwarded('203.0.113.1', '203.0.113.2', '203.0.113.3, 10.0.0.1', '::1');
    expect(await askEach(path, headers)).toEqual([200, 200, 429, 429]);
  });

  test('gains nothing by other headers that proxies write', async () => {
    await start(1);
    const names = ['forwarded', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip'];
    const headers = names.map((name, number) => ({
      [name]: name === 'forwarded' ? `for=203.0.113.${number}` : `203.0.113.${number}`,
      'x-forwarded-for': '198.51.100.1',
    }));
    expect(await askEach(path, headers)).toEqual([200, 200, 429, 429, 429]);
  });

  test('behind a proxy gains nothing by what stands before the proxy’s own word', async () => {
    await start(1);
    const headers = forwarded(
      '203.0.113.1, 198.51.100.1',
      '203.0.113.2, 203.0.113.3, 198.51.100.1',
      'moi, 198.51.100.1',
      ['203.0.113.4', '198.51.100.1'],
      ', , 198.51.100.1,',
    );
    expect(await askEach(path, headers)).toEqual([200, 200, 429, 429, 429]);
  });

  test('behind two proxies is who the outer one saw', async () => {
    await start(2);
    const headers = forwarded(
      '203.0.113.1, 198.51.100.1, 10.0.0.2',
      '203.0.113.2, 198.51.100.1, 10.0.0.2',
      '203.0.113.3, 198.51.100.1, 10.0.0.2',
      '203.0.113.3, 198.51.100.2, 10.0.0.2',
    );
    expect(await askEach(path, headers)).toEqual([200, 200, 429, 200]);
  });

  test('gains nothing by other ports, nor by other addresses of its IPv6 network', async () => {
    await start(1);
    const ports = forwarded('198.51.100.1:1000', '198.51.100.1:1001', '198.51.100.1');
    expect(await askEach(path, ports)).toEqual([200, 200, 429]);
    const network = forwarded('2001:db8:1:2::1', '[2001:db8:1:2::2]:443', '2001:DB8:1:2:a:b:c:d');
    expect(await askEach(path, network)).toEqual([200, 200, 429]);
  });

  test('gains little by the other networks of its house, or of its site', async () => {
    await start(1);
    const house = forwarded(
      ...Array.from({ length: 12 }, (_, link) => `2001:db8:1:ab0${link.toString(16)}::1`),
    );
    const passed = (statuses: number[]) => statuses.filter((status) => status === 200).length;
    expect(passed(await askEach(path, house))).toBe(4 * allowed);
    const site = forwarded(
      ...Array.from({ length: 60 }, (_, home) => `2001:db8:1:${(home * 256).toString(16)}::1`),
    );
    expect(passed(await askEach(path, site))).toBe(12 * allowed);
  });

  test('behind a proxy that says nothing it can read counts as the proxy', async () => {
    await start(1);
    const headers = [{}, ...forwarded('moi', 'unknown', '999.1.1.1')];
    expect(await askEach(path, headers)).toEqual([200, 200, 429, 429]);
  });

  test('behind a proxy is counted apart from others behind it', async () => {
    await start(1);
    const one = forwarded('198.51.100.1', '198.51.100.1', '198.51.100.1');
    expect(await askEach(path, one)).toEqual([200, 200, 429]);
    expect(await askEach(path, forwarded('198.51.100.2'))).toEqual([200]);
  });
});

test('a call too many is answered with the sentence and the wait', async () => {
  await start(0);
  await askEach(call, [{}, {}]);
  const { status, retryAfter, body } = await ask(call);
  expect(status).toBe(429);
  expect(retryAfter).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(JSON.parse(body)).toMatchObject({
    error: 'RATE_LIMITED',
    message: 'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
    msg: 'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
  });
});

test.each([['/api/rien'], ['/api/rien/du/tout?x=1']])(
  'calls that do not exist are counted too: %s',
  async (path) => {
    await start(0);
    expect(await askEach(path, [{}, {}, {}])).toEqual([404, 404, 429]);
  },
);

test('pages and calls are counted apart', async () => {
  await start(0);
  expect(await askEach(page, [{}, {}, {}])).toEqual([200, 200, 429]);
  expect(await askEach(call, [{}])).toEqual([200]);
});

describe('chapters that are kept', () => {
  const chapter = '/chapter/01930000-0000-7000-8000-000000000001';
  /** Once to be rendered, and then twice what may be rendered in a minute. */
  const chapters = 1 + 2 * allowed;

  test('have a budget of their own, whatever is written behind the address', async () => {
    opened.pages.clear();
    await start(0);
    const statuses: number[] = [];
    for (let time = 0; time < chapters + 2; time++) {
      statuses.push((await ask(time % 2 === 0 ? chapter : `${chapter}?x=${time}`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const { retryAfter } = await ask(chapter);
    expect(retryAfter).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });

  test('are counted for each caller apart, and for an IPv6 site together', async () => {
    opened.pages.clear();
    await start(1);
    const passed = (statuses: number[]) => statuses.filter((status) => status === 200).length;
    const one = forwarded(...Array.from({ length: 9 }, () => '192.0.2.1'));
    expect(passed(await askEach(chapter, one))).toBe(chapters);
    expect(passed(await askEach(chapter, forwarded('192.0.2.2')))).toBe(1);
    const site = forwarded(
      ...Array.from({ length: 100 }, (_, home) => `2001:db8:1:${(home * 256).toString(16)}::1`),
    );
    expect(passed(await askEach(chapter, site))).toBe(16 * 2 * allowed);
  });

  test('leave other kept pages free', async () => {
    opened.pages.clear();
    await start(0);
    const statuses = await askEach(
      '/novel/un-roman',
      Array.from({ length: 20 }, () => ({})),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
