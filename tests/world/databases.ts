import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe } from 'vitest';

/** A database made for one test file. */
export type TestDatabase = { url: string; drop: () => Promise<void> };

const serverUrl = process.env.TEST_DATABASE_URL;

/**
 * Runs a suite on PGlite and on PostgreSQL. The second needs TEST_DATABASE_URL; without it the
 * suite is skipped under a title that says so.
 */
export function describeOnBoth(
  title: string,
  suite: (createDatabase: () => Promise<TestDatabase>) => void,
): void {
  describe(`${title} (PGlite)`, () => {
    suite(() => Promise.resolve({ url: 'memory:', drop: () => Promise.resolve() }));
  });
  describeOnPostgres(title, suite);
}

/** Runs a suite on PostgreSQL only: what concerns several instances. */
export function describeOnPostgres(
  title: string,
  suite: (createDatabase: () => Promise<TestDatabase>) => void,
): void {
  const reason = serverUrl ? '' : ', skipped: TEST_DATABASE_URL is not set';
  describe.skipIf(!serverUrl)(`${title} (PostgreSQL${reason})`, () => {
    suite(() => createPostgresDatabase(serverUrl ?? ''));
  });
}

async function createPostgresDatabase(server: string): Promise<TestDatabase> {
  const name = `feuilleton_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
