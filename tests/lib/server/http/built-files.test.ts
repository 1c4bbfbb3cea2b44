import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileServer } from '#server/http/built-files.ts';

const strict = "default-src 'none'";
let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-files-'));
  await mkdir(join(folder, '_astro'));
  await writeFile(join(folder, 'mentions-legales.html'), '<p>Mentions</p>');
  await writeFile(join(folder, 'mentions-legales.html.br'), 'compressé');
  await writeFile(join(folder, '_astro/a.abc123.js'), 'export {};');
  await writeFile(join(folder, 'parti.txt'), 'Parti');
  const serve = createFileServer(folder);
  server = createServer((request, response) => {
    response.setHeader('content-security-policy', strict);
    serve(request, response, () => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const plain = { 'accept-encoding': 'identity' };

describe('a built file', () => {
  test('that is a page has the same policy with 200 and with 304', async () => {
    const sent = await fetch(`${url}/mentions-legales`, { headers: plain });
    expect(await sent.text()).toBe('<p>Mentions</p>');
    const held = { ...plain, 'if-none-match': sent.headers.get('etag') ?? '' };
    const again = await fetch(`${url}/mentions-legales`, { headers: held });
    expect(again.status).toBe(304);
    for (const { headers } of [sent, again]) {
      expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toContain('max-age=0');
    }
  });

  test('with a content hash is cached for a year', async () => {
    const answer = await fetch(`${url}/_astro/a.abc123.js`, { headers: plain });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-security-policy')).toBe(strict);
  });

  test.each(['/rien', '/mentions-legales.html.br'])('%s is none', async (path) => {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toBe(strict);
    expect(answer.headers.has('cache-control')).toBe(false);
  });

  test('deleted since the start breaks only its own response', async () => {
    await rm(join(folder, 'parti.txt'));
    await expect(fetch(`${url}/parti.txt`, { headers: plain })).rejects.toThrow();
    expect((await fetch(`${url}/_astro/a.abc123.js`, { headers: plain })).status).toBe(200);
  });
});
