import type { APIRoute } from 'astro';
import { countSitemapFiles, sitemapFile, sitemapIndex } from '#server/catalogue/sitemap.ts';
import type { CachedPage } from '#server/pagecache/cached-page.ts';
import { cachedResponse } from '#server/pagecache/lifetime.ts';

export const cached: CachedPage = {};

export const GET: APIRoute = async (context) => {
  const { db, config } = context.locals.app;
  const fileCount = await countSitemapFiles(db);
  const only = fileCount === 1 ? await sitemapFile(db, 1, config.siteUrl) : null;
  const body = only ?? sitemapIndex(fileCount, config.siteUrl);
  return cachedResponse(context, body, {
    type: 'application/xml; charset=utf-8',
    tags: ['sitemap'],
  });
};
