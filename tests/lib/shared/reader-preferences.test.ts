import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import {
  defaultReaderPreferences,
  fontFallbacks,
  isWebFont,
  parseReaderPreferences,
  parseStoredPreferences,
  readerFonts,
  readerThemes,
  storedForm,
  textAligns,
  webFontFaces,
  webFontFile,
  type ReaderPreferences,
} from '#shared/reader-preferences.ts';

const script = readFileSync(
  new URL('../../../src/lib/browser/first-paint.js', import.meta.url),
  'utf8',
);
const sizes = Array.from({ length: 16 }, (_, step) => 50 + 10 * step);
const leadings = Array.from({ length: 21 }, (_, step) => (10 + step) / 10);

/** Every value that the panel can store, each in a set whose other values are the defaults. */
const sets: ReaderPreferences[] = [
  {},
  ...sizes.map((fontSize) => ({ fontSize })),
  ...readerFonts.map((fontFamily) => ({ fontFamily })),
  ...leadings.map((lineHeight) => ({ lineHeight })),
  ...textAligns.map((textAlign) => ({ textAlign })),
  ...readerThemes.map((theme) => ({ theme })),
  ...[true, false, null].map((darkMode) => ({ darkMode })),
  ...[true, false].map((showHeader) => ({ showHeader })),
].map((given) => ({ ...defaultReaderPreferences, ...given }));

const notNumbers = [
  '',
  ' ',
  'NaN',
  'Infinity',
  '{}',
  'null',
  '-100',
  '+100',
  '1e2',
  '0x64',
  '100px',
];

/** What no panel stores, by key. */
const broken: [string, string][] = [
  ...[
    ...notNumbers,
    '0',
    '40',
    '49',
    '55',
    '101',
    '100.5',
    '210',
    '9999',
    ' 100',
    '0100',
    '1000',
  ].map((value) => ['reader_fontSize', value] as [string, string]),
  ...[
    ...notNumbers,
    '0',
    '0.9',
    '1.85',
    '3.1',
    '4',
    '12',
    '1,8',
    '1.',
    '.8',
    '01.8',
    '10',
    '20',
  ].map((value) => ['reader_lineHeight', value] as [string, string]),
  ...[
    '',
    'Pirate',
    'Comic Sans MS',
    'georgia',
    'Roboto, serif',
    '";}body{display:none',
    'toString',
  ].map((value) => ['reader_fontFamily', value] as [string, string]),
  ...['', 'middle', 'LEFT', 'left;'].map(
    (value) => ['reader_textAlign', value] as [string, string],
  ),
  ...['', 'pirate', 'sepia green', 'Sepia'].map(
    (value) => ['reader_theme', value] as [string, string],
  ),
  ...['', 'oui', '1', 'TRUE', '"true"'].map(
    (value) => ['reader_darkMode', value] as [string, string],
  ),
  ...['', 'non', '0', 'FALSE'].map((value) => ['reader_showHeader', value] as [string, string]),
];

/** Valid, though the panel writes them otherwise or not at all. */
const otherwise: [string, string][] = [
  ['reader_fontSize', '100'],
  ['reader_fontFamily', 'serif'],
  ['reader_lineHeight', '1.0'],
  ['reader_lineHeight', '2.0'],
  ['reader_lineHeight', '3.0'],
  ['reader_lineHeight', '1.8'],
  ['reader_textAlign', 'left'],
  ['reader_theme', 'default'],
  ['reader_showHeader', 'true'],
];

const reader = (stored: Record<string, string | null>) => (key: string) => stored[key] ?? null;

describe('stored preferences', () => {
  test.each(sets)('are read as they were stored: %o', (set) => {
    expect(parseStoredPreferences(reader(storedForm(set)))).toEqual(set);
  });

  test.each(broken)('fall back where they are broken: %s is “%s”', (key, value) => {
    expect(parseStoredPreferences(reader({ [key]: value }))).toEqual(defaultReaderPreferences);
  });

  test('fall back each for itself', () => {
    const stored = { reader_fontSize: '9999', reader_theme: 'sepia', reader_lineHeight: '2.0' };
    const expected = { ...defaultReaderPreferences, theme: 'sepia', lineHeight: 2 };
    expect(parseStoredPreferences(reader(stored))).toEqual(expected);
  });

  test('take no key for what is the default', () => {
    expect(Object.values(storedForm(defaultReaderPreferences))).toEqual(Array(7).fill(null));
  });
});

