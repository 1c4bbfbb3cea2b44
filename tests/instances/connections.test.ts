import { execFile, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, prepareCluster, type Cluster } from './cluster.ts';
import { callRaw } from './raw-caller.ts';

const run = promisify(execFile);
const title = 'the built site';
/** Longer than any response on the slowest machine. */
const hangMs = 40_000;
const kibibyte = 1024;
const assets = new URL('../../dist/client/_astro/', import.meta.url);
const hasWrk = !spawnSync('wrk', ['-v']).error;

/** Every kind of response of our server, to a method and a body that it does not expect. */
const routes = [
  ['POST', '/api/stripe/webhook'],
  ['POST', '/api/auth/apple/callback'],
  ['POST', '/api/credit/create-checkout-session'],
  ['GET', '/api/csrf-token'],
  ['DELETE', '/api/inconnu'],
  ['PUT', '/api/csrf-token'],
  ['POST', '/'],
  ['GET', '/'],
  ['HEAD', '/robots.txt'],
  ['GET', '/inconnu'],
  ['GET', '/login'],
  ['GET', '/mentions-legales'],
  ['GET', '/romans/'],
  ['GET', '/healthz'],
  ['GET', '/%E0%A4%A'],
] as const;

/** The two that read an anonymous body. */
const readers = ['/api/stripe/webhook', '/api/auth/apple/callback'];

