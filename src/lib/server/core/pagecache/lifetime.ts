import type { AstroGlobal, APIContext } from 'astro';
import { freshForMs, staleForMs } from './page-cache.ts';

/** Cache policy for a CDN; a browser revalidates and gets 304. */
export const pageLifetime =
  `public, max-age=0, s-maxage=${freshForMs / 1000}, ` +
  `stale-while-revalidate=${staleForMs / 1000}`;

/** A chapter may become premium: neither a CDN nor our cache may serve its text stale. */
export const chapterLifetime = `public, max-age=0, s-maxage=${freshForMs / 1000}`;

/**
 * Speculation rules: the next chapter is prefetched at once, the first one on a hint.
 * A header with a file, because the CSP blocks inline scripts.
 */
export const speculationRules = '"/speculation-rules.json"';

/** A page without a declaration has no cache key, and would be rendered for each request. */
function mustDeclare({ isDeclared, route }: App.Locals): void {
  if (isDeclared !== false) return;
  throw new Error(`${route ?? 'a page'} may be kept and exports no \`cached\` (cached-page.ts)`);
}

/**
 * Makes a page cacheable, with the tags of its content: a write that calls `changed` with one of
 * these drops it. Tags: `home`, `sitemap`, and those of tags.ts. The page exports `cached`.
 */
export function cacheFor(
  page: AstroGlobal,
  tags: readonly string[],
  lifetime = pageLifetime,
): void {
  mustDeclare(page.locals);
  for (const tag of tags) page.locals.tags.add(tag);
  page.response.headers.set('cache-control', lifetime);
}

/** Sets the status of a page that lists novels, and makes it cacheable where it has some. */
export function setListingLifetime(page: AstroGlobal, kind: 'found' | 'missing' | 'failed'): void {
  if (kind === 'missing') page.response.status = 404;
  else if (kind === 'failed') page.response.status = 503;
  // Every write that changes a list of novels says so of home.
  else cacheFor(page, ['home']);
}

/** The same for an endpoint's response; `lifetime` may be longer for immutable content. */
export function cachedResponse(
  context: APIContext,
  body: string | Uint8Array<ArrayBuffer>,
  options: { type: string; tags: readonly string[]; lifetime?: string },
): Response {
  mustDeclare(context.locals);
  for (const tag of options.tags) context.locals.tags.add(tag);
  return new Response(body, {
    headers: { 'content-type': options.type, 'cache-control': options.lifetime ?? pageLifetime },
  });
}
