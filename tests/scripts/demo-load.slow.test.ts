import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDemoCatalogue } from '#scripts/demo/load.ts';
import { countNovels } from '#server/catalogue/novels.ts';
import type { OpenDatabase } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { describeOnPostgres, type TestDatabase } from '../world/databases.ts';

const now = new Date('2026-11-21T12:00:00Z');

describeOnPostgres('the demonstration', (createDatabase) => {
  let database: TestDatabase;
  let instances: OpenDatabase[];
  beforeEach(async () => {
    database = await createDatabase();
    instances = await Promise.all([1, 2].map(() => openDatabase(database.url, { role: 'server' })));
  });
  afterEach(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    await database.drop();
  });

  test('is loaded once when two instances start concurrently', { timeout: 120_000 }, async () => {
    const loaded = await Promise.all(instances.map(({ db }) => loadDemoCatalogue(db, now)));
    const [first] = instances;
    const novels = first ? await countNovels(first.db) : 0;
    expect(loaded.toSorted((a, b) => a - b)).toEqual([0, novels]);
    expect(novels).toBeGreaterThan(0);
  });
});
