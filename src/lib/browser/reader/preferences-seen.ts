import {
  parseReaderPreferences,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';

/**
 * The last sync of this device with an account: the device's set, and the account's last change.
 */
export type SeenPreferences = {
  person: string;
  changedAt: string | null;
  here: ReaderPreferences;
};

/** The last sync with this user's account; null for none. */
export function readSeenPreferences(person: string): SeenPreferences | null {
  const seen = readSeen();
  return seen?.person === person ? seen : null;
}

/** The user of the last synced account; null for none. */
export function personOfPreferences(): string | null {
  return readSeen()?.person ?? null;
}

function readSeen(): SeenPreferences | null {
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.preferencesSeen) ?? '');
    if (typeof stored !== 'object' || stored === null) return null;
    const { person, changedAt, here } = stored as Partial<Record<string, unknown>>;
    const preferences = parseReaderPreferences(here);
    if (typeof person !== 'string' || !preferences) return null;
    return {
      person,
      changedAt: typeof changedAt === 'string' ? changedAt : null,
      here: preferences,
    };
  } catch {
    return null;
  }
}

export function noteSeenPreferences(seen: SeenPreferences): void {
  writeStored(storageKeys.preferencesSeen, JSON.stringify(seen));
}
