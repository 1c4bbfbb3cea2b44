/** Hands over what this device read while nobody was signed in. Loaded after a sign-in. */
import { deviceReadingMax } from '#shared/constants.ts';
import { mergeReading as mergeCall } from '#shared/contracts/library.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { isSignedInAs, signedInPerson } from '../auth-token.ts';
import { call } from '../call.ts';
import { logFailure } from '../log-failure.ts';
import { listResumable, readAllLast, type WayBack } from '../reader/last-read.ts';
import { claimPlaces } from '../reader/places-seen.ts';
import { readStored, writeStored } from '../storage.ts';

let running: Promise<void> | null = null;

/**
 * Sends it once after a sign-in; what the server did not get is sent by the next page. Resolves when
 * there is nothing to wait for. What a signed-in user read here is not sent: their account has it, and
 * may have it otherwise by now.
 */
export function mergeReading(): Promise<void> {
  if (readStored(storageKeys.readingToMerge) === null) return Promise.resolve();
  running ??= merge().finally(() => {
    running = null;
  });
  return running;
}

async function merge(): Promise<void> {
  const person = signedInPerson();
  if (person === null || !isSignedInAs(person)) return;
  claimPlaces(person);
  const readings = listResumable(null)
    .filter(({ novelId, readAtMs }) => /^[\da-f-]{36}$/.test(novelId) && readAtMs >= 0)
    .slice(0, deviceReadingMax)
    .map(({ novelId, id, number, readAtMs }) => ({
      novelId,
      chapterId: id,
      number,
      readAt: Math.round(readAtMs),
    }));
  if (readings.length > 0) {
    const body = { readings };
    const outcome = await call(mergeCall, { body });
    if (!outcome.ok) logFailure('reading of this device', outcome);
    // Refused as it is, it would be refused again.
    if (!outcome.ok && outcome.status !== 400) return;
    if (outcome.ok) claimReading(person);
  }
  writeStored(storageKeys.readingToMerge, null);
}

/** What was read here signed out is this user's from now on. */
function claimReading(person: string): void {
  const claimed = Object.entries(readAllLast()).map(([novelId, entry]) => {
    const [id, number, way] = Array.isArray(entry) ? (entry as unknown[]) : [];
    // Without a way back it is neither shown nor sent.
    if (typeof way !== 'object' || way === null) return [novelId, entry];
    const { reader } = way as Pick<WayBack, 'reader'>;
    return [novelId, [id, number, { ...way, reader: reader ?? person }]];
  });
  writeStored(storageKeys.lastRead, JSON.stringify(Object.fromEntries(claimed)));
}
