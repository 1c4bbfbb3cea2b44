import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '#server/core/http/security-headers.ts';
import { sendPage } from '#server/core/http/send-page.ts';
import { encodeBodies } from '#server/core/pagecache/encodings.ts';

const text = 'Il était une fois. '.repeat(50);
let server: Server;
let url: string;

beforeAll(async () => {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public',
    // As set by a render, for the uncompressed body.
    'content-length': String(Buffer.byteLength(text)),
  };
  const encoded = await encodeBodies(Buffer.from(text), headers);
  const page = { status: 200, headers, tags: [], ...encoded };
  server = createServer((request, response) => {
    sendPage(request, response, page, securityHeaders({ siteUrl: 'http://localhost' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers });

describe('a cached page', () => {
  test('is sent in the best accepted encoding', async () => {
    const response = await get({ 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(text);
  });

  test('is sent uncompressed to clients that accept nothing else', async () => {
    const response = await get({ 'accept-encoding': 'identity' });
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(await response.text()).toBe(text);
  });

  test.each(['br', 'gzip', 'identity'])(
    'is not sent again to a client that has it in %s',
    async (encoding) => {
      const first = await get({ 'accept-encoding': encoding });
      const etag = first.headers.get('etag') ?? '';
      await first.arrayBuffer();
      for (const held of [etag, `"autre", ${etag.slice(2)}`, '*']) {
        const again = await get({ 'accept-encoding': encoding, 'if-none-match': held });
        expect(again.status).toBe(304);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe('public');
        // No length other than that of 200, in this encoding: none (RFC 9110, section 8.6).
        expect(again.headers.has('content-length')).toBe(false);
        expect(await again.text()).toBe('');
      }
      const changed = await get({ 'accept-encoding': encoding, 'if-none-match': '"autre"' });
      expect(changed.status).toBe(200);
    },
  );

  test('has one weak ETag in all encodings', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await get({ 'accept-encoding': encoding });
        await response.arrayBuffer();
        return response.headers.get('etag');
      }),
    );
    expect(new Set(etags).size).toBe(1);
    expect(etags[0]).toMatch(/^W\/"[\w-]{22}"$/);
  });

  test('sends its size to HEAD and no body', async () => {
    const response = await get({ 'accept-encoding': 'br' }, 'HEAD');
    const whole = await get({ 'accept-encoding': 'br' });
    expect(response.headers.get('content-length')).toBe(whole.headers.get('content-length'));
    expect(await response.text()).toBe('');
    expect(Number(whole.headers.get('content-length'))).toBeLessThan(text.length);
  });
});
