import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findPort, missing } from '../built/built-site.ts';
import { createDatabase } from '../world/databases.ts';
import { askOver } from './reader.ts';

const program = fileURLToPath(new URL('../../src/lib/server/main.ts', import.meta.url));
const reason = missing === '' ? '' : ` (skipped: ${missing})`;

type Line = { msg: string; worker?: number; pid?: number };

/** The production server with two workers, in a process group of its own. */
type Server = {
  url: string;
  pid: number;
  lines: (msg: string) => Line[];
  /** Resolves with so many lines of the log that say this. */
  logged: (msg: string, count: number) => Promise<Line[]>;
  ended: Promise<{ code: number | null; errors: string }>;
};

const running = new Set<number>();

function startServer(port: number, settings: Record<string, string>): Server {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      FEUILLETON_MODE: 'test',
      PORT: String(port),
      RATE_LIMIT_STORE: 'postgres',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...settings,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid = 0 } = child;
  running.add(pid);
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on('line', (line) =>
    lines.push(JSON.parse(line) as Line),
  );
  const errors = text(child.stderr);
  const ended = once(child, 'exit').then(async () => {
    running.delete(pid);
    return { code: child.exitCode, errors: await errors };
  });
  const saying = (msg: string) => lines.filter((line) => line.msg === msg);
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    lines: saying,
    logged: async (msg, count) => {
      while (saying(msg).length < count) {
        if (!running.has(pid)) throw new Error(`the server ended: ${await errors}`);
        await wait(25);
      }
      return saying(msg);
    },
    ended,
  };
}

describe.skipIf(reason !== '')(`several workers${reason}`, () => {
  describe('on one port', () => {
    let databaseUrl: string;
    beforeAll(async () => (databaseUrl = await createDatabase()));
    afterEach(() => {
      // A test that failed may have left some.
      for (const pid of running) process.kill(-pid, 'SIGKILL');
    });

    const start = async (settings: Record<string, string> = {}) => {
      const more = { DATABASE_URL: databaseUrl, WORKERS: '2', ...settings };
      return startServer(await findPort(), more);
    };
    const startBoth = async (settings: Record<string, string> = {}) => {
      const server = await start(settings);
      const serving = await server.logged('a worker serves', 2);
      return { server, pids: serving.map(({ pid = 0 }) => pid) };
    };
    const stop = async (server: Server) => {
      process.kill(server.pid, 'SIGTERM');
      expect(await server.ended).toEqual({ code: 0, errors: '' });
    };

    test('both answer, and metrics tell what each has counted', async () => {
      const { server } = await startBoth();
      for (let count = 0; count < 20; count++) {
        expect((await askOver(server.url, '/api/novels')).status).toBe(200);
      }
      // From whichever worker a reading comes.
      for (let reading = 0; reading < 4; reading++) {
        const { text: told } = await askOver(server.url, '/metrics');
        const counts = [1, 2].map((worker) =>
          valueOf(
            told,
            `feuilleton_http_requests_total{route="/api/novels",method="GET",status="2xx",worker="${worker}"}`,
          ),
        );
        expect(Math.min(...counts)).toBeGreaterThan(0);
        expect(counts.reduce((sum, count) => sum + count)).toBe(20);
        for (const worker of [1, 2]) {
          const label = `worker="${worker}"`;
          expect(valueOf(told, `feuilleton_database_up{${label}}`)).toBe(1);
          expect(valueOf(told, `feuilleton_payments{state="pending",${label}}`)).toBe(0);
          const times = `feuilleton_http_request_duration_seconds_bucket{le="+Inf",route="/api/novels",${label}}`;
          expect(valueOf(told, times)).toBe(counts[worker - 1]);
        }
        expect(told.match(/^# TYPE feuilleton_http_requests_total counter$/gm)).toHaveLength(1);
      }
      await stop(server);
    });

    test('one that is killed is replaced, and the other answers meanwhile', async () => {
      const { server, pids } = await startBoth();
      const [killed = 0] = pids;
      process.kill(killed, 'SIGKILL');
      expect(await server.logged('a worker ended', 1)).toMatchObject([
        { worker: 1, code: null, signal: 'SIGKILL' },
      ]);
      while (server.lines('a worker serves').length < 3) {
        expect((await askOver(server.url, '/api/novels')).status).toBe(200);
      }
      const replacement = server.lines('a worker serves').at(-1);
      expect(replacement).toMatchObject({ worker: 1 });
      expect(pids).not.toContain(replacement?.pid);
      const { text: told } = await askOver(server.url, '/metrics');
      expect(told.match(/^process_uptime_seconds\{worker="[12]"\} /gm)).toHaveLength(2);
      await stop(server);
    });

    test.each([
      ['the first process', 'SIGTERM', 1],
      ['the whole group, as by a terminal', 'SIGINT', -1],
    ] as const)('a signal to %s stops them once each', async (_, signal, sign) => {
      const { server } = await startBoth({ STOP_DELAY_SECONDS: '1' });
      const asked = Array.from({ length: 40 }, () => askOver(server.url, '/api/novels'));
      process.kill(sign * server.pid, signal);
      await server.logged('stopping', 2);
      process.kill(sign * server.pid, signal);
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await server.ended).toEqual({ code: 0, errors: '' });
      expect(server.lines('stopping')).toHaveLength(2);
      expect(server.lines('stopped')).toHaveLength(2);
      expect(server.lines('a worker ended')).toEqual([]);
    });

    test('none outlives the first process', async () => {
      const { server, pids } = await startBoth();
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      while (pids.some(isAlive)) await wait(25);
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
    });

    test.each([
      ['malformed', { PORT: 'quatre', SITE_URL: 'feuilleton' }],
      ['of another build', { SITE_URL: 'https://feuilleton.test' }],
    ])('settings that are %s end the start as they do with one process', async (_, settings) => {
      const alone = await (await start({ ...settings, WORKERS: '1' })).ended;
      const several = await (await start(settings)).ended;
      expect(alone.code).toBe(1);
      expect(several).toEqual(alone);
    });

    test('what is refused with several workers is said once', async () => {
      const { code, errors } = await (await start({ RATE_LIMIT_STORE: 'memory' })).ended;
      expect(code).toBe(1);
      expect(errors).toMatch(/^Feuilleton ne démarre pas :\n- WORKERS au-dessus de 1 [^\n]+\n$/);
    });

    test('a port that is taken ends the start', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const { code, errors } = await startServer(port, {
        DATABASE_URL: databaseUrl,
        WORKERS: '2',
      }).ended;
      expect(code).toBe(1);
      expect(errors).toContain('EADDRINUSE');
      other.close();
    });
  });
});

/** The value of a line of what Prometheus reads. */
function valueOf(told: string, name: string): number {
  const line = told.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
