import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  documentedNginx,
  documentedServerLine,
  nginxArguments,
  replaced,
  writeNginxConfig,
} from './documented-nginx.ts';

const program = fileURLToPath(new URL('site-process.ts', import.meta.url));
const built = fileURLToPath(new URL('../../dist/server/entry.mjs', import.meta.url));

/** Why these tests cannot run, or an empty string. */
export const missing = [
  spawnSync('nginx', ['-v']).error ? 'nginx is not installed' : '',
  existsSync(built) ? '' : 'the site is not built (npm run build)',
]
  .filter((reason) => reason !== '')
  .join(', ');

/** One of the servers: a process that may be killed and restarted. */
export type Instance = {
  url: string;
  /** Its output since the last start: its log, and anything else. */
  written: () => string;
  /** Starts the process; resolves once it is ready. */
  start: () => Promise<void>;
  /** Sends a signal; resolves with the exit code, null if the signal ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
};

/** Two servers and an nginx in front, configured as the how-to says. */
export type Cluster = {
  /** The site's address, where nginx listens. */
  url: string;
  /** The environment of both servers, for an app of the test's own. */
  environment: Record<string, string>;
  one: Instance;
  other: Instance;
  startProxy: () => Promise<void>;
  /** Makes nginx send only to these, as the how-to says; resolves once it does. */
  sendOnlyTo: (...instances: Instance[]) => Promise<void>;
  close: () => Promise<void>;
};

/** Prepares everything and starts nothing; `settings` get the site's address. */
export async function prepareCluster(
  settings: (url: string) => Promise<Record<string, string>>,
): Promise<Cluster> {
  const [proxyPort = 0, onePort = 0, otherPort = 0] = await findPorts(3);
  const url = `http://127.0.0.1:${proxyPort}`;
  const environment = {
    FEUILLETON_MODE: 'test',
    HOST: '127.0.0.1',
    SITE_URL: url,
    SECRET_KEYS: 'a-key-that-both-servers-of-this-test-have',
    RATE_LIMIT_STORE: 'postgres',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    ...(await settings(url)),
  };
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-instances-'));
  const instances = [onePort, otherPort].map((port) => createInstance(port, environment));
  const [one, other] = instances;
  if (!one || !other) throw new Error('a cluster is two servers');
  let proxy: ChildProcess | null = null;
  let generation = 1;
  return {
    url,
    environment,
    one,
    other,
    startProxy: async () => {
      await writeNginxConfig(folder, siteFor({ proxyPort, onePort, otherPort }));
      proxy = spawn('nginx', nginxArguments(folder), { stdio: 'inherit' });
      await answers(`${url}/healthz`, proxy);
    },
    sendOnlyTo: async (...wanted) => {
      generation++;
      let site = siteFor({ proxyPort, onePort, otherPort });
      for (const instance of instances.filter((one) => !wanted.includes(one))) {
        const address = new URL(instance.url).host;
        site = replaced(site, `server ${address} `, `server ${address} down `);
      }
      await writeNginxConfig(folder, site, generation);
      proxy?.kill('SIGHUP');
      for (;;) {
        // nginx may end this connection with the worker that had it: not a response.
        const answer = await fetch(`${url}/healthz`, { headers: { connection: 'close' } }).catch(
          () => null,
        );
        if (answer?.headers.get('x-generation') === String(generation)) return;
        await wait(25);
      }
    },
    close: async () => {
      if (proxy?.exitCode === null) {
        const gone = once(proxy, 'exit');
        proxy.kill('SIGTERM');
        await gone;
      }
      await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The how-to's configuration with our ports, and without its certificate. */
function siteFor(ports: { proxyPort: number; onePort: number; otherPort: number }): string {
  let site = documentedNginx();
  site = replaced(site, 'listen 80;', `listen 127.0.0.1:${ports.proxyPort};\n  server_name none;`);
  site = replaced(site, 'server_name feuilleton.example;', '');
  site = replaced(
    site,
    'listen 443 ssl http2;',
    `listen 127.0.0.1:${ports.proxyPort} default_server;`,
  );
  site = replaced(site, /ssl_certificate .*/, '');
  site = replaced(site, /ssl_certificate_key .*/, '');
  site = replaced(site, /(?=server 127\.0\.0\.1:4321)/, `${documentedServerLine()}\n     `);
  site = replaced(site, '127.0.0.1:4321', `127.0.0.1:${ports.onePort}`);
  return replaced(site, '127.0.0.1:4322', `127.0.0.1:${ports.otherPort}`);
}

function createInstance(port: number, environment: Record<string, string>): Instance {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  return {
    url,
    written: () => output,
    start: async () => {
      const env = { ...process.env, ...environment, NODE_ENV: 'production', PORT: String(port) };
      output = '';
      const started = spawn(process.execPath, [program], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      started.stderr.pipe(process.stderr, { end: false });
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      child = started;
      await answers(`${url}/readyz`, child);
    },
    end: async (signal) => {
      if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await wait(25);
  }
}

/** Free, distinct ports. */
async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}
