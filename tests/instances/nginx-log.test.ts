import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedNginx, nginxArguments, replaced, writeNginxConfig } from './documented-nginx.ts';

const isMissing = spawnSync('nginx', ['-v']).error !== undefined;
const reason = isMissing ? ' (skipped: nginx is not installed)' : '';
const token = 'eyJhbGciOiJIUzI1NiJ9.a-token-that-no-log-may-hold';

describe.skipIf(isMissing)(`what the documented nginx logs${reason}`, () => {
  let folder: string;
  let upstream: Server;
  let nginx: ChildProcess;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-nginx-log-'));
    upstream = await listen(createServer((_, response) => response.end('here')));
    const free = await listen(createServer());
    const proxyPort = portOf(free);
    free.close();
    await writeNginxConfig(folder, siteFor(proxyPort, portOf(upstream)));
    nginx = spawn('nginx', nginxArguments(folder), { stdio: 'inherit' });
    url = `http://127.0.0.1:${proxyPort}`;
    while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) await wait(50);
  });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Everything that nginx has written, except its configuration. */
  async function logged(): Promise<string> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.join('');
  }
  async function ask(path: string): Promise<number> {
    const response = await fetch(`${url}${path}`, { headers: { referer: `${url}/?r=${token}` } });
    await response.text();
    return response.status;
  }
  /** A line is written when the request has ended. */
  async function lineWith(words: string): Promise<string> {
    for (;;) {
      const line = (await logged()).split('\n').find((one) => one.includes(words));
      if (line !== undefined) return line;
      await wait(50);
    }
  }

  test('contains path and status of a request, without its query', async () => {
    expect(await ask(`/auth/success?accessToken=${token}`)).toBe(200);
    expect(await lineWith('GET /auth/success"')).toContain('" 200 ');
    expect(await logged()).not.toContain(token);
  });

  test('is the same when our servers do not respond', async () => {
    upstream.closeAllConnections();
    upstream.close();
    expect(await ask(`/api/auth/google/callback?code=${token}`)).toBe(502);
    expect(await lineWith('GET /api/auth/google/callback"')).toContain('" 502 ');
    expect(await logged()).not.toContain(token);
  });
});

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** The how-to's configuration on our ports, without its certificate. */
function siteFor(proxyPort: number, upstreamPort: number): string {
  let site = documentedNginx();
  site = replaced(site, 'listen 80;', `listen 127.0.0.1:${proxyPort};`);
  site = replaced(site, 'server_name feuilleton.example;', 'server_name none;');
  site = replaced(site, 'listen 443 ssl http2;', `listen 127.0.0.1:${proxyPort} default_server;`);
  site = replaced(site, /ssl_certificate .*/, '');
  site = replaced(site, /ssl_certificate_key .*/, '');
  return replaced(site, '127.0.0.1:4321', `127.0.0.1:${upstreamPort}`);
}
