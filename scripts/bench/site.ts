/** A built checkout as production runs it, in a process of its own, on a catalogue and readers of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pageChannel } from '#server/core/pagecache/announcement.ts';
import { withTicks } from '../progress.ts';
import { fillCatalogue, type Catalogue } from './catalogue.ts';
import type { Checkout } from './checkouts.ts';
import type { Cleanups } from './cleanups.ts';
import {
  connect,
  cpuBetween,
  readBackends,
  readCpuTimes,
  type CpuTimes,
  type Postgres,
} from './postgres.ts';
import { addReaders, benchSecret, type Reader } from './readers.ts';

/** A request of the bench, by a signed-in reader where it has one. */
export type Asked = {
  method?: 'GET' | 'PUT' | 'POST';
  path: string;
  reader?: Reader;
  headers?: Record<string, string>;
  body?: object;
};

/** Milliseconds of processor time, of the server and of its connections to PostgreSQL. */
export type Cost = { server: number; postgres: number };

export type Site = {
  /** Of its checkout and its catalogue, for a column of a table. */
  name: string;
  port: number;
  url: string;
  catalogue: Catalogue;
  readers: readonly Reader[];
  /** Of Node's inspector, where that was wanted. */
  inspectorPort: number;
  /** What `work` takes; beside nothing else. */
  measure: (work: () => Promise<unknown>) => Promise<Cost>;
  /** Drops all cached pages. */
  clearPages: () => Promise<void>;
  residentBytes: () => Promise<number>;
  stop: () => Promise<void>;
};

export type SiteOptions = {
  novels: number;
  /** Novels whose first chapters have a text. */
  samples: number;
  readers: number;
  /** Whether Node's inspector listens. */
  inspects?: boolean;
};

/** Headers of a request whose answer is read. */
export const asText = { 'accept-encoding': 'identity' };

const startWithinMs = 60_000;
const bytesPerPage = 4_096;
/** The kernel updates a thread's processor time when the thread is descheduled. */
const restMs = 10;
let sites = 0;

/** Starts a checkout's build on a catalogue of its own, with readers who may read what is premium. */
export async function openSite(
  { name, folder }: Checkout,
  { novels, samples, readers: count, inspects = false }: SiteOptions,
  postgres: Postgres,
  cleanups: Cleanups,
): Promise<Site> {
  sites += 1;
  const databaseUrl = await postgres.createDatabase(`bench${sites}`);
  // Its first start migrates; the second is what is measured.
  await (await startServer(folder, databaseUrl, cleanups)).stop();
  const catalogue = await withTicks(`${name} : catalogue de ${novels} romans`, () =>
    fillCatalogue(databaseUrl, novels, samples),
  );
  const inspectorPort = await findFreePort();
  const flags = inspects ? [`--inspect=127.0.0.1:${inspectorPort}`] : [];
  const { pid, port, stop } = await startServer(folder, databaseUrl, cleanups, flags);
  const url = `http://localhost:${port}`;
  const readers = await addReaders(databaseUrl, url, count, catalogue);
  for (const reader of readers) await introduce(port, reader);
  const client = await connect(databaseUrl);
  cleanups.add(() => client.end());
  const read = async (): Promise<[CpuTimes, CpuTimes]> => {
    await wait(restMs);
    return [await readCpuTimes([pid]), await readBackends(client)];
  };
  return {
    name: `${name}, ${novels}`,
    port,
    url,
    catalogue,
    readers,
    inspectorPort,
    stop,
    measure: async (work) => {
      const before = await read();
      await work();
      const after = await read();
      return {
        server: cpuBetween(before[0], after[0]),
        postgres: cpuBetween(before[1], after[1]),
      };
    },
    clearPages: async () => {
      await client.query('select pg_notify($1, $2)', [pageChannel, 'bench *']);
      const isEmpty = async () =>
        (await send({ port }, { path: '/metrics', headers: asText })).text.includes(
          'cache_pages 0\n',
        );
      while (!(await isEmpty())) await wait(1);
    },
    residentBytes: async () => {
      const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
      return Number(pages) * bytesPerPage;
    },
  };
}

async function startServer(
  folder: string,
  databaseUrl: string,
  cleanups: Cleanups,
  more: readonly string[] = [],
): Promise<{ pid: number; port: number; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=30', ...more];
  const child = spawn(process.execPath, [...flags, 'src/lib/server/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      FEUILLETON_MODE: 'test',
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      SECRET_KEYS: benchSecret,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      // The limits are not measured.
      RATE_LIMIT_PER_MINUTE: '1000000',
      PREMIUM_CHAPTERS_PER_HOUR: '100000',
    },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  cleanups.add(stop);
  const giveUpAt = performance.now() + startWithinMs;
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('Le site s’est arrêté au démarrage.');
    if (performance.now() > giveUpAt) throw new Error('Le site ne démarre pas.');
    await wait(10);
  }
  return { pid: child.pid ?? 0, port, stop };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A port that nothing listens on. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

/** Gets a client token and a CSRF token, as the browser does. */
async function introduce(port: number, reader: Reader): Promise<void> {
  const { response, text } = await send({ port }, { path: '/api/csrf-token', reader });
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0];
  reader.headers['csrf-token'] = csrfToken;
  reader.headers.cookie = `${reader.headers.cookie}; ${cookie}`;
  reader.headers['x-client-token'] = String(response.headers['x-client-token']);
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request; an answer that is no success stops the bench. */
export function send(
  { port }: Pick<Site, 'port'>,
  { method = 'GET', path, reader, headers: own, body }: Asked,
): Promise<{ response: IncomingMessage; text: string }> {
  const bytes = body && Buffer.from(JSON.stringify(body));
  const headers = {
    'accept-encoding': 'gzip, deflate, br',
    ...reader?.headers,
    ...own,
    ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 || response.statusCode === 304) resolve({ response, text });
        else reject(new Error(`${method} ${path} a répondu ${response.statusCode} : ${text}`));
      });
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

/** Sends the requests that `ask` gives for 0 to `count` − 1, over some connections at once. */
export async function sendAll(
  site: Pick<Site, 'port'>,
  count: number,
  connections: number,
  ask: (index: number) => readonly Asked[],
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) for (const asked of ask(next++)) await send(site, asked);
    }),
  );
}
