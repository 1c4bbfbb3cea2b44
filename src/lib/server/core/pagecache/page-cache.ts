import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import {
  bytesOf,
  compressThoroughly,
  encodeBodies,
  etagOf,
  isThorough,
  type Bodies,
} from './encodings.ts';

/** The result of a render: a response, and the tags of what it shows. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  tags: readonly string[];
  /** The pattern of its route, for the metrics. */
  route?: string;
};

/** A cached page: compressed. Without an ETag it is never asked for again. */
export type StoredPage = Omit<RenderedPage, 'body'> & { bodies: Bodies; etag: string | null };

/** Rendered pages in memory, least recently used first out (design section 5). */
export type PageCache = {
  /**
   * The page of a key: cached, or rendered now. A page older than a minute is sent stale and
   * revalidated in the background, if its `Cache-Control` allows that to a CDN; else it is rendered
   * again first, and sent stale only if that fails. One render in flight per key: concurrent
   * requests share it, and get the next one if a tag of that page changed before they arrived.
   */
  get: (key: string, render: () => Promise<RenderedPage>) => Promise<StoredPage>;
  /** The same, synchronously, for a cached page; null where it would have to be rendered first. */
  getCached: (key: string, render: () => Promise<RenderedPage>) => StoredPage | null;
  /** Drops every page with one of these tags, also one whose render is in flight. */
  changed: (tags: readonly string[]) => void;
  /** Drops everything, and does not cache renders in flight. */
  clear: () => void;
  /** The number of cached pages, and their size. */
  size: () => { pages: number; bytes: number };
};

/** Renders, and compresses the result, unless it is what was kept before. */
async function finish(
  render: () => Promise<RenderedPage>,
  before: StoredPage | undefined,
): Promise<StoredPage> {
  const { body, ...rendered } = await render();
  if (before?.etag === etagOf(body)) {
    return { ...rendered, bodies: before.bodies, etag: before.etag };
  }
  return { ...rendered, ...(await encodeBodies(body, rendered.headers)) };
}

type CachedPage = { page: StoredPage; bytes: number; renderedAtMs: number };

/** A render in flight, and the tags that have changed since it began, in order. */
type Render = { result: Promise<StoredPage>; startedAtMs: number; changedTags: Set<string> };

/** Whether a page shows something that changed; an error page may depend on anything. */
function showsOneOf(page: StoredPage, changedTags: readonly string[]): boolean {
  if (page.status !== 200) return changedTags.length > 0;
  return page.tags.some((tag) => changedTags.includes(tag));
}

/** Whether a stale page may be sent while it is rendered again: the same rule as for a CDN. */
function maySendOld({ headers }: StoredPage): boolean {
  return /stale-while-revalidate|immutable/.test(headers['cache-control'] ?? '');
}

export const freshForMs = 60_000;
export const staleForMs = 24 * 60 * 60_000;
const retryAfterMs = 5_000;
/** A render that hangs (a half-open connection to the database) must not block its key. */
export const joinableForMs = 20_000;
/**
 * Cached copies of one path with different queries. Search queries are unbounded: they must not
 * evict everything else.
 */
export const copiesPerPathMax = 256;
/** An entry costs memory in addition to its bodies. */
const entryOverheadBytes = 1_024;

