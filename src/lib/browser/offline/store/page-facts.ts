/** What the service worker reads from a page before it caches it. */
import { withoutTracking } from '#shared/site/tracking.ts';

/** Paths of pages that are cached: home, novels, chapters, the library. No user's own pages. */
const cacheable = /^\/(?:$|bibliotheque$|novel\/[a-z0-9-]+$|chapter\/[\da-f-]{36}$)/;

/**
 * The path that a page is cached by, without tracking parameters; null for one that is not the same for
 * everybody, or not worth caching.
 */
export function cachePath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | null {
  const query = withoutTracking(search);
  // Other queries than those of a list do not lead to a page that is read again.
  const isCacheable =
    cacheable.test(pathname) && /^(?:\?(?:tri|page)=[a-z\d]+(?:&page=\d+)?)?$/.test(query);
  return isCacheable ? pathname + query : null;
}

/** Whether all scripts that a page names are of the build that has these files. */
export function isOfBuild(html: string, files: ReadonlySet<string>): boolean {
  return [...html.matchAll(/\/_astro\/[\w.-]+\.js/g)].every(([path]) => files.has(path));
}

/** Title, novel, and whether the text is missing. */
export function pageFacts(html: string): {
  title: string;
  novelId: string | null;
  number: number;
  isLocked: boolean;
} {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, novelId = null] =
    /<article class="reader[^>]* data-novel="([\da-f-]{36})"/.exec(html) ?? [];
  return {
    title: decode(title.replace(/ · Feuilleton$/, '')),
    novelId,
    number: novelId === null ? 0 : Number(/data-chapter-number="(\d+)"/.exec(html)?.[1] ?? 0),
    isLocked: novelId !== null && !html.includes('class="chapter-text"'),
  };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Those that our server writes; a worker has no parser. */
function decode(text: string): string {
  return text.replaceAll(/&(#39|\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
