import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describe } from 'vitest';
import { extensions } from '#server/db/embedded.ts';
import { onServer } from './on-server.ts';
import { readTemplate, templateDatabase } from './templates.ts';

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

/** Runs a suite on PostgreSQL only: for several instances. */
export function describeOnPostgres(
  title: string,
  suite: (createDatabase: () => Promise<TestDatabase>) => void,
): void {
  const reason = serverUrl ? '' : ', skipped: TEST_DATABASE_URL is not set';
  describe.skipIf(!serverUrl)(`${title} (PostgreSQL${reason})`, () => {
    suite(() => createPostgresDatabase(serverUrl ?? ''));
  });
}

async function createPostgresDatabase(
  server: string,
  template = fromTemplate(),
): Promise<TestDatabase> {
  const name = `feuilleton_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}

/** Creates an empty database on PostgreSQL, without a table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createPostgresDatabase(serverUrl ?? '', '');
}

/** Puts a migrated, empty PGlite into the folder, for `openDatabase`, which would take longer. */
export async function fillFolder(folder: string): Promise<void> {
  const template = await readTemplate();
  if (template === null) return;
  const pglite = new PGlite(join(folder, 'database'), { extensions, loadDataDir: template });
  await pglite.waitReady;
  await pglite.close();
}

/** Migrated once for all tests, if they were started with `make-templates.ts`. */
function fromTemplate(): string {
  const template = templateDatabase();
  return template === null ? '' : ` template ${template}`;
}
