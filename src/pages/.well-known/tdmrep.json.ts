import type { APIRoute } from 'astro';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { tdmPolicy } from '#shared/site/paths.ts';

export const cached: CachedPage = {};

/** Text and data mining is reserved for the whole site (https://www.w3.org/community/reports/tdmrep/). */
export const GET: APIRoute = (context) => {
  const policy = tdmPolicy(context.locals.app.config.siteUrl);
  const rules = [{ location: '/', 'tdm-reservation': 1, 'tdm-policy': policy }];
  return cachedResponse(context, `${JSON.stringify(rules)}\n`, {
    type: 'application/json; charset=utf-8',
    tags: [],
  });
};
