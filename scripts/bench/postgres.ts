/** The bench's PostgreSQL, and what its processes take of the processor. */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { openTemporary } from '#server/core/db/embedded-temporary.ts';
import type { Cleanups } from './cleanups.ts';

/** Creates an empty database of a name and returns its address. */
export type Postgres = { createDatabase: (name: string) => Promise<string> };

const settings = { max_connections: '200', shared_buffers: '128MB', max_wal_size: '4GB' };

/** Starts a PostgreSQL of the moment. A query is one process's work: it has no parallel workers. */
export async function openPostgres(cleanups: Cleanups): Promise<Postgres> {
  const { address, release } = await openTemporary(settings);
  cleanups.add(release);
  return {
    createDatabase: async (name) => {
      const client = await connect(address);
      await client.query(`create database ${name}`);
      await client.end();
      const url = new URL(address);
      url.pathname = `/${name}`;
      return url.href;
    },
  };
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  // A run that is stopped ends PostgreSQL under us; the query under way says so.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Processor time by process, in milliseconds. */
export type CpuTimes = ReadonlyMap<number, number>;

/** What the server's connections have taken so far. */
export async function readBackends(client: pg.Client): Promise<CpuTimes> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and application_name <> 'bench'`,
  );
  return readCpuTimes(rows.map(({ pid }) => pid));
}

/** What processes have taken so far, in all their threads; those that have ended are left out. */
export async function readCpuTimes(pids: readonly number[]): Promise<CpuTimes> {
  const times = await Promise.all(
    pids.map(async (pid): Promise<[number, number]> => {
      const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
      const taken = await Promise.all(
        threads.map(async (thread) => {
          const file = `/proc/${pid}/task/${thread}/schedstat`;
          return Number((await readFile(file, 'utf8').catch(() => '0')).split(' ')[0]) / 1e6;
        }),
      );
      return [pid, taken.reduce((sum, ms) => sum + ms, 0)];
    }),
  );
  return new Map(times);
}

/** Milliseconds between two readings; a process that is new has taken all it has since. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
