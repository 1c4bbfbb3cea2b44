import type { APIRoute } from 'astro';
import { atomFeed, listNovelFeed } from '#server/catalogue/feeds.ts';
import { findNovelBySlug } from '#server/catalogue/novels.ts';
import { type CachedPage, slugForm } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { announcementsTag, novelTag } from '#server/core/pagecache/tags.ts';
import { paths } from '#shared/site/paths.ts';

export const cached: CachedPage = { params: { slug: slugForm } };

export const GET: APIRoute = async (context) => {
  const { app } = context.locals;
  const novel = await findNovelBySlug(app.db, context.params.slug ?? '');
  if (!novel) return new Response(null, { status: 404 });
  const feed = {
    title: `${novel.title} : nouveaux chapitres`,
    siteUrl: app.config.siteUrl,
    selfPath: paths.novelFeed(novel.slug),
    pagePath: paths.novel(novel.slug),
    now: app.clock.now(),
  };
  const body = atomFeed(feed, await listNovelFeed(app.db, app.clock.now(), novel));
  return cachedResponse(context, body, {
    type: 'application/atom+xml; charset=utf-8',
    tags: [novelTag(novel.id), announcementsTag(novel.id)],
  });
};
