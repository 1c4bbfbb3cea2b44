import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { parseCatalogueQuery } from '#server/catalogue/catalogue-query.ts';
import { searchNovels } from '#server/catalogue/search-novels.ts';
import { openDatabase } from '#server/db/open-database.ts';
import * as schema from '#server/db/schema/schema.ts';
import type { Database } from '#server/db/database.ts';
import { catalogueFoundMax, novelsPageSize } from '#shared/constants.ts';
import { describeOnPostgres, type TestDatabase } from '../world/databases.ts';

const novelCount = 5_000;

type Node = {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: Node[] | undefined;
};
const nodeSchema: z.ZodType<Node> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) })]);
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows of a table that a node reads. */
const rowsRead = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

describeOnPostgres('the search of a large catalogue', (createDatabase) => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let db: Database;
  let queries: { text: string; params: unknown[] }[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    await (await openDatabase(database.url, { role: 'owner' })).close();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const logQuery = (text: string, params: unknown[]) => queries.push({ text, params });
    db = drizzle(pool, { schema, logger: { logQuery } });
    // Every novel speaks of rain, one in twenty-five of a dragon; one in a hundred is free.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into novels (id, slug, title, author_name, genres, chapter_count, rating_count, rating_sum)
        select gen_random_uuid(), 'r-' || n, 'R', 'A', array['Fantasy', case when n % 100 = 0 then 'Mecha' else 'Mystery' end],
          1, n % 50, 3 * (n % 50) from generate_series(1, ${novelCount}::int) as n`);
      await tx.execute(sql`insert into novel_views (novel_id, views)
        select id, 7 * substr(slug, 3)::int % 997 from novels`);
      await tx.execute(sql`insert into novel_words (novel_id, names, name_stems, stems)
        select id, slug, case when n % 25 = 0 then 'dragon:1A'::tsvector else '' end,
          ('plui:2' || case when n % 25 = 0 then ' dragon:1A' else '' end)::tsvector
        from (select id, slug, substr(slug, 3)::int as n from novels) as numbered`);
      await tx.execute(sql`insert into chapters (id, novel_id, chapter_number, title, status, published_at, is_premium)
        select gen_random_uuid(), id, 1, 'C', 'published', now(), substr(slug, 3)::int % 100 > 0 from novels`);
      await tx.execute(sql`select keep_facets(array(select id from novels))`);
    });
    // So few rows fit into memory; with the cost of a disk, PostgreSQL would read small tables whole.
    await db.execute(sql`set random_page_cost = 1.1`);
    await db.execute(sql`analyze novels, novel_views, novel_words, chapters`);
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const lastPage = Math.ceil(catalogueFoundMax / novelsPageSize);
  test.each([
    ['', 1_001],
    [`tri=vues&page=${lastPage}`, 1_001],
    ['genre=fantasy&tri=notes', 1_001],
    ['genre=mecha&tri=notes', 50],
    ['gratuit=1', 50],
    ['gratuit=1&tri=vues', 50],
    ['chapitres=100', 0],
    ['origine=ja&tri=mis-a-jour', 0],
    ['genre=fantasy&sans=mystere', 50],
    ['sans=mecha', 1_001],
    ['q=dragon', 200],
    ['q=dragon&tri=notes', 200],
    ['q=dragon&genre=fantasy&gratuit=1', 50],
    ['q=pluie', 1_001],
    [`q=pluie&page=${lastPage}`, 1_001],
    ['q=pluie&tri=recents', 1_001],
    ['q=pluie&gratuit=1', 50],
    ['q=xylophone', 0],
  ])('%s finds %i and reads no more rows than are counted', async (address, found) => {
    queries = [];
    const query = parseCatalogueQuery(new URLSearchParams(address));
    expect((await searchNovels(db, query, new Date())).found).toBe(found);
    for (const { text, params } of queries.slice()) {
      const answer = await pool.query(`explain (analyze, format json) ${text}`, params);
      const [row] = explained.parse(answer.rows);
      const scans = nodesOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name']);
      const most = Math.max(0, ...scans.map(rowsRead));
      expect(most).toBeLessThanOrEqual(catalogueFoundMax + novelsPageSize);
    }
  });
});
