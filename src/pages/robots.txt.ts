import type { APIRoute } from 'astro';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { paths } from '#shared/site/paths.ts';

export const cached: CachedPage = {};

/**
 * Chapters may be fetched (their `noindex` has to be seen); calls may not. Crawlers of the setting have
 * a group of their own: a crawler that is named in one ignores the group of all.
 */
export const GET: APIRoute = (context) => {
  const { siteUrl, refusedCrawlers } = context.locals.app.config;
  const names = refusedCrawlers.map((name) => `User-agent: ${name}\n`).join('');
  const refused = names && `${names}Disallow: /\n\n`;
  const body = `${refused}User-agent: *\nDisallow: /api/\nDisallow: ${paths.contentNotice()}\n\nSitemap: ${siteUrl}${paths.sitemap}\n`;
  return cachedResponse(context, body, { type: 'text/plain; charset=utf-8', tags: [] });
};
