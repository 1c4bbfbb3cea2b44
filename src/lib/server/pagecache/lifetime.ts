import type { AstroGlobal, APIContext } from 'astro';
import { freshForMs, staleForMs } from './page-cache.ts';

/** What a CDN in front may do with a page; a browser asks again and is told “not modified”. */
export const pageLifetime =
  `public, max-age=0, s-maxage=${freshForMs / 1000}, ` +
  `stale-while-revalidate=${staleForMs / 1000}`;

/** A chapter may become premium: neither a CDN nor our own cache goes on showing its text meanwhile. */
export const chapterLifetime = `public, max-age=0, s-maxage=${freshForMs / 1000}`;

/**
 * Where browsers find what to fetch ahead: the next chapter at once, the first one on a hint.
 * A header with a file, because the policy lets no inline script through.
 */
export const speculationRules = '"/speculation-rules.json"';

/** A page that declares nothing is found by no key, and would be rendered for each request. */
function mustDeclare({ isDeclared, route }: App.Locals): void {
  if (isDeclared !== false) return;
  throw new Error(`${route ?? 'a page'} may be kept and exports no \`cached\` (cached-page.ts)`);
}

/**
 * Lets a page be kept, and says what it shows: a write that calls `changed` with one of these
 * tags drops it. Tags: `home`, `sitemap`, and those of tags.ts. The page exports `cached`.
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

/** The same for an endpoint's answer; `lifetime` may be longer for what never changes. */
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
