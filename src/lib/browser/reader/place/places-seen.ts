import type { PlaceStateBody } from '#shared/contracts/places.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, storedPlacesMax, writeStored } from '#browser/storage.ts';
import { forgetStoredPlaces, isPlace } from './stored-places.ts';

/** The account's place of a chapter at the last sync with this device. */
export type SeenPlace = Pick<PlaceStateBody, 'place' | 'version' | 'isRead'>;

type Stored = { person: string | null; chapters: Partial<Record<string, unknown>> };

/** The user of this device's places; null before the first sign-in. */
export function personOfPlaces(): string | null {
  return readAll().person;
}

/** The last synced place of a chapter, or null. */
export function readSeenPlace(chapterId: string): SeenPlace | null {
  const seen = readAll().chapters[chapterId];
  return isSeen(seen) ? seen : null;
}

/** Stores the account's place as the newest. The oldest entries are dropped beyond a limit. */
export function noteSeenPlace(person: string, chapterId: string, seen: SeenPlace): void {
  const others = Object.entries(readAll().chapters).filter(([id]) => id !== chapterId);
  const { place, version, isRead } = seen;
  const all = [...others, [chapterId, { place, version, isRead }] as const];
  write({ person, chapters: Object.fromEntries(all.slice(-storedPlacesMax)) });
}

/**
 * From now on the places of this device belong to this user: those read while signed out too, but
 * not those of another user.
 */
export function claimPlaces(person: string): void {
  const before = personOfPlaces();
  if (before === person) return;
  if (before !== null) forgetStoredPlaces();
  write({ person, chapters: {} });
}

function write(stored: Stored): void {
  writeStored(storageKeys.readingPlacesSeen, JSON.stringify(stored));
}

function readAll(): Stored {
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.readingPlacesSeen) ?? '');
    const { person, chapters } = stored as Partial<Record<string, unknown>>;
    if (typeof person === 'string' && typeof chapters === 'object' && chapters !== null) {
      return { person, chapters: { ...chapters } };
    }
  } catch {
    // Nothing is stored, or it is invalid.
  }
  return { person: null, chapters: {} };
}

function isSeen(value: unknown): value is SeenPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { place, version, isRead } = value as Partial<Record<string, unknown>>;
  return (
    (place === null || isPlace(place)) &&
    typeof isRead === 'boolean' &&
    (version === null || (typeof version === 'string' && !Number.isNaN(Date.parse(version))))
  );
}
