import { and, asc, count, gt, sql } from 'drizzle-orm';
import { genreSlug } from '#shared/genres.ts';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { escapeXml } from '../escape-html.ts';
import { listSlugsInUse } from './listings.ts';
import { isPublic } from './novels.ts';

/** Addresses in one file: few, so that one is read quickly on a site of any size. The protocol allows 50,000. */
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
  const [row] = await db.select({ novels: count() }).from(novels).where(isPublic);
  const files = Math.ceil(((row?.novels ?? 0) + fixedPaths.length) / sitemapAddressesMax);
  return files === 1 ? 1 : files + 1;
}

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
 * does not move the others to another file. Of the files before it, only ids are read, in an index.
 */
export async function sitemapFile(
  db: Database,
  file: number,
  siteUrl: string,
): Promise<string | null> {
  const isFirst = file === 1;
  const offset = isFirst ? 0 : (file - 1) * sitemapAddressesMax - fixedPaths.length;
  const limit = sitemapAddressesMax - (isFirst ? fixedPaths.length : 0);
  const rows = await listSlugs(db, offset, limit + 1);
  if (!isFirst && rows.length === 0) {
    // After the last novels come the lists; the only file has them itself.
    const isAfterLast =
      file > 2 && (await listSlugs(db, offset - sitemapAddressesMax, 1)).length > 0;
    return isAfterLast ? urlset(await listEntries(db, siteUrl)) : null;
  }
  return urlset([
    ...(isFirst ? fixedPaths.map((path) => entry(siteUrl + path)) : []),
    ...rows
      .slice(0, limit)
      .map(({ slug, updatedAt }) => entry(siteUrl + paths.novel(slug), updatedAt)),
    ...(isFirst && rows.length <= limit ? await listEntries(db, siteUrl) : []),
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

async function listSlugs(db: Database, offset: number, limit: number) {
  const select = db
    .select({ slug: novels.slug, updatedAt: novels.updatedAt })
    .from(novels)
    .orderBy(asc(novels.id))
    .limit(limit);
  if (offset === 0) return select.where(isPublic);
  // The id at the offset is read from the index of public novels only.
  const before = db
    .select({ id: novels.id })
    .from(novels)
    .where(isPublic)
    .orderBy(asc(novels.id))
    .limit(1)
    .offset(offset - 1);
  return select.where(and(isPublic, gt(novels.id, sql`(${before})`)));
}

function entry(address: string, updatedAt?: Date): string {
  const lastModified = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeXml(address)}</loc>${lastModified}</url>`;
}
