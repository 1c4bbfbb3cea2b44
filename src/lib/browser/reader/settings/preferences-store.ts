/** The reader's preferences in this page: one store, which settings, text and account read and write. */
import { atom } from 'nanostores';
import {
  defaultReaderPreferences,
  parseStoredPreferences,
  storedForm,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import { readStored, writeStored } from '#browser/storage.ts';

/** The set chosen on this page if storage is full or unavailable. */
let unstored: ReaderPreferences | null = null;

/** As stored; a missing or invalid value is its default. */
export const $preferences = atom(parseStoredPreferences(readStored));

addEventListener('storage', takeStored);
// The night button, which every page has, stores without this module.
document.addEventListener('reader-preferences', takeStored);

/** Stores a whole set. `apply-preferences.ts` shows it in the text. */
export function storePreferences(preferences: ReaderPreferences): void {
  const stored = Object.entries(storedForm(preferences));
  for (const [key, value] of stored) writeStored(key, value);
  unstored = stored.every(([key, value]) => readStored(key) === value) ? null : preferences;
  $preferences.set(preferences);
}

/** Reads storage again: another tab may have changed it, and a page that is shown again missed it. */
export function takeStored(): ReaderPreferences {
  const stored = unstored ?? parseStoredPreferences(readStored);
  if (!isSame(stored, $preferences.get())) $preferences.set(stored);
  return stored;
}

/** Whether two sets have the same values. */
export function isSame(one: ReaderPreferences, other: ReaderPreferences): boolean {
  return (Object.keys(defaultReaderPreferences) as (keyof ReaderPreferences)[]).every(
    (name) => one[name] === other[name],
  );
}
