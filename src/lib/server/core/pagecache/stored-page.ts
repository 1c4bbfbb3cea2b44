import type { Dictionary } from './dictionary.ts';
import type { Bodies } from './encodings.ts';

/** The result of a render: a response, and the tags of what it shows. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  tags: readonly string[];
  /** The pattern of its route, for the metrics. */
  route?: string;
  /** What it has in common with others of its kind, to be compressed with. */
  dictionary?: Dictionary;
};

/** A cached page: compressed. Without an ETag it is never asked for again. */
export type StoredPage = Omit<RenderedPage, 'body' | 'dictionary'> & {
  bodies: Bodies;
  etag: string | null;
};

/** Whether a page shows something that changed; an error page may depend on anything. */
export function showsOneOf(page: StoredPage, changedTags: readonly string[]): boolean {
  if (page.status !== 200) return changedTags.length > 0;
  return page.tags.some((tag) => changedTags.includes(tag));
}

/** Whether a page could not be rendered: what was cached before is better. */
export const isFailure = ({ status }: StoredPage): boolean => status >= 500;

/** Whether a stale page may be sent while it is rendered again: the same rule as for a CDN. */
export function maySendOld({ headers }: StoredPage): boolean {
  return /stale-while-revalidate|immutable/.test(headers['cache-control'] ?? '');
}

/** A page sent without knowing what has changed: a shared cache asks again for each request. */
export function withAge(page: StoredPage, ageMs: number): StoredPage {
  const isPublic = page.headers['cache-control']?.startsWith('public');
  const headers = {
    ...page.headers,
    age: String(Math.max(0, Math.floor(ageMs / 1000))),
    // Zero, not `no-cache`: without a time Fastly would take its own, an hour.
    ...(isPublic && { 'cache-control': 'public, max-age=0, s-maxage=0' }),
  };
  return { ...page, headers };
}
