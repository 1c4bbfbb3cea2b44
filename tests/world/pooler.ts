import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseUser } from '#server/core/db/embedded-programs.ts';

const program = '/usr/sbin/pgbouncer';

/** Why no pooler can be started, or an empty string. */
export const missing = spawnSync(program, ['--version']).error ? 'PgBouncer is not installed' : '';

/** A PgBouncer in front of a PostgreSQL. */
export type Pooler = {
  /** The address by which it leads to a database of that PostgreSQL. */
  address: (databaseUrl: string) => string;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts one, on a socket in a folder of its own. */
export async function startPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session' | 'statement',
  settings: Record<string, string> = {},
): Promise<Pooler> {
  const { host, port, user = '', password } = new pg.Client(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-pooler-'));
  const runsAs = await chooseUser(null);
  if (runsAs) await chown(folder, runsAs.uid, runsAs.gid);
  const all = {
    listen_port: '6432',
    listen_addr: '',
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: mode,
    max_client_conn: '400',
    default_pool_size: '10',
    ...settings,
  };
  const server = `host=${host} port=${port} user=${user}${password ? ` password=${password}` : ''}`;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, ['[databases]', `* = ${server}`, '[pgbouncer]', ...lines, ''].join('\n'));
  const address = (url: string) => {
    const name = new URL(url).pathname;
    return `postgres://${user}@localhost:6432${name}?host=${encodeURIComponent(folder)}`;
  };
  let child: ChildProcess;
  // Nothing is stopped after a file that could not be loaded.
  process.once('exit', () => child.kill('SIGKILL'));
  const start = async () => {
    child = spawn(program, ['-q', file], { ...runsAs, cwd: folder, stdio: 'ignore' });
    while (!(await answers(address(databaseUrl)))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
      await sleep(20);
    }
  };
  // It waits for nobody (SIGTERM, unlike SIGINT).
  const end = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  await start();
  return {
    address,
    restart: async () => {
      await end();
      await start();
    },
    stop: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
