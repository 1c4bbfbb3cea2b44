import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Where `startTestServer` passes its results to the workers. */
export const testVariables = {
  /** The address of the run's PostgreSQL. */
  server: 'TEST_DATABASE_URL',
  /** The name of its migrated database. */
  template: 'FEUILLETON_TEST_TEMPLATE',
  /** The address of a pooler in front of it, without a database, where tests run through one. */
  pooler: 'FEUILLETON_TEST_POOLER',
  /** Node's own: processes and threads that tests start find their modules compiled there. */
  compiled: 'NODE_COMPILE_CACHE',
} as const;

let made: string[] = [];

/** Creates a migrated, empty database for the running test file; returns its address. */
export function createDatabase(): Promise<string> {
  return create(` template ${process.env[testVariables.template]} strategy file_copy`);
}

/** Creates a database without a table for the running test file; returns its address. */
export function createEmptyDatabase(): Promise<string> {
  return create('');
}

/** Drops what the file created, also where a connection is left. */
export async function dropDatabases(): Promise<void> {
  const names = made;
  made = [];
  for (const name of names) await onServer(`drop database if exists ${name} with (force)`);
}

/** The address of a database on the run's PostgreSQL. */
export function databaseAddress(name: string): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** The settings of a site on a database of the run's PostgreSQL, through its pooler if there is one. */
export function databaseSettings(address: string): Record<string, string> {
  const pooler = process.env[testVariables.pooler];
  if (pooler === undefined) return { DATABASE_URL: address };
  const url = new URL(pooler);
  url.pathname = new URL(address).pathname;
  return {
    DATABASE_URL: url.href,
    DATABASE_DIRECT_URL: databaseAddress(url.pathname.slice(1)),
  };
}

/** Runs one statement on the run's PostgreSQL, outside the databases of tests. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function create(how: string): Promise<string> {
  const name = `feuilleton_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}${how}`);
  made.push(name);
  return databaseAddress(name);
}
