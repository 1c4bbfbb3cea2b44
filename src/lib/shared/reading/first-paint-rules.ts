/**
 * What the script that pages begin with takes from the rules: nothing but values, which the build
 * writes into it (`scripts/build/first-paint.ts`).
 */
import { pageLayoutPattern } from './page-layout.ts';
import {
  defaultReaderPreferences,
  fontFallbacks,
  readerThemes,
  storedPatterns,
  type ReaderFont,
} from './reader-preferences.ts';
import { isWebFont } from './chosen-fonts.ts';

export { siteFont } from './web-fonts.ts';
export {
  authToken,
  cookieConsent,
  letters,
  sessionSummary,
  signedInCookie,
} from '../site/storage-keys.ts';

const { fontSize, lineHeight, textAlign, darkMode, showHeader } = storedPatterns;
/** What style sheets take as it is stored. */
export const looks = {
  fontSize,
  lineHeight,
  textAlign,
  darkMode,
  showHeader,
  // Without the default, for which nothing is set.
  theme: readerThemes.slice(1).join('|'),
  page: pageLayoutPattern,
};

const all = Object.keys(fontFallbacks).filter(
  (name) => name !== defaultReaderPreferences.fontFamily,
);
const group = (isServed: boolean, fallback: string) =>
  `(${all.filter((name) => isWebFont(name) === isServed && fontFallbacks[name as ReaderFont] === fallback).join('|')})`;
/** The families besides the default, in a group for each way to draw them (`first-paint.ts`). */
export const fontFamily = [
  group(true, 'var(--serif)'),
  group(false, 'var(--serif)'),
  group(true, 'var(--sans)'),
  group(false, 'monospace'),
  group(false, 'var(--sans)'),
].join('|');
