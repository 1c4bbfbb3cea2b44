/** Which pages a device caches, and which of them it removes first. */
import {
  changeEntry,
  listEntries,
  readEntries,
  readEntry,
  removeEntries,
} from '#browser/database/database.ts';
import { chaptersWithPictures, dropPictures } from './downloaded-pictures.ts';
import type { CachedPage } from '#browser/database/entries.ts';

/** A page that was fetched so lately is not fetched again, only to be cached. */
const freshForMs = 600_000;

/** Of what is cached while reading; downloads do not count. */
const cacheLimits = { bytes: 50_000_000, pages: 300 } as const;

/** The name of the cache with covers and portraits. */
export const picturesCache = 'pictures';

/** The name of the cache with the pages of a build. */
export const pagesCache = (build: string): string => `pages-${build}`;

/** The paths of pages beyond the limits, the ones not used for longest; downloads do not count. */
export function pagesToDrop(
  pages: readonly CachedPage[],
  limits: { bytes: number; pages: number } = cacheLimits,
): CachedPage[] {
  let bytes = 0;
  return pages
    .filter(({ isDownloaded }) => !isDownloaded)
    .toSorted((one, other) => other.usedAtMs - one.usedAtMs)
    .filter((page, index) => {
      bytes += page.bytes;
      return index >= limits.pages || bytes > limits.bytes;
    });
}

export const listCachedPages = (): Promise<CachedPage[]> => readEntries('pages');

/** A page from the cache; undefined where it is not cached. */
export async function findCachedPage(path: string): Promise<Response | undefined> {
  const page = await readEntry('pages', path);
  if (!page) return undefined;
  const cache = await caches.open(pagesCache(page.build));
  return cache.match(path, { ignoreVary: true });
}

/** Notes that a cached page was shown. */
export async function touchPage(path: string, nowMs: number): Promise<void> {
  await changeEntry('pages', path, (page) => page && { ...page, usedAtMs: nowMs }).catch(
    () => undefined,
  );
}

/** Whether a page was cached a moment ago. One that a wrong clock cached in the future was not. */
export const isFresh = ({ keptAtMs }: Pick<CachedPage, 'keptAtMs'>, nowMs: number): boolean =>
  nowMs >= keptAtMs && nowMs - keptAtMs < freshForMs;

/**
 * Caches a page, in the place of an older copy, and removes what is then too much. A full disk costs half
 * of what was cached while reading, and then this page.
 * @returns whether it is cached.
 */
export async function cachePage(
  page: CachedPage,
  html: string,
  headers: Headers,
): Promise<boolean> {
  const before = await readEntry('pages', page.path);
  const put = async () => {
    const cache = await caches.open(pagesCache(page.build));
    await cache.put(page.path, new Response(html, { headers }));
    await changeEntry('pages', page.path, (latest) => ({
      ...page,
      isDownloaded: page.isDownloaded || latest?.isDownloaded === true,
    }));
  };
  try {
    await put().catch(async () => {
      const pages = await listCachedPages();
      const cachedCount = pages.filter(({ isDownloaded }) => !isDownloaded).length;
      await dropPages(pagesToDrop(pages, { ...cacheLimits, pages: Math.floor(cachedCount / 2) }));
      await put();
    });
  } catch {
    return false;
  }
  if (before && before.build !== page.build) {
    await (await caches.open(pagesCache(before.build))).delete(page.path, { ignoreVary: true });
  }
  await dropPages(pagesToDrop(await listCachedPages()));
  return true;
}

/**
 * Removes downloaded pages and pictures that no download wants any more: it was stopped, or its person
 * has signed out, while they were fetched.
 */
export async function sweepPages(): Promise<void> {
  // Before the downloads: what is downloaded in the meantime is wanted by one of those.
  const pages = (await listCachedPages()).filter(({ isDownloaded }) => isDownloaded);
  const pictured = await chaptersWithPictures();
  if (pages.length === 0 && pictured.length === 0) return;
  const wanted = new Set(
    (await listEntries('downloads')).flatMap(({ slug, chapters }) => [
      `/novel/${slug}`,
      ...chapters.map(({ id }) => `/chapter/${id}`),
    ]),
  );
  const isUnwanted = (path: string) => !wanted.has(path);
  await dropPages(pages.filter(({ path }) => isUnwanted(path)));
  // Those of a page whose download was cut.
  await dropPictures(pictured.filter(isUnwanted));
}

/** Removes pages from their caches. */
export async function dropPages(pages: readonly CachedPage[]): Promise<void> {
  for (const { path, build } of pages) {
    const cache = await caches.open(pagesCache(build));
    await cache.delete(path, { ignoreVary: true });
  }
  await dropPictures(pages.map(({ path }) => path));
  await removeEntries(
    'pages',
    pages.map(({ path }) => path),
  );
}
