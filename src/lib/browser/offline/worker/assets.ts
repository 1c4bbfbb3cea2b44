/**
 * The scripts and fonts of a build. Their names carry a hash of what is in them, so that a name means
 * the same in every build, and whatever has it may be given to any page.
 */
import { listCachedPages, dropPages, pagesCache } from '../store/cached-pages.ts';
import { isOfBuild } from '../store/page-facts.ts';
import { build } from './build.ts';
import type { FetchEvent } from './scope.ts';

/** The page shown for one that is not cached. */
const offlinePath = '/hors-ligne';

const prefix = 'assets-';
const ownCache = prefix + build.id;
/** Beside a build's own files, what its pages ask for by themselves. Their names say nothing of the build. */
const shell: readonly string[] = ['/favicon.svg', '/speculation-rules.json'];

/** Whether a path is one of those. */
export const isShell = (path: string): boolean => shell.includes(path);

/** The files of this build, by path: what of it may be cached, and what is fetched ahead. */
export const ownFiles: ReadonlySet<string> = new Set(build.files);

/**
 * Fetches what this build's pages need, so that a tab that stays open, and a page that is read in a
 * month, find it. Nearly all of it is in the browser's own cache by then. With the data saver on, the
 * page for what is not cached and nothing else. Fails where the server has another build already: the
 * browser then tries the next one.
 */
export async function cacheAssets(): Promise<void> {
  const cache = await caches.open(ownCache);
  const offlinePage = await fetch(offlinePath, { cache: 'no-cache' });
  if (!offlinePage.ok || !isOfBuild(await offlinePage.clone().text(), ownFiles)) {
    throw new Error('the site has been built again');
  }
  await cache.put(offlinePath, offlinePage);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const later = new Set(build.later);
  await cache.addAll([...shell, ...build.files.filter((file) => !later.has(file))]);
  // For the browser itself, which decompresses chapters with it (decision 162): Chromium alone does.
  if (!('userAgentData' in navigator)) return;
  void fetch(build.dictionary)
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
}

/** From the network, and cached; without it, as it was cached with this build. */
export async function answerShell(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cacheAnswer(pathname, answer.clone()));
    return answer;
  } catch {
    const cached = await caches.match(pathname, { cacheName: ownCache, ignoreVary: true });
    return cached ?? Response.error();
  }
}

async function cacheAnswer(path: string, answer: Response): Promise<void> {
  const cache = await caches.open(ownCache);
  await cache.put(path, answer).catch(() => undefined);
}

/** A script, font or picture of the site's: from any build's cache, else fetched, and cached if it is of this build. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  const { pathname } = new URL(request.url);
  const isOwn = ownFiles.has(decodeURI(pathname)) || pathname.startsWith(build.fonts);
  if (answer.ok && isOwn) event.waitUntil(cacheAnswer(pathname, answer.clone()));
  return answer;
}

/** The page for what is not cached. */
export async function offlinePage(): Promise<Response> {
  const cached = await caches.match(offlinePath, { cacheName: ownCache, ignoreVary: true });
  return cached ?? Response.error();
}

/**
 * Removes the caches of other builds that no page needs: one that is cached, or one that may still be open
 * in a tab, which is of the build before. Pages of still older builds go too, but for downloads, which
 * are fetched again when there is a connection.
 */
export async function dropFormerBuilds(): Promise<void> {
  const names = await caches.keys();
  const builds = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  const previous = builds.filter((id) => id !== build.id).at(-1);
  const pages = await listCachedPages();
  const isFormer = (id: string) => id !== build.id && id !== previous;
  await dropPages(pages.filter((page) => isFormer(page.build) && !page.isDownloaded));
  const needed = new Set(pages.filter((page) => page.isDownloaded).map((page) => page.build));
  for (const id of builds) {
    if (!isFormer(id) || needed.has(id)) continue;
    await caches.delete(prefix + id);
    await caches.delete(pagesCache(id));
  }
}
