import type { Logger } from 'pino';
import { answerWithin } from '../answer-within.ts';
import type { Clock } from '../clock.ts';
import { createCopies } from './copies.ts';
import { bytesOf, compressThoroughly, encodeBodies, etagOf, isThorough } from './encodings.ts';
import {
  isFailure,
  maySendOld,
  showsOneOf,
  withAge,
  type RenderedPage,
  type StoredPage,
} from './stored-page.ts';

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
  /**
   * Announcements of other instances are missed, for `silentMs` already: what is cached is sent only
   * while nothing can be rendered, a chapter no longer than a minute.
   */
  lost: (silentMs: number) => void;
  /** Announcements are heard again: what is cached may have changed unheard, and is dropped. */
  heard: () => void;
  /** The number of cached pages, and their size. */
  size: () => { pages: number; bytes: number };
};

/** Renders, and compresses the result, unless it is what was kept before. */
async function finish(
  render: () => Promise<RenderedPage>,
  before: StoredPage | undefined,
): Promise<StoredPage> {
  const { body, dictionary, ...rendered } = await render();
  if (before?.etag === etagOf(body)) {
    return { ...rendered, bodies: before.bodies, etag: before.etag };
  }
  return { ...rendered, ...(await encodeBodies(body, rendered.headers, dictionary)) };
}

/** `retryAtMs`: when a stale page is rendered again, if the last attempt failed. */
type CachedPage = { page: StoredPage; bytes: number; renderedAtMs: number; retryAtMs: number };

/** The time in which announcements are missed. `isAway`: the last render failed. */
type Gap = { sinceMs: number; isAway: boolean; retryAtMs: number };

/** A render in flight, and the tags that have changed since it began, in order. */
type Render = { result: Promise<StoredPage>; startedAtMs: number; changedTags: Set<string> };

export const freshForMs = 60_000;
export const staleForMs = 24 * 60 * 60_000;
const retryAfterMs = 5_000;
/** While announcements are missed. */
const retryInGapMs = 1_000;
/** A database that takes longer counts as away, as for `/readyz`. */
const renderInGapMs = 2_000;
/** A render that hangs (a half-open connection to the database) must not block its key. */
export const joinableForMs = 20_000;
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
  let gap: Gap | null = null;

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
    cached.set(key, { page, bytes, renderedAtMs: nowMs(), retryAtMs: 0 });
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
        // A page without tags needs no database.
        if (gap && page.tags.length > 0) gap.isAway = false;
        if (isFailure(page)) failed();
        else if (showsOneOf(page, [...started.changedTags])) return;
        else if (page.status === 200) cache(key, page);
        else drop(key);
      },
      () => {
        if (!isCurrent()) return;
        rendering.delete(key);
        failed();
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
    // No announcement is about a page without tags.
    if (gap && entry.page.tags.length > 0) return getInGap(gap, key, render);
    const ageMs = nowMs() - entry.renderedAtMs;
    if (ageMs > freshForMs + staleForMs) return null;
    if (ageMs > freshForMs && !maySendOld(entry.page)) return null;
    noteUse(key, entry);
    if (ageMs > freshForMs && nowMs() >= entry.retryAtMs) {
      entry.retryAtMs = nowMs() + retryAfterMs;
      renderBehind(key, render);
    }
    return entry.page;
  }

  /** A cached page while none can be rendered; tries that again now and then. */
  function getInGap(now: Gap, key: string, render: () => Promise<RenderedPage>): StoredPage | null {
    const page = now.isAway ? getForWant(key) : null;
    if (page && nowMs() >= now.retryAtMs) {
      now.retryAtMs = nowMs() + retryInGapMs;
      renderBehind(key, render);
    }
    return page;
  }

  /** A cached page of any age, for want of one that can be rendered. */
  function getForWant(key: string): StoredPage | null {
    const entry = cached.get(key);
    if (!entry) return null;
    // Another instance may have made a chapter premium, and nobody here heard it.
    const unsureFromMs = (gap?.sinceMs ?? entry.renderedAtMs + freshForMs) + freshForMs;
    if (nowMs() >= unsureFromMs && !maySendOld(entry.page)) return null;
    noteUse(key, entry);
    return withAge(entry.page, nowMs() - entry.renderedAtMs);
  }

  /** Moves a page to the end of the LRU order, and has it compressed better. */
  function noteUse(key: string, entry: CachedPage): void {
    cached.delete(key);
    cached.set(key, entry);
    copies.note(key);
    if (isThorough(entry.page.bodies)) return;
    toCompress.add(key);
    compressBehind().catch((error: unknown) => logFailure(key, error));
  }

  function renderBehind(key: string, render: () => Promise<RenderedPage>): void {
    const { result } = findRender(key) ?? startRender(key, render);
    result.catch((error: unknown) => logFailure(key, error));
  }

  function failed(): void {
    if (!gap) return;
    gap.isAway = true;
    gap.retryAtMs = nowMs() + retryInGapMs;
  }

  function clear(): void {
    cached.clear();
    copies.clear();
    rendering.clear();
    totalBytes = 0;
  }

  return {
    get: async (key, render) => {
      const page = getCached(key, render);
      if (page) return page;
      try {
        const rendering = awaitRender(key, render);
        // Nobody waits for a database that is away, where there is something to send.
        const mayWait = !gap || getForWant(key) === null;
        const rendered = await (mayWait ? rendering : answerWithin(renderInGapMs, rendering));
        return isFailure(rendered) ? (getForWant(key) ?? rendered) : rendered;
      } catch (error) {
        failed();
        const before = getForWant(key);
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
    clear,
    lost: (silentMs) => {
      gap ??= { sinceMs: nowMs() - silentMs, isAway: false, retryAtMs: 0 };
    },
    heard: () => {
      gap = null;
      clear();
    },
    size: () => ({ pages: cached.size, bytes: totalBytes }),
  };
}
