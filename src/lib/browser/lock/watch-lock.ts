import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '../storage.ts';

/**
 * The lock check of a novel's or chapter's page (specification, section 2). The server replaces
 * it with the suspension page; but it may be cached by the browser or a CDN, or be open while
 * another tab is locked out. Costs nothing without a lock in local storage.
 */
export function watchLock(): void {
  for (const sign of ['pageshow', 'storage']) {
    addEventListener(sign, (event) => {
      const { key } = event as Partial<StorageEvent>;
      const isOurs = key === undefined || key === storageKeys.accessLock;
      if (isOurs && readStored(storageKeys.accessLock)) {
        void import('./recheck-lock.ts').then((module) => module.recheckLock());
      }
    });
  }
}
