import { storedPlacesMax } from '#shared/constants.ts';
import { storageKeys } from '#shared/storage-keys.ts';
import { readStored, writeStored } from '../storage.ts';
import type { Place } from './place-in-text.ts';

/** The place that this device keeps for a chapter; null where it opens at its top. */
export function readStoredPlace(chapterId: string): Place | null {
  const place = readAll()[chapterId];
  return isPlace(place) ? place : null;
}

/** Keeps a place as the newest, or forgets it for null. The oldest go where there are too many. */
export function storePlace(chapterId: string, place: Place | null): void {
  const all = Object.entries(readAll()).filter(([id]) => id !== chapterId);
  if (place) all.push([chapterId, place]);
  writeStored(
    storageKeys.readingPlaces,
    JSON.stringify(Object.fromEntries(all.slice(-storedPlacesMax))),
  );
}

/** Forgets the places of whoever read here before, and which chapters they read. */
export function forgetStoredPlaces(): void {
  writeStored(storageKeys.readingPlaces, null);
  writeStored(storageKeys.lastRead, null);
}

/** Whether what was stored is a place that we could have written. */
export function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const { paragraph, offset, mark } = value as Partial<Record<string, unknown>>;
  return (
    [paragraph, offset, mark].every(Number.isInteger) &&
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
