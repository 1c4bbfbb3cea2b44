/**
 * Runs in home where its section “Reprendre” stands, before the page is painted: fills the section from
 * this device, so that nothing moves. The build inlines it (`scripts/build/inline-script.ts`).
 */
import { readDeviceWayBack, toWayBack } from './device-way-back.ts';
import { showWayBack } from './show-way-back.ts';

const last = readDeviceWayBack();
// The account's answer finds its place (`account-way-back.ts`).
if (last || document.documentElement.dataset.session === 'on') showWayBack(last && toWayBack(last));
