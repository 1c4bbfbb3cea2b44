import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseCatalogueQuery } from '#server/catalogue/catalogue-query.ts';
import { searchNovels } from '#server/catalogue/search-novels.ts';
import { sitemap, sitemapAddressesMax, sitemapFile } from '#server/catalogue/sitemap.ts';
import { catalogueFoundMax, novelsPageSize } from '#shared/constants.ts';
import { openPlans, type PlanNode } from '../world/plans.ts';

const novelCount = 5_000;
/** Of these, those that are read least. */
const shadows = Array.from({ length: novelCount }, (_, index) => (7 * (index + 1)) % 997).filter(
  (views) => views < 100,
).length;

/** Rows of a table that a node reads. */
const rowsRead = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

describe('the search of a large catalogue', () => {
  let plans: Awaited<ReturnType<typeof openPlans>>;
  const search = (address: string) =>
    searchNovels(plans.db, parseCatalogueQuery(new URLSearchParams(address)), new Date());

  beforeAll(async () => {
    plans = await openPlans();
    const { db } = plans;
    // Every novel speaks of rain, one in ten of the moon, those read least of shadows, one in twenty-five
    // of a dragon; one in a hundred is free.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into novels (id, slug, title, author_name, genres, chapter_count, rating_count, rating_sum)
        select gen_random_uuid(), 'r-' || n, 'R', 'A', array['Fantasy', case when n % 100 = 0 then 'Mecha' else 'Mystery' end],
          1, n % 50, 3 * (n % 50) from generate_series(1, ${novelCount}::int) as n`);
      await tx.execute(sql`insert into novel_views (novel_id, views)
        select id, 7 * substr(slug, 3)::int % 997 from novels`);
      await tx.execute(sql`insert into novel_words (novel_id, names, name_stems, stems)
        select id, slug, case when n % 25 = 0 then 'dragon:1A'::tsvector else '' end,
          ('plui:2' || case when n % 25 = 0 then ' dragon:1A' else '' end
            || case when n % 10 = 3 then ' lun:3' else '' end
            || case when 7 * n % 997 < 100 then ' ombre:4' else '' end)::tsvector
        from (select id, slug, substr(slug, 3)::int as n from novels) as numbered`);
      await tx.execute(sql`insert into chapters (id, novel_id, chapter_number, title, status, published_at, is_premium)
        select gen_random_uuid(), id, 1, 'C', 'published', now(), substr(slug, 3)::int % 100 > 0 from novels`);
      await tx.execute(sql`select keep_facets(array(select id from novels))`);
    });
    // So few rows fit into memory; with the cost of a disk, PostgreSQL would read small tables whole.
    await db.execute(sql`set random_page_cost = 1.1`);
    await db.execute(sql`analyze novels, novel_views, novel_words, chapters`);
  }, 120_000);
  afterAll(() => plans.close());

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
    ['q=lune', 500],
    ['q=lune&tri=vues&page=2', 500],
    ['q=ombre&tri=vues', shadows],
  ])('%s finds %i, and reads each of them once at most', async (address, found) => {
    const read = await plans.scansOf(async () => {
      expect((await search(address)).found).toBe(found);
    });
    // Of the index of an order, twice as many: the least row costs the least.
    const words = read.flatMap(({ scans }) =>
      scans.filter((node) => node['Relation Name'] === 'novel_words' && rowsRead(node) > 0),
    );
    const all = read.flatMap(({ scans }) => scans.map(rowsRead));
    expect(Math.max(0, ...words.map(rowsRead))).toBeLessThanOrEqual(
      catalogueFoundMax + novelsPageSize,
    );
    expect(Math.max(0, ...all)).toBeLessThanOrEqual(2 * catalogueFoundMax);
    if (found <= catalogueFoundMax) expect(words.length).toBeLessThanOrEqual(1);
  });

  test('the sitemap and each of its files read their own part', async () => {
    const index = await sitemap(plans.db, 'https://site.test');
    expect(index.match(/<loc>/g)).toHaveLength(7);
    for (const file of [0, 1, 3, 5, 6]) {
      const read = await plans.scansOf(() =>
        file === 0
          ? sitemap(plans.db, 'https://site.test')
          : sitemapFile(plans.db, file, 'https://site.test'),
      );
      const all = read.flatMap(({ scans }) => scans.map(rowsRead));
      expect(Math.max(0, ...all)).toBeLessThanOrEqual(sitemapAddressesMax + 1);
    }
  });

  test.each([
    ['q=lune', 'views'],
    ['q=lune&page=2', 'views'],
    ['q=lune&page=21', 'views'],
    ['q=lune&tri=notes', '(rating_sum + 15)::float8 / (rating_count + 5)'],
    ['q=lune&tri=recents', 'created_at'],
    ['q=lune&tri=vues&page=7', 'views'],
    ['q=ombre', 'views'],
  ])('%s has the very page of its order', async (address, key) => {
    const query = parseCatalogueQuery(new URLSearchParams(address));
    const answer = await plans.db.execute(sql`select id from novels
      join novel_words on novel_words.novel_id = id join novel_views on novel_views.novel_id = id
      where stems @@ french_query(${query.text}) order by ${sql.raw(key)} desc, id desc
      limit ${novelsPageSize} offset ${(query.page - 1) * novelsPageSize}`);
    const { rows } = z.object({ rows: z.array(z.object({ id: z.string() })) }).parse(answer);
    expect(rows.length).toBeGreaterThan(0);
    expect((await search(address)).novels.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });
});
