/** How a reader wants chapters to look (specification, sections 3, 5 and 9). */
import { storageKeys } from './storage-keys.ts';

export type ReaderPreferences = {
  fontSize: number;
  fontFamily: ReaderFont;
  lineHeight: number;
  textAlign: TextAlign;
  theme: ReaderTheme;
  /** Null follows the system (decision 4). */
  darkMode: boolean | null;
  showHeader: boolean;
};

export const fontSizePercent = { min: 50, max: 200, step: 10 } as const;
export const lineHeightLimits = { min: 1, max: 3, step: 0.1 } as const;

/** The families, and what stands in for one that a device does not have. */
export const fontFallbacks = {
  serif: 'var(--serif)',
  Georgia: 'var(--serif)',
  'Times New Roman': 'var(--serif)',
  Arial: 'var(--sans)',
  Verdana: 'var(--sans)',
  'Segoe UI': 'var(--sans)',
  Roboto: 'var(--sans)',
  'Open Sans': 'var(--sans)',
  Lato: 'var(--sans)',
  Montserrat: 'var(--sans)',
  Merriweather: 'var(--serif)',
  'Playfair Display': 'var(--serif)',
  'Courier New': 'monospace',
  Consolas: 'monospace',
} as const;

export type ReaderFont = keyof typeof fontFallbacks;

/** Families that no device needs to have: we serve them to who chooses them. */
export const webFonts = [
  'Roboto',
  'Open Sans',
  'Lato',
  'Montserrat',
  'Merriweather',
  'Playfair Display',
] as const satisfies readonly ReaderFont[];

export type WebFont = (typeof webFonts)[number];

/** What is served of each: upright and slanted text, and strong text. */
export const webFontFaces = ['normal', 'italic', 'bold'] as const;

export type WebFontFace = (typeof webFontFaces)[number];

/** Where the build puts a face, below the fonts' folder. The first paint makes the same name. */
export const webFontFile = (font: WebFont, face: WebFontFace): string =>
  `${font.replace(' ', '')}-${face}.woff2`;

export const readerFonts = Object.keys(fontFallbacks) as ReaderFont[];
export const textAligns = ['left', 'justify', 'right', 'center'] as const;
export const readerThemes = ['default', 'sepia', 'night-blue', 'green', 'high-contrast'] as const;

export type TextAlign = (typeof textAligns)[number];
export type ReaderTheme = (typeof readerThemes)[number];

export const defaultReaderPreferences: ReaderPreferences = {
  fontSize: 100,
  fontFamily: 'serif',
  lineHeight: 1.8,
  textAlign: 'left',
  theme: 'default',
  darkMode: null,
  showHeader: true,
};

/** Reads a whole set, as it travels between devices; null where any part of it is not valid. */
export function parseReaderPreferences(value: unknown): ReaderPreferences | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Partial<Record<keyof ReaderPreferences, unknown>>;
  const { fontSize, fontFamily, lineHeight, textAlign, theme, darkMode, showHeader } = given;
  return isFontSize(fontSize) &&
    isOneOf(readerFonts, fontFamily) &&
    isLineHeight(lineHeight) &&
    isOneOf(textAligns, textAlign) &&
    isOneOf(readerThemes, theme) &&
    (typeof darkMode === 'boolean' || darkMode === null) &&
    typeof showHeader === 'boolean'
    ? { fontSize, fontFamily, lineHeight, textAlign, theme, darkMode, showHeader }
    : null;
}

/**
 * Reads what a browser stored, each value for itself: a missing or broken one falls back to its
 * default. The first paint has the same rules (`src/lib/browser/first-paint.js`).
 */
export function parseStoredPreferences(read: (key: string) => string | null): ReaderPreferences {
  const fallback = defaultReaderPreferences;
  const among = <T extends string>(values: readonly T[], key: string, otherwise: T): T => {
    const stored = read(key);
    return isOneOf(values, stored) ? stored : otherwise;
  };
  const fontSize = whole(read(storageKeys.fontSize));
  const lineHeight = decimal(read(storageKeys.lineHeight));
  const dark = read(storageKeys.darkMode);
  return {
    fontSize: isFontSize(fontSize) ? fontSize : fallback.fontSize,
    fontFamily: among(readerFonts, storageKeys.fontFamily, fallback.fontFamily),
    lineHeight: isLineHeight(lineHeight) ? lineHeight : fallback.lineHeight,
    textAlign: among(textAligns, storageKeys.textAlign, fallback.textAlign),
    theme: among(readerThemes, storageKeys.theme, fallback.theme),
    darkMode: dark === 'true' || dark === 'false' ? dark === 'true' : fallback.darkMode,
    showHeader: read(storageKeys.showHeader) !== 'false',
  };
}

/** What to store for a set, by key; null where the key goes, for the default says the same. */
export function storedForm(preferences: ReaderPreferences): Record<string, string | null> {
  return Object.fromEntries(
    (Object.keys(defaultReaderPreferences) as (keyof ReaderPreferences)[]).map((name) => {
      const value = preferences[name];
      return [storageKeys[name], value === defaultReaderPreferences[name] ? null : String(value)];
    }),
  );
}

export const isWebFont = (font: ReaderFont): font is WebFont => isOneOf(webFonts, font);

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}

function isFontSize(value: unknown): value is number {
  const { min, max, step } = fontSizePercent;
  return typeof value === 'number' && value >= min && value <= max && value % step === 0;
}

export function isLineHeight(value: unknown): value is number {
  const { min, max } = lineHeightLimits;
  return (
    typeof value === 'number' && value >= min && value <= max && Number(value.toFixed(1)) === value
  );
}

/** A plain whole number, as it was stored; null for anything else that JavaScript would take. */
function whole(text: string | null): number | null {
  return text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** A plain decimal number, as it was stored; null for anything else that JavaScript would take. */
function decimal(text: string | null): number | null {
  return text !== null && /^[1-9]\d*(\.\d)?$/.test(text) ? Number(text) : null;
}
