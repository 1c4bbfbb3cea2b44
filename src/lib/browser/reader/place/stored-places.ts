import * as storageKeys from '#shared/site/storage-keys.ts';
import { readStored, storedPlacesMax, writeStored } from '#browser/storage.ts';
import type { Place } from './place-in-text.ts';

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

function readAll(): Partial<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.readingPlaces) ?? '');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
