import { readEntry } from '#browser/database/database.ts';
import {
  dropPages,
  findCachedPage,
  isFresh,
  cachePage,
  listCachedPages,
  touchPage,
} from '../store/cached-pages.ts';
import { storePictures, type StoredPictures } from '../store/downloaded-pictures.ts';
import type { DownloadAnswer } from '../download/worker-messages.ts';
import { isOfBuild, pageFacts } from '../store/page-facts.ts';
import { offlinePage, ownFiles } from './assets.ts';
import { build } from './build.ts';
import { worker, type FetchEvent } from './scope.ts';

/** What is cached is shown when the network has not answered for so long. */
export const patienceMs = 3_000;
/** What a proxy answers for a site that it cannot reach. */
export const isUnreachable = ({ status }: Response): boolean => status >= 502 && status <= 504;
/** What the site answers for what is gone, or not for this reader now: its cached copy is removed. */
export const isGone = ({ status }: Response): boolean => [404, 410, 423, 451].includes(status);
/** No answer, locked out for a while, too many requests, a failure: stop this run. */
const isInTheWay = (status: number): boolean => [0, 423, 429].includes(status) || status >= 500;

/**
 * A page of those that are cached: from the network, which is always asked, and cached as it is then; where
 * that fails or takes too long, from the cache; where it is not cached, the page that says so.
 * @param path its key in the cache (`cachePath`).
 */
export async function answerPage(event: FetchEvent, path: string): Promise<Response> {
  // Storage that fails counts as an empty cache.
  const findCached = () => findCachedPage(path).catch(() => undefined);
  const coming = fetch(event.request).then((answer) => {
    event.waitUntil(takeAnswer(path, answer.clone()));
    return answer;
  });
  const usable = coming.then(
    async (answer) => {
      const cached = isUnreachable(answer) ? await findCached() : undefined;
      return cached ?? answer;
    },
    async () => (await findCached()) ?? offlinePage(),
  );
  // Also after the cached page was shown: the answer is cached then.
  event.waitUntil(usable.catch(() => undefined));
  let patience: ReturnType<typeof setTimeout> | undefined;
  const impatient = new Promise<Response>((resolve) => {
    patience = setTimeout(
      () => void findCached().then((page) => page && resolve(page)),
      patienceMs,
    );
  });
  const shown = await Promise.race([usable, impatient]).finally(() => clearTimeout(patience));
  event.waitUntil(touchPage(path, Date.now()));
  return shown;
}

/** A page that is not cached: from the network, else the page that says that there is none. */
export async function answerOther({ request }: FetchEvent): Promise<Response> {
  return fetch(request).catch(() => offlinePage());
}

/** Whether a link to a page leads anywhere (`report-missing.ts` asks before it leaves a text). */
export async function answerHead(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const isCached = (await findCachedPage(path)) !== undefined;
    return isCached ? new Response(null) : Response.error();
  }
}

/** Caches pages that are likely to be read next, but for those that were cached a moment ago. */
export async function cacheAhead(paths: readonly string[]): Promise<void> {
  const pages = new Map((await listCachedPages()).map((page) => [page.path, page]));
  for (const path of paths) {
    const page = pages.get(path);
    if (page?.build !== build.id || !isFresh(page, Date.now())) {
      await fetchAndCache(path, false);
    }
  }
}

/** Fetches a page to cache it: one that is likely to be read next, or that is downloaded. */
export async function fetchAndCache(path: string, isDownloaded: boolean): Promise<DownloadAnswer> {
  const answer = await fetch(path).catch(() => null);
  if (answer === null) return { isKept: false, status: 0, waitSeconds: 0 };
  const { status, headers } = answer;
  const taken = await takeAnswer(path, answer, isDownloaded);
  if (taken === 'cut') return { isKept: false, status: 0, waitSeconds: 0 };
  const waitSeconds = Number(headers.get('retry-after')) || 0;
  return { isKept: taken === 'cached', status, waitSeconds };
}

/** Fetches downloads of former builds again, as long as the site answers; those that are gone are removed. */
export async function renewDownloads(): Promise<void> {
  const pages = await listCachedPages();
  for (const { path } of pages.filter((one) => one.isDownloaded && one.build !== build.id)) {
    const { isKept, status } = await fetchAndCache(path, true);
    if (!isKept && isInTheWay(status)) return;
  }
}

/** `cut`: the pictures of a download could not be asked for. */
type Taken = 'cached' | 'refused' | 'cut';

/** Caches a page, or removes its cached copy where there is no such page. */
async function takeAnswer(path: string, answer: Response, isDownloaded = false): Promise<Taken> {
  const { status } = answer;
  if (!isGone(answer)) return cacheAnswer(path, answer, isDownloaded);
  // Whether who paid for a withdrawn chapter keeps its download is the server's word (`confirmTexts`).
  const pages = (await listCachedPages()).filter((page) => page.path === path);
  await dropPages(pages.filter((page) => status !== 404 || !page.isDownloaded || !page.isLocked));
  return 'refused';
}

const noPictures: StoredPictures = { bytes: 0, isWhole: true };

/**
 * Caches a page that is the same for everybody, if it is of this build: one of the next build comes with
 * scripts that are not here, and is cached by the next worker.
 */
async function cacheAnswer(path: string, answer: Response, isDownloaded: boolean): Promise<Taken> {
  const { headers } = answer;
  const isPage = answer.ok && !answer.redirected && answer.type === 'basic';
  const isPublic = !/no-store|private/.test(headers.get('cache-control') ?? '');
  if (!isPage || !isPublic || !headers.get('content-type')?.startsWith('text/html'))
    return 'refused';
  const html = await answer.text().catch(() => '');
  if (html === '') return 'refused';
  if (!isOfBuild(html, ownFiles)) {
    await worker.registration.update().catch(() => undefined);
    return 'refused';
  }
  const cachedHeaders = new Headers(headers);
  // The text is cached, not how it was sent.
  for (const name of ['content-encoding', 'content-length', 'set-cookie'])
    cachedHeaders.delete(name);
  const wantsPictures = isDownloaded || (await readEntry('pages', path))?.isDownloaded === true;
  const pictures = wantsPictures ? await storePictures(path, html) : noPictures;
  if (isDownloaded && !pictures.isWhole) return 'cut';
  const [nowMs, bytes] = [Date.now(), new Blob([html]).size + pictures.bytes];
  const page = { path, build: build.id, bytes, usedAtMs: nowMs, keptAtMs: nowMs, isDownloaded };
  return (await cachePage({ ...page, ...pageFacts(html) }, html, cachedHeaders))
    ? 'cached'
    : 'refused';
}
