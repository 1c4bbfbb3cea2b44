/** A temporary PostgreSQL: the one that `TEST_DATABASE_URL` names, or one of our own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Cleanups } from './cleanups.ts';

export type ScratchPostgres = {
  /** As reported by the server. */
  version: string;
  /** Creates an empty database, dropped at the end; returns its address. */
  createDatabase: (name: string) => Promise<string>;
};

type Account = { uid: number; gid: number };

const run = promisify(execFile);
const startWithinMs = 30_000;
const debianFolder = '/usr/lib/postgresql';

/** Starts a server, or returns in one line why there is none. */
export async function openScratchPostgres(
  cleanups: Cleanups,
): Promise<ScratchPostgres | { skipped: string }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return useServer(given, cleanups);
  const binaries = await findBinaries();
  if (binaries === null) {
    return { skipped: 'TEST_DATABASE_URL manque, et initdb et postgres sont introuvables.' };
  }
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? await findAccount() : null;
  if (isRoot && account === null) {
    return { skipped: 'PostgreSQL refuse root, et il n’y a pas de compte postgres ni nobody.' };
  }
  return useServer(await startServer(binaries, account, cleanups), cleanups);
}

async function useServer(url: string, cleanups: Cleanups): Promise<ScratchPostgres> {
  const version = await queryOnce(url, 'show server_version');
  return {
    version,
    createDatabase: async (name) => {
      const database = `feuilleton_bench_${process.pid}_${name}`;
      await queryOnce(url, `create database ${database}`);
      cleanups.add(async () => {
        await queryOnce(url, `drop database if exists ${database} with (force)`);
      });
      const address = new URL(url);
      address.pathname = `/${database}`;
      return address.href;
    },
  };
}

async function startServer(
  binaries: string,
  account: Account | null,
  cleanups: Cleanups,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-bench-'));
  cleanups.add(() => rm(folder, { recursive: true, force: true }));
  if (account) await chown(folder, account.uid, account.gid);
  const as = { cwd: folder, ...account };
  const data = join(folder, 'data');
  await run(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    as,
  );
  const port = await findFreePort();
  // Its own session: Ctrl+C is for us, and we stop it after its databases are dropped.
  const server = spawn(
    join(binaries, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-k', ''],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_wal_size=4GB'],
    ],
    { ...as, detached: true, stdio: 'ignore' },
  );
  const exited = once(server, 'exit');
  cleanups.add(async () => {
    server.kill('SIGINT');
    await exited;
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url);
  return url;
}

async function waitUntilReady(url: string): Promise<void> {
  const giveUpAt = performance.now() + startWithinMs;
  for (;;) {
    try {
      await queryOnce(url, 'select 1');
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await wait(100);
    }
  }
}

/** The first column of the first row, where it is text. */
async function queryOnce(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    const value = rows[0]?.[0];
    return typeof value === 'string' ? value : '';
  } finally {
    await client.end();
  }
}

/** The path of a program that comes with PostgreSQL; null where it is not installed. */
export async function findPostgresProgram(name: string): Promise<string | null> {
  const folder = (await listFolders()).find((one) => existsSync(join(one, name)));
  return folder === undefined ? null : join(folder, name);
}

async function findBinaries(): Promise<string | null> {
  const has = (folder: string, name: string) => existsSync(join(folder, name));
  const folders = await listFolders();
  return folders.find((folder) => has(folder, 'initdb') && has(folder, 'postgres')) ?? null;
}

async function listFolders(): Promise<string[]> {
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debianFolder, version, 'bin')),
  ];
}

async function findAccount(): Promise<Account | null> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      continue;
    }
  }
  return null;
}

/** A port that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
