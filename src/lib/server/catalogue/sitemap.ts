import { and, asc, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';
import { genreSlug } from '#shared/genres.ts';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { novels, sitemapCuts } from '../db/schema/catalogue.ts';
import { escapeXml } from '../escape-html.ts';
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
];
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Lists of novels by genre, person and tag: those of so many of the newest novels. */
const lists = { novelsMax: 1_000, addressesMax: 10_000 } as const;

/**
 * Number of files it takes to list the site; 1 means that `/sitemap.xml` lists it itself. Where there
 * are several, the last one lists genres, people and tags.
 */
export async function countSitemapFiles(db: Database): Promise<number> {
  const { length } = await listCuts(db);
  return length === 0 ? 1 : length + 2;
}

/**
 * Ids of the first novels of all files but the first. A file is cut off once as many novels as it has
 * addresses are public, and its bounds are kept: only what came after the last one is counted.
 */
async function listCuts(db: Database): Promise<string[]> {
  const firstFile = sitemapAddressesMax - fixedPaths.length;
  for (;;) {
    const { rows } = cutsSchema.parse(
      await db.execute(sql`with cut as (
          insert into ${sitemapCuts} (novel_id)
          select ${novels.id} from ${novels}
          where ${isPublic} and ${novels.id} >= coalesce(
            (select novel_id from ${sitemapCuts} order by novel_id desc limit 1),
            '00000000-0000-0000-0000-000000000000')
          order by ${novels.id}
          offset (select case when exists (select from ${sitemapCuts}) then ${sitemapAddressesMax}::int
            else ${firstFile}::int end)
          limit 1 on conflict do nothing returning novel_id)
        select novel_id, false as is_new from ${sitemapCuts} union all
        select novel_id, true from cut order by novel_id`),
    );
    if (!rows.some((row) => row.is_new)) return rows.map((row) => row.novel_id);
  }
}

const cutsSchema = z.object({
  rows: z.array(z.object({ novel_id: idSchema, is_new: z.boolean() })),
});

/** The index of a site that takes several files. */
export function sitemapIndex(fileCount: number, siteUrl: string): string {
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
  const lastOfNovels = cuts.length + 1;
  const isOnly = lastOfNovels === 1;
  if (file > lastOfNovels + (isOnly ? 0 : 1)) return null;
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
