/** A temporary PostgreSQL: the one that `TEST_DATABASE_URL` names, or one of our own. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { openTemporary } from '#server/db/embedded-temporary.ts';
import type { Cleanups } from './cleanups.ts';

export type ScratchPostgres = {
  /** As reported by the server. */
  version: string;
  /** Creates an empty database, dropped at the end; returns its address. */
  createDatabase: (name: string) => Promise<string>;
};

const debianFolder = '/usr/lib/postgresql';
const settings = { max_connections: '200', shared_buffers: '128MB', max_wal_size: '4GB' };

/** Starts a server, or uses the one of `TEST_DATABASE_URL`. */
export async function openScratchPostgres(cleanups: Cleanups): Promise<ScratchPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return useServer(given, cleanups);
  const { address, release } = await openTemporary(settings);
  cleanups.add(release);
  return useServer(address, cleanups);
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
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debianFolder, version, 'bin')),
  ];
  const folder = folders.find((one) => existsSync(join(one, name)));
  return folder === undefined ? null : join(folder, name);
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
