import type { APIRoute } from 'astro';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { paths } from '#shared/site/paths.ts';

export const cached: CachedPage = {};

/** Chapters may be fetched (their `noindex` has to be seen); calls may not. */
export const GET: APIRoute = (context) => {
  const { siteUrl } = context.locals.app.config;
  const body = `User-agent: *\nDisallow: /api/\nDisallow: ${paths.contentNotice()}\n\nSitemap: ${siteUrl}${paths.sitemap}\n`;
  return cachedResponse(context, body, { type: 'text/plain; charset=utf-8', tags: [] });
};
