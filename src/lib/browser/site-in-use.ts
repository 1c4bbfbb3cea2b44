/**
 * What pages outside the reader need from the first gesture on: indicators of a carousel, covers that
 * move from page to page, suggestions in the search field. Loaded by `SiteNav.astro`.
 */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { followCarousels } from './carousel.ts';
import { moveCovers } from './cover-transition.ts';
import { whenIdle } from './idle.ts';
import { readStored } from './storage.ts';
import { suggestOnFocus } from './suggest-on-focus.ts';

// Who has read something here finds it, and this page, without a connection too.
if (readStored(storageKeys.lastRead) !== null || readStored(storageKeys.keptHere) !== null) {
  whenIdle(() => {
    void import('./offline/install.ts').then(
      (offline) => offline.startOffline(),
      () => undefined,
    );
  });
}
followCarousels();
moveCovers();
const field = document.querySelector<HTMLInputElement>('.site-nav [name="q"]');
if (field) suggestOnFocus(field);
