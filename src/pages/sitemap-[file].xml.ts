import type { APIRoute } from 'astro';
import { sitemapFile } from '#server/catalogue/sitemap.ts';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';

export const cached: CachedPage = { params: { file: /^[1-9]\d{0,3}$/ } };

export const GET: APIRoute = async (context) => {
  const { db, config } = context.locals.app;
  const name = context.params.file ?? '';
  const file = /^[1-9]\d{0,3}$/.test(name) ? Number(name) : 0;
  const body = file < 1 ? null : await sitemapFile(db, file, config.siteUrl);
  if (body === null) return new Response(null, { status: 404 });
  return cachedResponse(context, body, {
    type: 'application/xml; charset=utf-8',
    tags: ['sitemap'],
  });
};
