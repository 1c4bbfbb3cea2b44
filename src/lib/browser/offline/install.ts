/**
 * What a device does for reading without a connection, once something was read on it (decision 79).
 * Loaded after that, when the browser is idle.
 */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { withoutTracking } from '#shared/site/tracking.ts';
import { whenActivated } from '../activation.ts';
import { savesData, whenIdle } from '../idle.ts';
import { readStored, writeStored } from '../storage.ts';
import { keepAhead } from './keeping.ts';
import { sweepPages } from './kept-pages.ts';
import { currentOwner } from './owner.ts';
import { readEntries } from './database.ts';
import { startWorker } from './start-worker.ts';
import { guardPremium } from './vault.ts';

let isStarted = false;

/** Starts it, once per page. */
export function startOffline(): void {
  if (isStarted) return;
  isStarted = true;
  writeStored(storageKeys.offlinePages, '1');
  whenActivated(() => void begin());
}

async function begin(): Promise<void> {
  await guardPremium(currentOwner()).catch(() => undefined);
  await sendWaiting();
  const worker = await startWorker();
  // Without one everything works as before.
  if (!worker) return;
  const { active } = worker;
  if (active && !savesData()) {
    keepAhead(active, pathsAhead());
    active.postMessage({ kind: 'renew' });
  }
  whenIdle(() => void goOn());
}

/**
 * The page that this one leads to next, its novel, and those that a reader comes back to; this page
 * itself where it did not come through the worker, which has kept it then.
 */
function pathsAhead(): string[] {
  const next = document.querySelector<HTMLAnchorElement>('a[data-turn="next"]');
  const novel = document.querySelector<HTMLAnchorElement>('.reader-header .back');
  const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isKept = (came?.workerStart ?? 0) > 0;
  const here = location.pathname + withoutTracking(location.search);
  const wanted = [here, next?.pathname, novel?.pathname, '/', '/bibliotheque'];
  const isWanted = (path?: string) => path !== undefined && !(isKept && path === here);
  return [...new Set(wanted)].filter(isWanted) as string[];
}

/** What was made without a connection, by whoever is signed in. */
async function sendWaiting(): Promise<void> {
  const [waiting] = await readEntries('queue');
  if (!waiting || currentOwner() === null) return;
  await import('./queue-here.ts').then((queue) => queue.sendHere()).catch(() => undefined);
}

/** Notifications that have ended, downloads that a closed tab left, the server's word on premium texts. */
async function goOn(): Promise<void> {
  await sweepPages().catch(() => undefined);
  if (readStored(storageKeys.pushHere) !== null) {
    await import('../browser-push.ts').then((push) => push.loadNotices()).catch(() => undefined);
  }
  const [download] = await readEntries('downloads');
  if (!download) return;
  await import('./downloads.ts')
    .then((downloads) => downloads.resumeDownloads())
    .catch(() => undefined);
}
