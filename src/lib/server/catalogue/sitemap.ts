import { and, asc, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';
import { genreSlug } from '#shared/site/genres.ts';
import { paths } from '#shared/site/paths.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, sitemapCuts } from '#server/core/db/schema/catalogue.ts';
import { escapeXml } from '#server/core/escape-html.ts';
import { listSlugsInUse } from './listings.ts';
import { isPublic } from './novels.ts';

/** Addresses of a file when it is cut off: few, so that one is read quickly. The protocol allows 50,000. */
export const sitemapAddressesMax = 1_000;

const fixedPaths = [
  paths.home,
  paths.catalogue(),
  paths.genres,
  paths.legalNotice,
  paths.privacy,
  paths.terms,
  paths.accessibility,
];
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** An index of the protocol lists 50,000 files. */
const cutsMax = 49_000;

/** Lists of novels by genre, person and tag: those of so many of the newest novels. */
const lists = { novelsMax: 1_000, addressesMax: 10_000 } as const;

/**
 * The whole site in one file, or where that does not suffice the index of its files, of which the last
 * one lists genres, people and tags.
 */
export async function sitemap(db: Database, siteUrl: string): Promise<string> {
  const cuts = await listCuts(db);
  return cuts.length === 0 ? readFile(db, 1, cuts, siteUrl) : indexOf(cuts.length + 2, siteUrl);
}

/**
 * Ids of the first novels of all files but the first. A file is cut off once as many novels as it has
 * addresses are public, and its bounds are kept: only what came after the last one is counted.
 */
async function listCuts(db: Database): Promise<string[]> {
  const { cuts, next } = await findCuts(db);
  if (next === null) return cuts;
  return db.transaction(async (tx) => {
    // One reading at a time: two that began in different instants would cut in different places.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sitemap', 0))`);
    let found = await findCuts(tx);
    while (found.next !== null && found.cuts.length < cutsMax) {
      await tx.insert(sitemapCuts).values({ novelId: found.next });
      found = await findCuts(tx);
    }
    return found.cuts;
  });
}

/** The cuts, and the novel at which a full last file ends. */
async function findCuts(db: Database): Promise<{ cuts: string[]; next: string | null }> {
  const firstFile = sitemapAddressesMax - fixedPaths.length;
  const { rows } = cutsSchema.parse(
    await db.execute(sql`(
        select novel_id, false as is_next from ${sitemapCuts}
      ) union all (
        select ${novels.id}, true from ${novels}
        where ${isPublic} and ${novels.id} >= coalesce(
          (select novel_id from ${sitemapCuts} order by novel_id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
        order by ${novels.id}
        offset (select case when exists (select from ${sitemapCuts}) then ${sitemapAddressesMax}::int
          else ${firstFile}::int end)
        limit 1
      ) order by is_next, novel_id`),
  );
  const ids = (isNext: boolean) =>
    rows.filter((row) => row.is_next === isNext).map((row) => row.novel_id);
  return { cuts: ids(false), next: ids(true)[0] ?? null };
}

const cutsSchema = z.object({
  rows: z.array(z.object({ novel_id: idSchema, is_next: z.boolean() })),
});

function indexOf(fileCount: number, siteUrl: string): string {
  const files = Array.from(
    { length: fileCount },
    (_, index) =>
      `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  );
  return `${head}<sitemapindex ${namespace}>\n${files.join('\n')}\n</sitemapindex>\n`;
}

/**
 * A file of addresses, or null if there are not so many; `file` counts from 1. The first lists the fixed
 * pages too, the last the lists of novels. Novels stand in the order of their ids, so that a new one
 * does not move the others to another file.
 */
export async function sitemapFile(
  db: Database,
  file: number,
  siteUrl: string,
): Promise<string | null> {
  const cuts = await listCuts(db);
  return file > (cuts.length === 0 ? 1 : cuts.length + 2)
    ? null
    : readFile(db, file, cuts, siteUrl);
}

async function readFile(
  db: Database,
  file: number,
  cuts: readonly string[],
  siteUrl: string,
): Promise<string> {
  const lastOfNovels = cuts.length + 1;
  const isOnly = lastOfNovels === 1;
  const from = cuts[file - 2];
  const to = cuts[file - 1];
  const rows =
    file > lastOfNovels
      ? []
      : await db
          .select({ slug: novels.slug, updatedAt: novels.updatedAt })
          .from(novels)
          .where(
            and(
              isPublic,
              from === undefined ? undefined : gte(novels.id, from),
              to === undefined ? undefined : lt(novels.id, to),
            ),
          )
          .orderBy(asc(novels.id));
  return urlset([
    ...(file === 1 ? fixedPaths.map((path) => entry(siteUrl + path)) : []),
    ...rows.map(({ slug, updatedAt }) => entry(siteUrl + paths.novel(slug), updatedAt)),
    ...(isOnly || file > lastOfNovels ? await listEntries(db, siteUrl) : []),
  ]);
}

function urlset(entries: string[]): string {
  return `${head}<urlset ${namespace}>\n${entries.join('\n')}\n</urlset>\n`;
}

async function listEntries(db: Database, siteUrl: string): Promise<string[]> {
  const inUse = await listSlugsInUse(db, lists);
  return [
    ...inUse.genres.map((genre) => paths.genre(genreSlug(genre))),
    ...inUse.people.map((slug) => paths.author(slug)),
    ...inUse.tags.map((slug) => paths.tag(slug)),
  ].map((path) => entry(siteUrl + path));
}

function entry(address: string, updatedAt?: Date): string {
  const lastModified = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeXml(address)}</loc>${lastModified}</url>`;
}
