import { and, asc, count, gt, sql } from 'drizzle-orm';
import { paths } from '#shared/paths.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { escapeXml } from './feeds.ts';
import { isPublic } from './novels.ts';

/** The protocol's bound on addresses in one file. */
export const sitemapAddressesMax = 50_000;

const fixedPaths = [paths.home, paths.catalogue(), paths.legalNotice, paths.privacy, paths.terms];
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Number of files it takes to list the site; 1 means that `/sitemap.xml` lists it itself. */
export async function countSitemapFiles(db: Database): Promise<number> {
  const [row] = await db.select({ novels: count() }).from(novels).where(isPublic);
  return Math.max(1, Math.ceil(((row?.novels ?? 0) + fixedPaths.length) / sitemapAddressesMax));
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
 * One file of addresses; `file` counts from 1. The first lists the fixed pages too. Novels stand
 * in the order of their ids, so that a new one does not move the others to another file.
 */
export async function sitemapFile(db: Database, file: number, siteUrl: string): Promise<string> {
  const isFirst = file === 1;
  const limit = sitemapAddressesMax - (isFirst ? fixedPaths.length : 0);
  const offset = isFirst ? 0 : (file - 1) * sitemapAddressesMax - fixedPaths.length;
  const rows = await listSlugs(db, offset, limit);
  const entries = [
    ...(isFirst ? fixedPaths.map((path) => entry(siteUrl + path)) : []),
    ...rows.map(({ slug, updatedAt }) => entry(siteUrl + paths.novel(slug), updatedAt)),
  ];
  return `${head}<urlset ${namespace}>\n${entries.join('\n')}\n</urlset>\n`;
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