describe('a set from elsewhere', () => {
  test.each(sets)('is taken whole: %o', (set) => {
    expect(parseReaderPreferences(JSON.parse(JSON.stringify({ ...set, more: 1 })))).toEqual(set);
  });

  test.each([
    ...[null, undefined, 'serif', 1, [], {}],
    ...[49, 55, 210, 100.5, '100', NaN, null].map((fontSize) => partly({ fontSize })),
    ...['Pirate', 'toString', null].map((fontFamily) => partly({ fontFamily })),
    ...[0.9, 1.85, 3.1, '1.8', Infinity].map((lineHeight) => partly({ lineHeight })),
    ...['middle', null].map((textAlign) => partly({ textAlign })),
    ...['pirate', undefined].map((theme) => partly({ theme })),
    ...['true', 1, undefined].map((darkMode) => partly({ darkMode })),
    ...['false', 0, null].map((showHeader) => partly({ showHeader })),
  ])('is refused whole where a part is broken: %o', (value) => {
    expect(parseReaderPreferences(value)).toBeNull();
  });
});

describe('the first paint', () => {
  const stored = [
    ...sets.map((set) => storedForm(set)),
    ...[...broken, ...otherwise].map(([key, value]) => ({ [key]: value })),
  ];

  test.each(stored)('shows what the panel would read: %o', (entries) => {
    expect(firstPaint(reader(entries))).toEqual(lookOf(parseStoredPreferences(reader(entries))));
  });

  test('shows the defaults where storage is closed', () => {
    const closed = () => {
      throw new Error('closed');
    };
    expect(firstPaint(closed)).toEqual(lookOf(defaultReaderPreferences));
  });
});

function partly(given: Record<string, unknown>): Record<string, unknown> {
  return { ...defaultReaderPreferences, ...given };
}

type Look = {
  data: Record<string, string>;
  classes: string[];
  properties: Record<string, string>;
  faces: { family: string; source: string; kind: Record<string, string> }[];
};

/** What a page must look like for a set of preferences. */
function lookOf(preferences: ReaderPreferences): Look {
  const { fontSize, fontFamily, lineHeight, textAlign, theme, darkMode, showHeader } = preferences;
  const folder = '/_astro/fonts/';
  return {
    data: {
      ...(darkMode === null ? {} : { dark: darkMode ? 'on' : 'off' }),
      ...(showHeader ? {} : { header: 'off' }),
    },
    classes: [
      ...(darkMode ? ['dark-mode'] : []),
      ...(theme === 'default' ? [] : [`theme-${theme}`]),
    ],
    properties: {
      size: String(fontSize / 100),
      leading: String(lineHeight),
      align: textAlign,
      font: fontFamily === 'serif' ? '' : `"${fontFamily}", ${fontFallbacks[fontFamily]}`,
    },
    faces: isWebFont(fontFamily)
      ? webFontFaces.map((face) => ({
          family: fontFamily,
          source: `url(${folder}${webFontFile(fontFamily, face)})`,
          kind: { display: 'fallback', ...(face === 'bold' ? { weight: face } : { style: face }) },
        }))
      : [],
  };
}

/** What the script makes of a storage, with the least of a page that it needs. */
function firstPaint(getItem: (key: string) => string | null): Look {
  const data: Record<string, string> = {};
  const look: Look = {
    data,
    classes: [],
    // What the style sheet takes where a property is not set.
    properties: { size: '1', leading: '1.8', align: 'left', font: '' },
    faces: [],
  };
  class FontFace {
    made: Look['faces'][number];
    constructor(family: string, source: string, kind: Record<string, string>) {
      this.made = { family, source, kind: { ...kind } };
    }
  }
  runInNewContext(script, {
    __FONTS__: '/_astro/fonts/',
    FontFace,
    localStorage: { getItem },
    addEventListener: () => undefined,
    document: {
      documentElement: {
        dataset: data,
        style: {
          setProperty: (name: string, value: unknown) => {
            look.properties[name.replace('--reader-', '')] = String(value);
          },
        },
      },
      body: { classList: { add: (name: string) => look.classes.push(name) } },
      fonts: { add: ({ made }: FontFace) => look.faces.push(made) },
    },
  });
  delete data.consent;
  look.properties.leading = String(Number(look.properties.leading));
  return look;
}
