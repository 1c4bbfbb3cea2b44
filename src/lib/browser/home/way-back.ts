/**
 * Runs in home where its section “Reprendre” is, before the page is painted: fills the section from
 * this device, so that nothing moves. The build inlines it (`scripts/build/inline-script.ts`).
 */
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored } from '../storage.ts';
import { readDeviceWayBack, toWayBack } from './device-way-back.ts';
import { emptyWayBack, showWayBack } from './show-way-back.ts';

fill();
// Back from a chapter, the page may be as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) fill();
});

function fill(): void {
  const last = readDeviceWayBack();
  // The last visit stored it, and it goes with the session. The account's answer finds its place
  // (`account-way-back.ts`).
  const isReading = String(readStored(storageKeys.sessionSummary)).includes('"isReading":true');
  if (last || isReading) showWayBack(last ? toWayBack(last) : emptyWayBack);
}
