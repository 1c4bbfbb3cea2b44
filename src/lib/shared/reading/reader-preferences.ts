/** How a reader wants chapters to look (specification, sections 3, 5 and 9). */
import {
  defaultPageLayout,
  flows,
  measures,
  pageLayoutKey,
  pageLayoutWords,
  paragraphGaps,
  readingAids,
  parsePageLayout,
  type PageLayout,
} from './page-layout.ts';

export type ReaderPreferences = PageLayout & {
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
  // Letters that are hard to mistake for each other (Braille Institute).
  'Atkinson Hyperlegible': 'var(--sans)',
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
/** `auto` justifies French lines that are long enough for it, where the browser hyphenates (`src/styles/reader.css`). */
export const textAligns = ['auto', 'left', 'justify', 'right', 'center'] as const;
export const readerThemes = ['default', 'sepia', 'night-blue', 'green', 'high-contrast'] as const;

export type TextAlign = (typeof textAligns)[number];
export type ReaderTheme = (typeof readerThemes)[number];

export const defaultReaderPreferences: ReaderPreferences = {
  fontSize: 100,
  fontFamily: 'serif',
  lineHeight: 1.8,
  textAlign: 'auto',
  ...defaultPageLayout,
  theme: 'default',
  darkMode: null,
  showHeader: true,
};

/** Two ways to set a page, each chosen by one tap: a French book, and a screen. */
export const pagePresets = {
  livre: { indent: true, paragraphGap: 'none', textAlign: 'auto', hyphens: true, lineHeight: 1.6 },
  ecran: {
    indent: false,
    paragraphGap: 'large',
    textAlign: 'left',
    hyphens: false,
    lineHeight: 1.8,
  },
} as const satisfies Record<string, Partial<ReaderPreferences>>;

export type PagePreset = keyof typeof pagePresets;

/** The preset that a set agrees with, whatever its line height; null for a page set by hand. */
export function presetOf(preferences: ReaderPreferences): PagePreset | null {
  const names = ['indent', 'paragraphGap', 'textAlign', 'hyphens'] as const;
  const isLike = (preset: PagePreset) =>
    names.every((name) => preferences[name] === pagePresets[preset][name]);
  return (Object.keys(pagePresets) as PagePreset[]).find(isLike) ?? null;
}

/** What has a key of its own. */
type PreferenceName = Exclude<keyof ReaderPreferences, keyof PageLayout>;

/** What may be stored of each. The script that pages begin with has it from here (`first-paint.ts`). */
export const storedPatterns: Record<PreferenceName, string> = {
  // From 50 to 200 by tens, and from 1 to 3 by tenths: `fontSizePercent`, `lineHeightLimits`.
  fontSize: '([5-9]|1\\d)0|200',
  lineHeight: '[12](\\.\\d)?|3(\\.0)?',
  fontFamily: readerFonts.join('|'),
  // Without the default, which is never stored.
  textAlign: textAligns.slice(1).join('|'),
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
    ...parsePageLayout(read(pageLayoutKey)),
    theme: (stored('theme') ?? fallback.theme) as ReaderTheme,
    darkMode: dark === null ? fallback.darkMode : dark === 'true',
    showHeader: stored('showHeader') !== 'false',
  };
}

/** Reads a whole set, as it travels between devices; null where any part of it is not valid. */
export function parseReaderPreferences(value: unknown): ReaderPreferences | null {
  if (typeof value !== 'object' || value === null) return null;
  const given: Partial<Record<keyof ReaderPreferences, unknown>> = value;
  const { fontSize, fontFamily, lineHeight, textAlign, theme, darkMode, showHeader } = given;
  const { indent, paragraphGap, measure, hyphens, flow, readingAid } = given;
  return typeof fontSize === 'number' &&
    isStorable('fontSize', String(fontSize)) &&
    isOneOf(readerFonts, fontFamily) &&
    isLineHeight(lineHeight) &&
    isOneOf(textAligns, textAlign) &&
    typeof indent === 'boolean' &&
    isOneOf(paragraphGaps, paragraphGap) &&
    isOneOf(measures, measure) &&
    typeof hyphens === 'boolean' &&
    isOneOf(flows, flow) &&
    isOneOf(readingAids, readingAid) &&
    isOneOf(readerThemes, theme) &&
    (typeof darkMode === 'boolean' || darkMode === null) &&
    typeof showHeader === 'boolean'
    ? {
        fontSize,
        fontFamily,
        lineHeight,
        textAlign,
        indent,
        paragraphGap,
        measure,
        hyphens,
        flow,
        readingAid,
        theme,
        darkMode,
        showHeader,
      }
    : null;
}

export function isLineHeight(value: unknown): value is number {
  return typeof value === 'number' && isStorable('lineHeight', String(value));
}

/** What to store for a set, by key; null where the key goes, for the default says the same. */
export function storedForm(preferences: ReaderPreferences): Record<string, string | null> {
  const form: Record<string, string | null> = {
    [pageLayoutKey]: pageLayoutWords(preferences) || null,
  };
  for (const name of Object.keys(storedPatterns) as PreferenceName[]) {
    const value = preferences[name];
    form[preferenceKey(name)] = value === defaultReaderPreferences[name] ? null : String(value);
  }
  return form;
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
