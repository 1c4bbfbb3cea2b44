import type { APIRoute } from 'astro';
import { sitemap } from '#server/catalogue/sitemap.ts';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';

export const cached: CachedPage = {};

export const GET: APIRoute = async (context) => {
  const { db, config } = context.locals.app;
  return cachedResponse(context, await sitemap(db, config.siteUrl), {
    type: 'application/xml; charset=utf-8',
    tags: ['sitemap'],
  });
};
