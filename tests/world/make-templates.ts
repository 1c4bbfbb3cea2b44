/**
 * Runs before all unit tests: migrates one PGlite and, with `TEST_DATABASE_URL`, one database
 * on PostgreSQL. Each test begins with a copy instead of running the migrations.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#server/db/open-database.ts';
import { projectRoot } from '#server/project-root.ts';
import { dumpMigrated } from './dump-migrated.ts';
import { onServer } from './on-server.ts';
import { templateVariables } from './templates.ts';

export default async function makeTemplates(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-template-'));
  const file = join(folder, 'pglite.tar');
  const dump = await dumpMigrated();
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  process.env[templateVariables.embedded] = file;
  const compiled = new URL('node_modules/.cache/node', projectRoot);
  process.env[templateVariables.compiled] = fileURLToPath(compiled);

  const server = process.env.TEST_DATABASE_URL;
  const name = `feuilleton_template_${randomBytes(6).toString('hex')}`;
  if (server !== undefined) {
    await onServer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = await openDatabase(url.href, { role: 'server' });
    await database.close();
    process.env[templateVariables.server] = name;
  }
  return async () => {
    await rm(folder, { recursive: true, force: true });
    if (server !== undefined) await onServer(server, `drop database ${name} with (force)`);
  };
}
