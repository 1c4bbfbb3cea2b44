import type { App } from '#server/app.ts';
import type { Bodies } from '../pagecache/encodings.ts';

/** The body of a success that is the same for every caller: its JSON, compressed and kept. */
export type CachedAnswer<Body> = {
  readonly cachedBodies: Bodies;
  /** What the JSON says; for the compiler alone. */
  readonly says?: Body;
};

/** Distinguishes a kept body from any other. */
export function isCachedAnswer(body: unknown): body is CachedAnswer<unknown> {
  return typeof body === 'object' && body !== null && 'cachedBodies' in body;
}

/** As the call sends it; without `stale-while-revalidate`, an older one is sent only while none can be made. */
const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' };

/**
 * Keeps a call's answer in the page cache, under the rules of pages: until one of its tags changes, and
 * for a minute. Rate limits, tokens and the session are the endpoint's, as for every call.
 *
 * @param address path and query that `make` depends on; `make` may depend on no caller.
 */
export async function cacheAnswer<Body>(
  { pages }: Pick<App, 'pages'>,
  address: string,
  make: () => Promise<{ body: Body; tags: readonly string[] }>,
): Promise<CachedAnswer<Body>> {
  // No address of a page: those begin with a slash.
  const { bodies } = await pages.get(`call:${address}`, async () => {
    const { body, tags } = await make();
    return { status: 200, headers, body: Buffer.from(JSON.stringify(body)), tags };
  });
  return { cachedBodies: bodies };
}
