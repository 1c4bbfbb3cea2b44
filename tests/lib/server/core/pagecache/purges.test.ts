import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPurger } from '#server/core/pagecache/purger.ts';
import { createPurges, type Purges } from '#server/core/pagecache/purges.ts';
import type { CdnSettings } from '#server/core/config/cdn.ts';

type Seen = { asked: string; headers: NodeJS.Dict<string | string[]>; body: string };

/** The CDN's side: what it was asked, and the statuses that it answers next; then 200. */
let seen: Seen[];
let statuses: number[];
let server: Server;
let address: string;
let purges: Purges | null;
let registry: Registry;

beforeEach(async () => {
  [seen, statuses, purges, registry] = [[], [], null, new Registry()];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ asked: `${method} ${url}`, headers, body });
      response.writeHead(statuses.shift() ?? 200).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await purges?.close();
  server.closeAllConnections();
  server.close();
});

const purgerOf = (kind: CdnSettings['kind'], path = '') =>
  createPurger({ kind, addresses: [`${address}${path}`], token: 'secret' });
const open = () => {
  const world = { log: pino({ level: 'silent' }), registry, firstRetryMs: 50 };
  return (purges = createPurges(purgerOf('varnish'), world));
};
const keys = () => seen.map(({ headers }) => headers.xkey);

describe('a purge', () => {
  test.each([
    ['varnish', '', 'PURGE /', { xkey: 'home novel:1' }, ''],
    [
      'fastly',
      '/service/S1',
      'POST /service/S1/purge',
      { 'fastly-key': 'secret', 'surrogate-key': 'home novel:1' },
      '',
    ],
    [
      'cloudflare',
      '/client/v4/zones/Z1',
      'POST /client/v4/zones/Z1/purge_cache',
      { authorization: 'Bearer secret', 'content-type': 'application/json' },
      '{"tags":["home","novel:1"]}',
    ],
  ] as const)('is what %s takes', async (kind, path, asked, headers, body) => {
    await purgerOf(kind, path).purge(['home', 'novel:1']);
    expect(seen).toMatchObject([{ asked, headers, body }]);
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
    statuses = [403];
    await expect(purgerOf(kind, path).purge(['home'])).rejects.toThrow('403');
  });

  test.each([
    ['varnish', { xkey: 'home novel:1' }],
    ['fastly', { 'surrogate-key': 'home novel:1' }],
    ['cloudflare', { 'cache-tag': 'home,novel:1' }],
  ] as const)('finds pages of %s by their header', (kind, headers) => {
    expect(purgerOf(kind).headersOf(['home', 'novel:1'])).toEqual(headers);
    expect(purgerOf(kind).headersOf([])).toEqual({});
  });
});

describe('a change', () => {
  test('is purged when it returns, and once more for pages that were under way', async () => {
    await open().changed(['novel:1']);
    expect(keys()).toEqual(['novel:1']);
    await expect.poll(keys, { timeout: 10_000 }).toEqual(['novel:1', 'novel:1']);
  });

  test('of many things is purged in batches, those of one moment together', async () => {
    const { changed } = open();
    const many = Array.from({ length: 150 }, (_, index) => `chapter:${index}`);
    await Promise.all([changed(many), changed(['home']), changed(['home', 'novel:1'])]);
    const sent = keys().map((key) => String(key).split(' '));
    expect(sent.length).toBeLessThanOrEqual(3);
    expect(sent.flat().toSorted()).toEqual([...many, 'home', 'novel:1'].toSorted());
  });

  test('is purged again until the CDN takes it, and delays nobody then', async () => {
    const { changed } = open();
    statuses = [500, 429, 503];
    await changed(['novel:1']);
    await changed(['novel:2']);
    expect(await registry.metrics()).toMatch(/purges_total{result="failed"} [12]/);
    const all = () =>
      new Set(
        keys()
          .slice(3)
          .flatMap((key) => String(key).split(' ')),
      );
    await expect.poll(all, { timeout: 10_000 }).toEqual(new Set(['novel:1', 'novel:2']));
    await expect
      .poll(() => registry.metrics(), { timeout: 10_000 })
      .toContain('feuilleton_cdn_purges_waiting 0');
  });

  test('does not fail where the CDN cannot be reached; the rest is sent when the site stops', async () => {
    const { changed, close } = open();
    statuses = [500];
    await changed(['novel:1']);
    await close();
    expect(keys()).toEqual(['novel:1', 'novel:1']);
    server.close();
    server.closeAllConnections();
    await changed(['novel:2']);
    expect(await registry.metrics()).toContain('feuilleton_cdn_purges_waiting 1');
  });
});
