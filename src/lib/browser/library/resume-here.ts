import { readDeviceWayBack, toWayBack } from '../home/device-way-back.ts';

/** “Reprendre”, from the installed site's icon: leads to what is read here, if anything is. */
export function resumeHere(): void {
  const last = readDeviceWayBack();
  if (last) location.replace(toWayBack(last).href);
}
