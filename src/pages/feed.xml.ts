import type { APIRoute } from 'astro';
import { atomFeed, listFeedEntries } from '#server/catalogue/feeds.ts';
import type { CachedPage } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { paths } from '#shared/site/paths.ts';

export const cached: CachedPage = {};

export const GET: APIRoute = async (context) => {
  const { app } = context.locals;
  const feed = {
    title: 'Feuilleton : nouveaux chapitres',
    siteUrl: app.config.siteUrl,
    selfPath: paths.siteFeed,
    pagePath: paths.home,
    now: app.clock.now(),
  };
  const body = atomFeed(feed, await listFeedEntries(app.db, app.clock.now()));
  return cachedResponse(context, body, {
    type: 'application/atom+xml; charset=utf-8',
    tags: ['home'],
  });
};
