import { storageKeys } from '#shared/storage-keys.ts';
import { readStored } from './storage.ts';

/**
 * The lock check of a novel's or chapter's page (specification, section 2). The server puts the
 * suspension page in its place; but one may have been kept by the browser or a CDN, or be open
 * while another tab is locked out. Costs nothing where local storage knows of no lock.
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
