/** The reader's preferences in this page: one store, which settings, text and account read and write. */
import { atom } from 'nanostores';
import {
  defaultReaderPreferences,
  parseStoredPreferences,
  storedForm,
  type ReaderPreferences,
  fontFallbacks,
  readerThemes,
  type ReaderFont,
} from '#shared/reading/reader-preferences.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { pageLayoutWords } from '#shared/reading/page-layout.ts';
import { preservePlace } from '../place/preserve-place.ts';
import { showDarkMode } from './night-switch.ts';
import { startPages } from '../pages/start-pages.ts';
import { fetchFont, isFontHere } from './web-fonts.ts';

/** The set chosen on this page if storage is full or unavailable. */
let unstored: ReaderPreferences | null = null;

/** As stored; a missing or invalid value is its default. */
export const $preferences = atom(parseStoredPreferences(readStored));

addEventListener('storage', takeStored);
// The night button, which every page has, stores without this module.
document.addEventListener('reader-preferences', takeStored);

/** Stores a whole set, and shows it nowhere. */
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

const root = document.documentElement;

/** The font family to apply once it has been fetched. */
let wantedFont: ReaderFont | null = null;

/** Stores a whole set and shows it at once; the reader's place in the text stays. */
export function applyPreferences(preferences: ReaderPreferences): void {
  storePreferences(preferences);
  showPreferences(preferences);
}

/**
 * Shows a set without storing it. A web font is applied once it is loaded, to avoid a second
 * layout; until then the text keeps the one it has.
 */
export function showPreferences(preferences: ReaderPreferences): void {
  const font = preferences.fontFamily;
  wantedFont = font;
  const isHere = isFontHere(font);
  preservePlace(() => {
    setLook(preferences);
    if (isHere) setFont(font);
  });
  startPages();
  if (isHere) return;
  void fetchFont(font).then((hasCome) => {
    if (hasCome && wantedFont === font) preservePlace(() => setFont(font));
  });
}

/** The same classes, attributes and properties as the first paint sets; a default sets none. */
function setLook(preferences: ReaderPreferences): void {
  const fallback = defaultReaderPreferences;
  for (const name of readerThemes) {
    const isShown = name === preferences.theme && name !== fallback.theme;
    document.body.classList.toggle(`theme-${name}`, isShown);
  }
  showDarkMode(preferences.darkMode);
  for (const name of ['fontSize', 'lineHeight', 'textAlign', 'theme', 'showHeader'] as const) {
    setLookOf(name, preferences[name] === fallback[name] ? null : String(preferences[name]));
  }
  setLookOf('page', pageLayoutWords(preferences) || null);
}

function setFont(font: ReaderFont): void {
  const isDefault = font === defaultReaderPreferences.fontFamily;
  setProperty('fontFamily', isDefault ? null : `"${font}", ${fontFallbacks[font]}`);
}

function setLookOf(name: string, value: string | null): void {
  setProperty(name, value);
  setData(name, value);
}

/* What is set to the value it has would style the whole text again. */

function setData(name: string, value: string | null): void {
  if (value === null) Reflect.deleteProperty(root.dataset, name);
  else if (root.dataset[name] !== value) root.dataset[name] = value;
}

function setProperty(name: string, value: string | null): void {
  const property = `--reader-${name}`;
  // An empty value removes it.
  const wanted = value ?? '';
  if (root.style.getPropertyValue(property) !== wanted) root.style.setProperty(property, wanted);
}
