import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBuiltFiles } from '#server/core/http/built-files.ts';
import { securityHeaders } from '#server/core/http/security-headers.ts';
import { sendPage } from '#server/core/http/send-page.ts';

const security = securityHeaders({ siteUrl: 'http://localhost' });
let parent: string;
let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'feuilleton-files-'));
  folder = join(parent, 'client');
  await mkdir(folder);
  await mkdir(join(folder, '_astro'));
  await writeFile(join(folder, 'texte.txt'), 'Un texte.');
  await writeFile(join(folder, 'texte.txt.br'), brotliCompressSync('Un texte.'));
  await writeFile(join(folder, 'texte.txt.gz'), gzipSync('Un texte.'));
  await writeFile(join(folder, '_astro/a.abc123.js'), 'export {};');
  await writeFile(join(folder, 'parti.txt'), 'Parti');
  await writeFile(join(folder, 'sw.js'), 'keep();');
  await writeFile(join(folder, 'sw-off.js'), 'remove();');
  const findFile = readBuiltFiles(folder, { hasServiceWorker: true });
  server = createServer((request, response) => {
    const file = findFile(request.url ?? '');
    if (file) sendPage(request, response, file, security);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(parent, { recursive: true, force: true });
});

const plain = { 'accept-encoding': 'identity' };

describe('a built file', () => {
  test('with a content hash is cached for a year', async () => {
    const answer = await fetch(`${url}/_astro/a.abc123.js`, { headers: plain });
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript');
    // No browser asks again for what cannot change.
    expect(answer.headers.has('etag')).toBe(false);
    // What acts on documents alone would be bytes of each script.
    expect(answer.headers.has('permissions-policy')).toBe(false);
  });

  test.each(['/rien', '/texte.txt.br', '/sw-off.js'])('%s is none', async (path) => {
    expect((await fetch(url + path)).status).toBe(404);
  });

  test('is sent as the build compressed it', async () => {
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${url}/texte.txt`, {
        headers: { 'accept-encoding': encoding },
      });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(await answer.text()).toBe('Un texte.');
    }
  });

  test('of the release before is served while its pages may be open', async () => {
    const before = join(folder, '..', 'previous', 'feuilleton-1', '_astro');
    await mkdir(before, { recursive: true });
    await writeFile(join(before, 'b.old456.js'), 'export {};');
    const findFile = readBuiltFiles(folder, { hasServiceWorker: true });
    expect(findFile('/_astro/b.old456.js')?.headers['cache-control']).toContain('immutable');
  });

  test('removes the service worker where the site has none', () => {
    const workerOf = (hasServiceWorker: boolean) => {
      const { bodies } = readBuiltFiles(folder, { hasServiceWorker })('/sw.js') ?? {};
      return bodies && 'identity' in bodies ? String(bodies.identity) : null;
    };
    expect(workerOf(true)).toBe('keep();');
    expect(workerOf(false)).toBe('remove();');
  });

  test('is served after a new build has deleted it', async () => {
    await rm(join(folder, 'parti.txt'));
    const answer = await fetch(`${url}/parti.txt`, { headers: plain });
    expect(await answer.text()).toBe('Parti');
  });
});
