import type { APIRoute } from 'astro';
import { imageTypes, readImageVariant } from '#server/catalogue/covers.ts';
import { drawnCoverPicture } from '#server/catalogue/drawn-cover-picture.ts';
import { findNovelBySlug } from '#server/catalogue/novels.ts';
import { type CachedPage, slugForm } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { novelTag } from '#server/core/pagecache/tags.ts';

export const cached: CachedPage = { params: { slug: slugForm } };

/** A cover may be replaced: a day later browsers have the new one. */
const lifetime = 'public, max-age=86400';
const widthPixels = 160;

/** A novel's cover as it is now, small: for pages that know a novel by its slug alone. */
export const GET: APIRoute = async (context) => {
  const { app } = context.locals;
  const novel = await findNovelBySlug(app.db, context.params.slug ?? '');
  if (!novel) return new Response(null, { status: 404 });
  const { cover } = novel;
  const bytes =
    cover &&
    (await readImageVariant(app, { hash: cover.hash, width: widthPixels, format: 'webp' }));
  const tags = [novelTag(novel.id)];
  return bytes
    ? cachedResponse(context, new Uint8Array(bytes), { type: imageTypes.webp, tags, lifetime })
    : cachedResponse(context, drawnCoverPicture(novel), { type: 'image/svg+xml', tags, lifetime });
};
