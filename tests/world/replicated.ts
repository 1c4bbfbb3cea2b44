import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseUser, type RunsAs } from '#server/core/db/embedded-programs.ts';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';
/** Debian's programs: the package of npm has none that copies a server. */
const bin = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => join(versions, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_basebackup')))
  : undefined;

/** Why no servers can be started, or an empty string. */
export const missing =
  bin !== undefined && spawnSync(join(bin, 'postgres'), ['--version']).status === 0
    ? ''
    : 'PostgreSQL’s programs are not installed';

/** One PostgreSQL on a port of its own. */
export type Server = {
  port: number;
  start: (settings?: Record<string, string>) => Promise<void>;
  /** Ends every process of it at once, as a machine that loses its power. */
  kill: () => Promise<void>;
  /** Stops every process of it at once, connections and all; `thaw` has them go on. */
  freeze: () => Promise<void>;
  thaw: () => void;
  query: (text: string) => Promise<Record<string, unknown>[]>;
};

/** Two of them: an empty primary, and a standby that streams from it. */
export type Replicated = { primary: Server; standby: Server; close: () => Promise<void> };

/** Makes both, and starts them. @param settings the primary's. */
export async function startReplicated(settings: Record<string, string> = {}): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-replicated-'));
  const runsAs = await chooseUser(null);
  if (runsAs) await chown(folder, runsAs.uid, runsAs.gid);
  const programs = { ...runsAs, cwd: folder };
  const at = (name: string) => join(bin ?? '', name);
  const primary = await createPostgres(join(folder, 'primary'), runsAs);
  const standby = await createPostgres(join(folder, 'standby'), runsAs);
  const init = ['-D', 'primary', '-A', 'trust', '-U', 'postgres', '--no-sync', '--locale=C.UTF-8'];
  await run(at('initdb'), init, programs);
  await primary.start();
  const copied = ['-D', 'standby', '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  const from = ['-d', `host=127.0.0.1 port=${primary.port} user=postgres`];
  await run(at('pg_basebackup'), [...copied, ...from], programs);
  await standby.start();
  if (Object.keys(settings).length > 0) {
    for (const [name, value] of Object.entries(settings)) {
      await primary.query(`alter system set ${name} = '${value}'`);
    }
    await primary.query('select pg_reload_conf()');
  }
  return {
    primary,
    standby,
    close: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createPostgres(data: string, runsAs: RunsAs): Promise<Server> {
  const port = await findPort();
  let child: ChildProcess | null = null;
  let frozen: number[] = [];
  const processes = async () =>
    child?.pid === undefined || child.exitCode !== null || child.signalCode !== null
      ? []
      : [child.pid, ...(await childrenOf(child.pid))];
  const query = async (text: string) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database: 'postgres',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    port,
    query,
    start: async (settings = {}) => {
      const all = { port: String(port), unix_socket_directories: '', fsync: 'off', ...settings };
      const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const spawned = { ...runsAs, cwd: tmpdir(), stdio: 'ignore' } as const;
      child = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...options], spawned);
      while ((await query('select 1').catch(() => null)) === null) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
        await sleep(50);
      }
    },
    kill: async () => {
      const pids = await processes();
      if (!child || pids.length === 0) return;
      const ended = once(child, 'exit');
      for (const pid of pids) signal(pid, 'SIGKILL');
      await ended;
    },
    freeze: async () => {
      frozen = await processes();
      for (const pid of frozen) signal(pid, 'SIGSTOP');
    },
    thaw: () => {
      for (const pid of frozen) signal(pid, 'SIGCONT');
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => {
    try {
      // The state and the parent follow the name, which may have spaces.
      const [, after = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return Number(after) === parent;
    } catch {
      return false;
    }
  });
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
