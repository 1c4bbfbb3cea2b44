import type { ClientDirective } from 'astro';
import { storageKeys } from '../../shared/storage-keys.ts';
import { readStored } from '../storage.ts';

/**
 * `client:signed-in`: hydrates where somebody is signed in, now or from another tab later.
 * An anonymous visitor downloads nothing of the island.
 */
const signedIn: ClientDirective = (load, _options, element) => {
  const hydrate = async (): Promise<void> => {
    window.removeEventListener('storage', onStorage);
    await (
      await load()
    )();
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKeys.authToken && event.newValue && element.isConnected)
      void hydrate();
  };
  if (readStored(storageKeys.authToken)) void hydrate();
  else window.addEventListener('storage', onStorage);
};

export default signedIn;
