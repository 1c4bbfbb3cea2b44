import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openTemporary } from '#server/core/db/embedded-temporary.ts';
import { openPostgres } from '#server/core/db/postgres.ts';
import { projectRoot } from '#server/core/project-root.ts';
import { databaseAddress, onServer, testVariables } from './databases.ts';

/** Several files at once, with several pools each. */
const settings = {
  max_connections: '400',
  shared_buffers: '128MB',
  autovacuum: 'off',
  max_wal_size: '1GB',
};

/**
 * Runs before all tests: starts the PostgreSQL of the run, unless TEST_DATABASE_URL names one, and
 * migrates the database that `createDatabase` copies.
 * @returns ends both.
 */
export default async function startTestServer(): Promise<() => Promise<void>> {
  // Vitest calls this once for each project.
  if (process.env[testVariables.template] !== undefined) return () => Promise.resolve();
  const compiled = new URL('node_modules/.cache/node', projectRoot);
  process.env[testVariables.compiled] = fileURLToPath(compiled);

  const own = process.env[testVariables.server] ? null : await openTemporary(settings);
  if (own) process.env[testVariables.server] = own.address;
  const template = `feuilleton_template_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${template}`);
  const database = await openPostgres(databaseAddress(template), { role: 'server' });
  await database.close();
  process.env[testVariables.template] = template;
  return () => (own ? own.release() : onServer(`drop database ${template}`));
}
