/** How a reader wants chapters to look (specification, sections 3, 5 and 9). */

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

type PreferenceName = keyof ReaderPreferences;

/** What may be stored of each. The script that pages begin with has it from here (`first-paint.ts`). */
export const storedPatterns: Record<PreferenceName, string> = {
  // From 50 to 200 by tens, and from 1 to 3 by tenths: `fontSizePercent`, `lineHeightLimits`.
  fontSize: '(?:[5-9]|1\\d)0|200',
  lineHeight: '[12](?:\\.\\d)?|3(?:\\.0)?',
  fontFamily: readerFonts.join('|'),
  textAlign: textAligns.join('|'),
  theme: readerThemes.join('|'),
  darkMode: 'true|false',
  showHeader: 'true|false',
};

/** Where a preference is stored. */
const preferenceKey = (name: PreferenceName): string => `reader_${name}`;

/** Whether this may be stored of a preference: what is broken counts as missing. */
function isStorable(name: PreferenceName, text: string): boolean {
  return new RegExp(`^(?:${storedPatterns[name]})$`).test(text);
}

/** Reads what a browser stored, each value for itself: a missing or broken one is its default. */
export function parseStoredPreferences(read: (key: string) => string | null): ReaderPreferences {
  const fallback = defaultReaderPreferences;
  const stored = (name: PreferenceName) => {
    const text = read(preferenceKey(name));
    return text !== null && isStorable(name, text) ? text : null;
  };
  const dark = stored('darkMode');
  return {
    fontSize: Number(stored('fontSize') ?? fallback.fontSize),
    fontFamily: (stored('fontFamily') ?? fallback.fontFamily) as ReaderFont,
    lineHeight: Number(stored('lineHeight') ?? fallback.lineHeight),
    textAlign: (stored('textAlign') ?? fallback.textAlign) as TextAlign,
    theme: (stored('theme') ?? fallback.theme) as ReaderTheme,
    darkMode: dark === null ? fallback.darkMode : dark === 'true',
    showHeader: stored('showHeader') !== 'false',
  };
}

/** Reads a whole set, as it travels between devices; null where any part of it is not valid. */
export function parseReaderPreferences(value: unknown): ReaderPreferences | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Partial<Record<PreferenceName, unknown>>;
  const { fontSize, fontFamily, lineHeight, textAlign, theme, darkMode, showHeader } = given;
  return typeof fontSize === 'number' &&
    isStorable('fontSize', String(fontSize)) &&
    isOneOf(readerFonts, fontFamily) &&
    isLineHeight(lineHeight) &&
    isOneOf(textAligns, textAlign) &&
    isOneOf(readerThemes, theme) &&
    (typeof darkMode === 'boolean' || darkMode === null) &&
    typeof showHeader === 'boolean'
    ? { fontSize, fontFamily, lineHeight, textAlign, theme, darkMode, showHeader }
    : null;
}

export function isLineHeight(value: unknown): value is number {
  return typeof value === 'number' && isStorable('lineHeight', String(value));
}

/** What to store for a set, by key; null where the key goes, for the default says the same. */
export function storedForm(preferences: ReaderPreferences): Record<string, string | null> {
  return Object.fromEntries(
    (Object.keys(defaultReaderPreferences) as PreferenceName[]).map((name) => {
      const value = preferences[name];
      return [preferenceKey(name), value === defaultReaderPreferences[name] ? null : String(value)];
    }),
  );
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
