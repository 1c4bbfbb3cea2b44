/**
 * The service worker (decision 79): caches pages that were read, and the scripts of their build, so that
 * they open without a connection. Registered after something was read (`offline/install.ts`); the build
 * bundles it (`scripts/build/service-worker.ts`).
 */
import { forgetPremium } from '../store/vault.ts';
import type { DownloadAnswer } from '../download/worker-messages.ts';
import { cachePath } from '../store/page-facts.ts';
import { answerAsset, answerShell, dropFormerBuilds, isShell, cacheAssets } from './assets.ts';
import { openMessage, showMessage } from './notifications.ts';
import {
  answerHead,
  answerOther,
  answerPage,
  fetchAndCache,
  cacheAhead,
  renewDownloads,
} from './pages.ts';
import { answerPicture, isPicture } from './pictures.ts';
import { worker, type FetchEvent } from './scope.ts';
import { sendQueueFromWorker, syncTag } from './send-queue.ts';

/** Paths that a page may ask to be cached at once. */
const pathsAtOnceMax = 5;

worker.addEventListener('install', (event) => {
  // Scripts are cached by their hashes: a tab of the build before continues with those of its build.
  event.waitUntil(cacheAssets().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

async function activate(): Promise<void> {
  // Calls and sign-in are left to the browser, which would send what was preloaded a second time: a
  // code of Google's is good for once. Off, too, where a former build has turned it on.
  await worker.registration.navigationPreload.disable().catch(() => undefined);
  await dropFormerBuilds();
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const answer = findAnswer(event);
  if (answer) event.respondWith(answer);
});

/** Null leaves a request to the browser: calls, sign-in, everything of other sites. */
function findAnswer(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || url.origin !== location.origin || url.pathname.startsWith('/api/')) return null;
  const path = cachePath(url);
  if (request.method === 'HEAD') return path === null ? null : answerHead(request, path);
  if (request.mode === 'navigate') {
    return path === null ? answerOther(event) : answerPage(event, path);
  }
  if (url.pathname.startsWith('/_astro/')) return answerAsset(event);
  if (isShell(url.pathname)) return answerShell(event);
  return isPicture(url) ? answerPicture(event) : null;
}

worker.addEventListener('message', (event) => {
  const { kind, paths } = { ...(event.data as object) } as { kind?: unknown; paths?: unknown };
  if (kind === 'keep' && Array.isArray(paths)) event.waitUntil(cacheAhead(cacheablePaths(paths)));
  const [port] = event.ports;
  if (kind === 'download' && Array.isArray(paths) && port) {
    event.waitUntil(download(paths).then((answer) => port.postMessage(answer)));
  }
  if (kind === 'renew') event.waitUntil(renewDownloads().then(dropFormerBuilds));
  if (kind === 'forget-premium') event.waitUntil(forgetPremium());
});

/** @returns what became of the last of them. */
async function download(paths: readonly unknown[]): Promise<DownloadAnswer> {
  let last: DownloadAnswer = { isKept: false, status: 0, waitSeconds: 0 };
  for (const path of cacheablePaths(paths)) last = await fetchAndCache(path, true);
  return last;
}

/** What of it are paths of pages that may be cached. */
function cacheablePaths(paths: readonly unknown[]): string[] {
  return paths.slice(0, pathsAtOnceMax).flatMap((path) => {
    if (typeof path !== 'string' || !URL.canParse(path, location.origin)) return [];
    const url = new URL(path, location.origin);
    return url.origin === location.origin ? (cachePath(url) ?? []) : [];
  });
}

worker.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendQueueFromWorker());
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data?.text() ?? ''));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openMessage(event.notification));
});