/** @param options.maxBytes bound on the total size of all pages. */
export function createPageCache(options: {
  maxBytes: number;
  clock: Clock;
  log: Logger;
}): PageCache {
  const cached = new Map<string, CachedPage>();
  const copies = createCopies();
  const rendering = new Map<string, Render>();
  const toCompress = new Set<string>();
  let isCompressing = false;
  let totalBytes = 0;

  const nowMs = () => options.clock.now().getTime();

  function logFailure(key: string, error: unknown): void {
    // Without the query: searches are not logged.
    const path = key.split('?', 1)[0];
    options.log.error({ err: error, path }, 'page could not be rendered again');
  }

  function drop(key: string): void {
    const entry = cached.get(key);
    if (!entry) return;
    cached.delete(key);
    copies.forget(key);
    totalBytes -= entry.bytes;
  }

  function cache(key: string, page: StoredPage): void {
    drop(key);
    const bytes = entryOverheadBytes + bytesOf(page.bodies);
    if (bytes > options.maxBytes) return;
    cached.set(key, { page, bytes, renderedAtMs: nowMs() });
    totalBytes += bytes;
    const oneTooMany = copies.note(key);
    if (oneTooMany !== null) drop(oneTooMany);
    for (const oldest of cached.keys()) {
      if (totalBytes <= options.maxBytes) break;
      drop(oldest);
    }
  }

  /** Compresses pages that were asked for again as well as it can, one at a time. */
  async function compressBehind(): Promise<void> {
    if (isCompressing) return;
    isCompressing = true;
    try {
      for (const key of toCompress) {
        toCompress.delete(key);
        await compressCached(key);
      }
    } finally {
      isCompressing = false;
    }
  }

  async function compressCached(key: string): Promise<void> {
    const before = cached.get(key)?.page;
    if (!before || isThorough(before.bodies)) return;
    const bodies = await compressThoroughly(before.bodies);
    const entry = cached.get(key);
    // Dropped or changed since; an unchanged page that was rendered again has the same bodies.
    if (entry?.page.bodies !== before.bodies) return;
    entry.page = { ...entry.page, bodies };
    totalBytes -= entry.bytes;
    entry.bytes = entryOverheadBytes + bytesOf(bodies);
    totalBytes += entry.bytes;
  }

  function startRender(key: string, render: () => Promise<RenderedPage>): Render {
    const started: Render = {
      result: finish(render, cached.get(key)?.page),
      startedAtMs: nowMs(),
      changedTags: new Set(),
    };
    rendering.set(key, started);
    // No longer in the list, it was abandoned, or everything may have changed since it began.
    const isCurrent = () => rendering.get(key) === started;
    started.result.then(
      (page) => {
        if (!isCurrent()) return;
        rendering.delete(key);
        if (showsOneOf(page, [...started.changedTags])) return;
        if (page.status === 200) cache(key, page);
        else drop(key);
      },
      () => {
        if (isCurrent()) rendering.delete(key);
      },
    );
    return started;
  }

  function findRender(key: string): Render | null {
    const running = rendering.get(key);
    return running && nowMs() - running.startedAtMs < joinableForMs ? running : null;
  }

  async function awaitRender(
    key: string,
    render: () => Promise<RenderedPage>,
  ): Promise<StoredPage> {
    const running = findRender(key) ?? startRender(key, render);
    const changedBefore = running.changedTags.size;
    const page = await running.result;
    if (!showsOneOf(page, [...running.changedTags].slice(0, changedBefore))) return page;
    // Anything cached or begun since that render ended is younger than this request.
    return getCached(key, render) ?? (findRender(key) ?? startRender(key, render)).result;
  }

  function getCached(key: string, render: () => Promise<RenderedPage>): StoredPage | null {
    const entry = cached.get(key);
    if (!entry) return null;
    const ageMs = nowMs() - entry.renderedAtMs;
    if (ageMs > freshForMs + staleForMs) {
      drop(key);
      return null;
    }
    if (ageMs > freshForMs && !maySendOld(entry.page)) return null;
    // Just used: moves to the end of the LRU order.
    cached.delete(key);
    cached.set(key, entry);
    copies.note(key);
    if (!isThorough(entry.page.bodies)) {
      toCompress.add(key);
      compressBehind().catch((error: unknown) => logFailure(key, error));
    }
    if (ageMs > freshForMs) {
      // Until it succeeds, one retry every few seconds is enough.
      entry.renderedAtMs = nowMs() - freshForMs + retryAfterMs;
      const { result } = findRender(key) ?? startRender(key, render);
      result.catch((error: unknown) => logFailure(key, error));
    }
    return entry.page;
  }

  return {
    get: async (key, render) => {
      const page = getCached(key, render);
      if (page) return page;
      try {
        return await awaitRender(key, render);
      } catch (error) {
        const before = cached.get(key)?.page;
        if (!before) throw error;
        logFailure(key, error);
        return before;
      }
    },
    getCached,
    changed: (tags) => {
      const wanted = new Set(tags);
      for (const [key, entry] of cached) {
        if (entry.page.tags.some((tag) => wanted.has(tag))) drop(key);
      }
      for (const { changedTags } of rendering.values()) {
        for (const tag of tags) changedTags.add(tag);
      }
    },
    clear: () => {
      cached.clear();
      copies.clear();
      rendering.clear();
      totalBytes = 0;
    },
    size: () => ({ pages: cached.size, bytes: totalBytes }),
  };
}

/** Keys with a query by their path, least recently used first. */
function createCopies() {
  const byPath = new Map<string, Set<string>>();
  const pathOf = (key: string) => {
    const at = key.indexOf('?');
    return at < 0 ? null : key.slice(0, at);
  };
  return {
    /** Records a use; returns the key to evict, if any. */
    note: (key: string): string | null => {
      const path = pathOf(key);
      if (path === null) return null;
      const keys = byPath.get(path) ?? new Set();
      keys.delete(key);
      keys.add(key);
      byPath.set(path, keys);
      const [oldest] = keys;
      return keys.size > copiesPerPathMax && oldest !== undefined ? oldest : null;
    },
    forget: (key: string): void => {
      const path = pathOf(key);
      if (path === null) return;
      const keys = byPath.get(path);
      keys?.delete(key);
      if (keys?.size === 0) byPath.delete(path);
    },
    clear: () => byPath.clear(),
  };
}
