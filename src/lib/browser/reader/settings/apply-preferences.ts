/** Shows the reader's preferences in the page. */
import { pageLayoutWords } from '#shared/reading/page-layout.ts';
import {
  defaultReaderPreferences,
  fontFallbacks,
  readerThemes,
  type ReaderFont,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';
import { preservePlace } from '../place/preserve-place.ts';
import { showDarkMode } from './night-switch.ts';
import { storePreferences } from './preferences-store.ts';
import { startPages } from '../pages/start-pages.ts';
import { fetchFont, isFontHere } from './web-fonts.ts';

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
