const workerPath = '/sw.js';

/**
 * Registers the site's service worker and waits until it works. Null where there is none: by the build
 * (`SERVICE_WORKER=off`), by the browser's settings, or without a connection at first.
 */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!__SERVICE_WORKER__ || !('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register(workerPath, { scope: '/', updateViaCache: 'none' });
    return await navigator.serviceWorker.ready;
  } catch {
    return null;
  }
}
