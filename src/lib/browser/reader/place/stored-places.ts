/** Places in chapters' texts: of this device, and of the account when they were last synced. */
import type { PlaceStateBody } from '#shared/contracts/places.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, storedPlacesMax, writeStored } from '#browser/storage.ts';
import { parseFields } from '#browser/stored-values.ts';
import type { Place } from '#shared/reading/place.ts';

/** The stored place of a chapter on this device; null to open at its top. */
export function readStoredPlace(chapterId: string): Place | null {
  const place = readAll()[chapterId];
  return isPlace(place) ? place : null;
}

/** Stores a place as the newest, or deletes it for null. The oldest are dropped beyond a limit. */
export function storePlace(chapterId: string, place: Place | null): void {
  const all = Object.entries(readAll()).filter(([id]) => id !== chapterId);
  if (place) all.push([chapterId, place]);
  writeStored(
    storageKeys.readingPlaces,
    JSON.stringify(Object.fromEntries(all.slice(-storedPlacesMax))),
  );
}

/** Deletes the places of the previous reader, and which chapters they read. */
export function forgetStoredPlaces(): void {
  writeStored(storageKeys.readingPlaces, null);
  writeStored(storageKeys.lastRead, null);
  writeStored(storageKeys.readChapters, null);
  writeStored(storageKeys.highlights, null);
}

/** Whether a stored value is a valid place. */
export function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const { paragraph, offset, mark, start, end, before, after } = value as Partial<
    Record<string, unknown>
  >;
  return (
    [paragraph, offset, mark, start, end, before, after].every(Number.isInteger) &&
    Number(paragraph) >= 0 &&
    Number(offset) >= 0
  );
}

const readAll = () => parseFields(readStored(storageKeys.readingPlaces));

/** The account's place of a chapter at the last sync with this device. */
export type SeenPlace = Pick<PlaceStateBody, 'place' | 'version' | 'isRead'>;

type Seen = { person: string | null; chapters: Partial<Record<string, unknown>> };

/** The user of this device's places; null before the first sign-in. */
export function personOfPlaces(): string | null {
  return readAllSeen().person;
}

/** The last synced place of a chapter, or null. */
export function readSeenPlace(chapterId: string): SeenPlace | null {
  const seen = readAllSeen().chapters[chapterId];
  return isSeen(seen) ? seen : null;
}

/** Stores the account's place as the newest. The oldest entries are dropped beyond a limit. */
export function noteSeenPlace(person: string, chapterId: string, seen: SeenPlace): void {
  const others = Object.entries(readAllSeen().chapters).filter(([id]) => id !== chapterId);
  const { place, version, isRead } = seen;
  const all = [...others, [chapterId, { place, version, isRead }] as const];
  writeAllSeen({ person, chapters: Object.fromEntries(all.slice(-storedPlacesMax)) });
}

/**
 * From now on the places of this device belong to this user: those read while signed out too, but
 * not those of another user.
 */
export function claimPlaces(person: string): void {
  const before = personOfPlaces();
  if (before === person) return;
  if (before !== null) forgetStoredPlaces();
  writeAllSeen({ person, chapters: {} });
}

function writeAllSeen(all: Seen): void {
  writeStored(storageKeys.readingPlacesSeen, JSON.stringify(all));
}

function readAllSeen(): Seen {
  const { person, chapters } = parseFields(readStored(storageKeys.readingPlacesSeen));
  const isValid = typeof person === 'string' && typeof chapters === 'object' && chapters !== null;
  return isValid ? { person, chapters: { ...chapters } } : { person: null, chapters: {} };
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
