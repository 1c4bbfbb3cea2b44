import { storedPlacesMax } from '#shared/constants.ts';
import type { PlaceStateBody } from '#shared/contracts/chapters.ts';
import { storageKeys } from '#shared/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';
import { forgetStoredPlaces, isPlace } from './stored-places.ts';

/** What the account held of a chapter when this device last agreed with it. */
export type SeenPlace = Pick<PlaceStateBody, 'place' | 'version'>;

type Stored = { person: string | null; chapters: Partial<Record<string, unknown>> };

/** Whose places this device has; null before somebody has signed in on it. */
export function personOfPlaces(): string | null {
  return readAll().person;
}

/** What was seen of a chapter, or null. */
export function readSeenPlace(chapterId: string): SeenPlace | null {
  const seen = readAll().chapters[chapterId];
  return isSeen(seen) ? seen : null;
}

/** Notes what the account holds as the newest. The oldest notes go where there are too many. */
export function noteSeenPlace(person: string, chapterId: string, seen: SeenPlace): void {
  const others = Object.entries(readAll().chapters).filter(([id]) => id !== chapterId);
  const { place, version } = seen;
  const all = [...others, [chapterId, { place, version }] as const];
  write({ person, chapters: Object.fromEntries(all.slice(-storedPlacesMax)) });
}

/**
 * From now on the places of this device are this person's: what somebody read here signed out too,
 * nothing that somebody else left.
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
    // Nothing is stored, or it is broken.
  }
  return { person: null, chapters: {} };
}

function isSeen(value: unknown): value is SeenPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { place, version } = value as Partial<Record<string, unknown>>;
  return (
    (place === null || isPlace(place)) &&
    (version === null || (typeof version === 'string' && !Number.isNaN(Date.parse(version))))
  );
}
