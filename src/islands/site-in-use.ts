/**
 * What pages outside the reader need from the first gesture on: indicators of a carousel, covers that
 * move from page to page, suggestions in the search field. Loaded by `SiteNav.astro`.
 */
import * as storageKeys from '#shared/storage-keys.ts';
import { followCarousels } from '#browser/carousel.ts';
import { moveCovers } from '#browser/cover-transition.ts';
import { whenIdle } from '#browser/idle.ts';
import { readStored } from '#browser/storage.ts';
import { suggestOnFocus } from './suggestions/suggest-on-focus.ts';

// Who has read something here finds it, and this page, without a connection too.
if (readStored(storageKeys.lastRead) !== null || readStored(storageKeys.keptHere) !== null) {
  whenIdle(() => {
    void import('#browser/offline/install.ts').then(
      (offline) => offline.startOffline(),
      () => undefined,
    );
  });
}
followCarousels();
moveCovers();
const field = document.querySelector<HTMLInputElement>('.site-nav [name="q"]');
if (field) suggestOnFocus(field);
