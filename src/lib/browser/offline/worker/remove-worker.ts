/**
 * In the place of the service worker on a site with `SERVICE_WORKER=off`: removes the one
 * before it, and all that it stored.
 */
import { offlineDatabase } from '#browser/database/database.ts';
import { worker } from './scope.ts';

worker.addEventListener('install', () => void worker.skipWaiting());

worker.addEventListener('activate', (event) => {
  event.waitUntil(removeEverything());
});

async function removeEverything(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  indexedDB.deleteDatabase(offlineDatabase);
  await worker.registration.unregister();
}
