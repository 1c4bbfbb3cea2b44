const workerPath = '/sw.js';

/** Of a worker that cannot be installed no browser says so. */
const readyWithinMs = 60_000;
const neverReady = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, readyWithinMs, null);
  });

/**
 * Registers the site's service worker and waits until it works. Null where there is none: by the site's
 * settings (`SERVICE_WORKER=off`), by the browser's settings, or without a connection at first.
 */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  // What it says can only be that there is none.
  if (document.documentElement.dataset.worker || !('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register(workerPath, { scope: '/', updateViaCache: 'none' });
    return await Promise.race([navigator.serviceWorker.ready, neverReady()]);
  } catch {
    return null;
  }
}