const host = 'Host: feuilleton.test\r\n';
const next = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
const answered = /\r\nok\n/;

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  let cluster: Cluster;
  let url: string;

  beforeAll(async () => {
    cluster = await prepareCluster(() =>
      Promise.resolve({
        DATABASE_URL: 'memory:',
        RATE_LIMIT_STORE: 'memory',
        LOG_LEVEL: 'debug',
        STRIPE_SECRET_KEY: 'sk_test_that_nobody_knows',
        STRIPE_WEBHOOK_SECRET: 'whsec_that_nobody_knows',
        // Nothing listens there.
        STRIPE_API_ADDRESS: 'http://127.0.0.1:9',
      }),
    );
    await cluster.one.start();
    ({ url } = cluster.one);
    await cluster.startProxy();
    await cluster.sendOnlyTo(cluster.one);
    // Cached from here on.
    for (const path of ['/', '/robots.txt']) await fetch(cluster.url + path);
  });
  afterAll(() => cluster.close());

  /** Sends a request through nginx; its status, or the error. */
  function send(
    method: string,
    path: string,
    { bytes = 0, headers = {} }: { bytes?: number; headers?: Record<string, string> } = {},
  ): Promise<number | string> {
    return new Promise((resolve) => {
      const lengths = bytes > 0 ? { 'content-length': String(bytes) } : {};
      const options = { method, headers: { ...headers, ...lengths }, timeout: hangMs };
      const sent = ask(cluster.url + path, options, (response) => {
        const answer = () => (response.complete ? (response.statusCode ?? 0) : 'broken off');
        response.resume().on('close', () => resolve(answer()));
      });
      sent.on('timeout', () => {
        resolve('hangs');
        sent.destroy();
      });
      sent.on('error', (error) => resolve(String(error)));
      sent.end(Buffer.alloc(bytes, 'a'));
    });
  }

  describe('an unread body', () => {
    test('behind the documented nginx makes no other visitor wait or fail', async () => {
      const sizes = [kibibyte, 70 * kibibyte, 600 * kibibyte, 3000 * kibibyte];
      const attacks = routes.flatMap(([method, path]) =>
        sizes.map((bytes) => () => send(method, path, { bytes })),
      );
      const visitors: (number | string)[] = [];
      const attackers: (number | string)[] = [];
      for (const attack of [...attacks, ...attacks]) {
        attackers.push(await attack());
        visitors.push(...(await Promise.all([send('GET', '/'), send('GET', '/healthz')])));
      }
      expect(visitors.filter((answer) => answer !== 200)).toEqual([]);
      // The attackers have their responses too: nginx has seen no broken connection.
      expect(attackers.filter((answer) => typeof answer === 'string' || answer >= 500)).toEqual([]);
    });

    test.each(routes)('of %s %s is not in the way of the next request', async (method, path) => {
      const head = `${method} ${path} HTTP/1.1\r\n${host}`;
      const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`;
      const requests = [100, 70 * kibibyte, 700 * kibibyte].flatMap((bytes) => [
        `${head}Content-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`,
        `${head}Content-Length: ${bytes}\r\nExpect: 100-continue\r\n\r\n${'a'.repeat(bytes)}`,
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunk(bytes / 2)}${chunk(bytes / 2)}0\r\n\r\n`,
      ]);
      const hanging = await Promise.all(
        requests.map(async (request) => {
          const caller = callRaw(url);
          caller.write(request + next);
          const isOver = await Promise.race([
            caller.until(answered, hangMs),
            caller.until('closed', hangMs),
          ]);
          const hasAnswer = /^HTTP\/1\.1 [1-4]\d\d /.test(caller.received());
          caller.close();
          return isOver && hasAnswer ? [] : [request.slice(0, 200), caller.received()];
        }),
      );
      expect(hanging.flat()).toEqual([]);
    });

    test.each(routes.filter(([, path]) => !readers.includes(path)))(
      'of %s %s that does not arrive is not waited for',
      async (method, path) => {
        const caller = callRaw(url);
        caller.write(`${method} ${path} HTTP/1.1\r\n${host}Content-Length: 1000000\r\n\r\nabc`);
        expect(await caller.until('closed')).toBe(true);
        expect(caller.received()).toMatch(/^HTTP\/1\.1 [2-4]\d\d /);
        expect(caller.received()).toMatch(/\r\nconnection: close\r\n/i);
        caller.close();
      },
    );

    test('that does not end is read up to a limit', async () => {
      const caller = callRaw(url);
      caller.write(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`);
      const piece = `10000\r\n${'a'.repeat(65_536)}\r\n`;
      const giveUpAt = performance.now() + 2 * hangMs;
      while (!caller.socket.destroyed && performance.now() < giveUpAt) {
        caller.write(piece);
        await wait(1);
      }
      expect(caller.socket.destroyed).toBe(true);
      expect(caller.received()).toMatch(/^HTTP\/1\.1 405 /);
    });
  });

  describe('a request that nginx accepts and our server refuses', () => {
    test.each([
      ['a head that is too long', 'POST', '/', 3000 * kibibyte],
      ['an address that a redirect would repeat', 'GET', `/romans/?q=${'a'.repeat(7000)}`, 0],
      ['one that would grow in it', 'GET', `/romans/?q=${'%C3%A9'.repeat(1200)}`, 0],
    ])('%s takes the site from nobody', async (_, method, path, bytes) => {
      const long = { 'x-a': 'a'.repeat(7000), 'x-b': 'b'.repeat(7000), 'x-c': 'c'.repeat(7000) };
      const sent = { bytes, headers: bytes > 0 ? long : {} };
      for (let count = 0; count < 3; count++) {
        const answer = await send(method, path, sent);
        expect([400, 431]).toContain(answer);
        expect(await send('GET', '/healthz')).toBe(200);
      }
    });
  });

  describe('a body that arrives slowly', () => {
    test.each([
      ['stops', 'abc', 0],
      ['drips', 'abc', 1000],
    ])('and %s is given up, and so is its connection', async (_, first, everyMs) => {
      await Promise.all(
        readers.map(async (path) => {
          const caller = callRaw(url);
          caller.write(`POST ${path} HTTP/1.1\r\n${host}Content-Length: 60000\r\n\r\n${first}`);
          const dripping = everyMs > 0 && setInterval(() => caller.write('a'), everyMs);
          expect(await caller.until('closed')).toBe(true);
          if (dripping) clearInterval(dripping);
          // Apple's page cannot show a refusal: it leads to the sign-in page.
          expect(caller.received()).toMatch(/^HTTP\/1\.1 (?:408|303) /);
          expect(caller.received()).toMatch(/\r\nconnection: close\r\n/i);
          caller.close();
        }),
      );
    });

    test('just fast enough has thirty seconds', async () => {
      const caller = callRaw(url);
      caller.write(`POST /api/stripe/webhook HTTP/1.1\r\n${host}Content-Length: 500000\r\n\r\n`);
      const startedAt = performance.now();
      const sending = setInterval(() => caller.write('a'.repeat(1000)), 250);
      expect(await caller.until('closed', 120_000)).toBe(true);
      clearInterval(sending);
      expect(caller.received()).toMatch(/^HTTP\/1\.1 408 /);
      expect(performance.now() - startedAt).toBeGreaterThan(25_000);
      caller.close();
    });
  });

  test('a caller who disconnects is a line at debug, and no error', async () => {
    const started = cluster.one.written().length;
    for (const [method, path] of routes) {
      const caller = callRaw(url);
      caller.write(`${method} ${path} HTTP/1.1\r\n${host}Content-Length: 50000\r\n\r\nabc`);
      await wait(readers.includes(path) ? 100 : 0);
      caller.socket.resetAndDestroy();
    }
    const lines = () => cluster.one.written().slice(started).split('\n').filter(Boolean);
    const aborted = () => lines().filter((line) => line.includes('"aborted":true'));
    while (aborted().length < readers.length) await wait(50);
    await wait(500);
    for (const path of readers) {
      const line = aborted().find((one) => one.includes(`"route":"${path}"`)) ?? '{}';
      expect(JSON.parse(line)).toMatchObject({ level: 20, msg: 'request', method: 'POST' });
    }
    const complaints = lines().filter((line) => !/^\{"level":[123]0,/.test(line));
    expect(complaints.filter((line) => !line.includes('reconciliation'))).toEqual([]);
  });

  test.each(['/404', '/500'])('%s is not there when it is asked for by name', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(url + path, { method });
      expect(response.status).toBe(404);
      const text = await response.text();
      expect(text.includes('Cette page n’existe pas')).toBe(method === 'GET');
    }
  });

  describe('a response without a body', () => {
    /** A cached page, an uncached resource, a feed, a built page. */
    const revalidated = ['/', '/robots.txt', '/feed.xml', '/mentions-legales'];
    /** These, and a built file: its name has its content's hash, nobody asks for it again. */
    const paths = async () => {
      const script = (await readdir(assets)).find((name) => name.endsWith('.js')) ?? '';
      return [...revalidated, `/_astro/${script}`];
    };

    test('to a caller who has the page has no length, and the connection stays open', async () => {
      for (const path of revalidated) {
        for (const encoding of ['br', 'identity']) {
          for (const to of [url, cluster.url]) {
            const headers = { 'accept-encoding': encoding };
            const { headers: first } = await fetch(to + path, { headers });
            const caller = callRaw(to);
            caller.write(`GET ${path} HTTP/1.1\r\n${host}Accept-Encoding: ${encoding}\r\n`);
            caller.write(`If-None-Match: ${first.get('etag')}\r\n\r\n`);
            expect(await caller.until(/\r\n\r\n/)).toBe(true);
            expect(caller.received()).toMatch(/^HTTP\/1\.1 304 /);
            expect(caller.received()).not.toMatch(/\r\n(?:content-length|transfer-encoding):/i);
            caller.write(next);
            expect(await caller.until(answered)).toBe(true);
            caller.close();
          }
        }
      }
    });

    test('to HEAD has the length of what GET sends in the same encoding', async () => {
      for (const path of await paths()) {
        for (const encoding of ['br', 'identity']) {
          const headers = { 'accept-encoding': encoding };
          const [head, get] = await Promise.all(
            ['HEAD', 'GET'].map((method) => fetch(url + path, { method, headers })),
          );
          expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'));
          expect(head?.headers.get('content-encoding')).toBe(get?.headers.get('content-encoding'));
          expect(await head?.text()).toBe('');
        }
      }
    });

    test.skipIf(!hasWrk)(
      `keeps no client of wrk waiting${hasWrk ? '' : ' (skipped: wrk is not installed)'}`,
      async () => {
        const asked = ['-t1', '-c4', '-d1s', '-H', 'If-None-Match: *', '-H', 'Accept-Encoding: br'];
        const { stdout } = await run('wrk', [...asked, `${url}/`]);
        const answers = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
        expect(stdout).not.toContain('Socket errors');
        // Otherwise each connection would wait for ever after its first one.
        expect(answers).toBeGreaterThan(8);
      },
    );
  });
});
