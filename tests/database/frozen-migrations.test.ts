import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listMigrations, migrationsFolder } from '#server/core/db/migrate.ts';
import { findMigrationFaults } from '#scripts/checks/frozen-migrations.ts';

test('a migration that has landed is as it was, and a new one is listed', () => {
  expect(findMigrationFaults(migrationsFolder)).toEqual([]);
});

test('every migration is run, in the order of its number', async () => {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
  const migrations = listMigrations();
  expect(migrations.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  const instants = migrations.map(({ when }) => when);
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
});

describe('the check of migrations', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-migrations-'));
    await cp(migrationsFolder, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('names one that was changed', async () => {
    await writeFile(join(folder, '0000_baseline.sql'), 'select 1;\n');
    expect(findMigrationFaults(folder)).toEqual([
      '0000_baseline.sql has landed and is changed: write another migration instead',
    ]);
  });

  test('names one that was removed', async () => {
    await rm(join(folder, '0000_baseline.sql'));
    expect(findMigrationFaults(folder)).toEqual([
      '0000_baseline.sql has landed and is gone: databases have had it',
    ]);
  });

  test('asks for the line of one that is new', async () => {
    await writeFile(join(folder, '9999_new.sql'), 'select 1;\n');
    expect(findMigrationFaults(folder)).toEqual([
      '9999_new.sql is new: add the line “4a45092ccf992ea92250053a80b931b787924ba61648f420555511b84f10ab6c  9999_new.sql” to SHA256SUMS',
    ]);
  });
});
