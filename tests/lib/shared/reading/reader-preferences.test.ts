import { describe, expect, test } from 'vitest';
import { flows, measures, paragraphGaps } from '#shared/reading/page-layout.ts';
import {
  defaultReaderPreferences,
  pagePresets,
  parseReaderPreferences,
  parseStoredPreferences,
  presetOf,
  readerFonts,
  readerThemes,
  storedForm,
  textAligns,
  type ReaderPreferences,
} from '#shared/reading/reader-preferences.ts';

const sizes = Array.from({ length: 16 }, (_, step) => 50 + 10 * step);
const leadings = Array.from({ length: 21 }, (_, step) => (10 + step) / 10);

/** Every value that the panel can store, each in a set whose other values are the defaults. */
const sets: ReaderPreferences[] = [
  {},
  ...sizes.map((fontSize) => ({ fontSize })),
  ...readerFonts.map((fontFamily) => ({ fontFamily })),
  ...leadings.map((lineHeight) => ({ lineHeight })),
  ...textAligns.map((textAlign) => ({ textAlign })),
  ...[true, false].map((indent) => ({ indent })),
  ...paragraphGaps.map((paragraphGap) => ({ paragraphGap })),
  ...measures.map((measure) => ({ measure })),
  ...[true, false].map((hyphens) => ({ hyphens })),
  ...flows.map((flow) => ({ flow })),
  ...Object.values(pagePresets),
  { indent: false, paragraphGap: 'small' as const, measure: 'wide' as const, hyphens: false },
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
  ...['', 'middle', 'LEFT', 'left;', 'auto '].map(
    (value) => ['reader_textAlign', value] as [string, string],
  ),
  ...['', 'null', 'FLAT', 'pirate', 'flat;', '{}', '";}', 'constructor', 'flat\twide'].map(
    (value) => ['reader_page', value] as [string, string],
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
const otherwise: [string, string, Partial<ReaderPreferences>][] = [
  ['reader_fontSize', '100', {}],
  ['reader_fontFamily', 'serif', {}],
  ['reader_lineHeight', '1.0', { lineHeight: 1 }],
  ['reader_lineHeight', '2.0', { lineHeight: 2 }],
  ['reader_lineHeight', '3.0', { lineHeight: 3 }],
  ['reader_lineHeight', '1.8', {}],
  ['reader_textAlign', 'auto', {}],
  ['reader_page', 'wide flat', { indent: false, measure: 'wide' }],
  ['reader_page', 'slim pirate', { measure: 'narrow' }],
  ['reader_page', 'flat pirate', { indent: false }],
  ['reader_page', 'pages flat', { indent: false, flow: 'pages' }],
  ['reader_theme', 'default', {}],
  ['reader_showHeader', 'true', {}],
];

const reader = (stored: Record<string, string | null>) => (key: string) => stored[key] ?? null;

describe('stored preferences', () => {
  test.each(sets)('are read as they were stored: %o', (set) => {
    expect(parseStoredPreferences(reader(storedForm(set)))).toEqual(set);
  });

  test.each(broken)('fall back where they are broken: %s is “%s”', (key, value) => {
    expect(parseStoredPreferences(reader({ [key]: value }))).toEqual(defaultReaderPreferences);
  });

  test.each(otherwise)(
    'are read though the panel writes them otherwise: %s is “%s”',
    (...given) => {
      const [key, value, expected] = given;
      const set = { ...defaultReaderPreferences, ...expected };
      expect(parseStoredPreferences(reader({ [key]: value }))).toEqual(set);
    },
  );

  test('fall back each for itself', () => {
    const stored = { reader_fontSize: '9999', reader_theme: 'sepia', reader_lineHeight: '2.0' };
    const expected = { ...defaultReaderPreferences, theme: 'sepia', lineHeight: 2 };
    expect(parseStoredPreferences(reader(stored))).toEqual(expected);
  });

  test('take no key for what is the default', () => {
    expect(Object.values(storedForm(defaultReaderPreferences))).toEqual(Array(8).fill(null));
  });
});

describe('a set from elsewhere', () => {
  test.each(sets)('is taken whole: %o', (set) => {
    expect(parseReaderPreferences(JSON.parse(JSON.stringify({ ...set, more: 1 })))).toEqual(set);
  });

  test.each([
    null,
    undefined,
    'serif',
    1,
    [],
    {},
    ...[49, 55, 210, 100.5, '100', NaN, null].map((fontSize) => partly({ fontSize })),
    ...['Pirate', 'toString', null].map((fontFamily) => partly({ fontFamily })),
    ...[0.9, 1.85, 3.1, '1.8', Infinity].map((lineHeight) => partly({ lineHeight })),
    ...['middle', null].map((textAlign) => partly({ textAlign })),
    ...['oui', 1, null].map((indent) => partly({ indent })),
    ...['huge', '', null].map((paragraphGap) => partly({ paragraphGap })),
    ...['toString', 60, null].map((measure) => partly({ measure })),
    ...['auto', 0, null].map((hyphens) => partly({ hyphens })),
    ...['', 'page', true, null, undefined].map((flow) => partly({ flow })),
    ...['pirate', undefined].map((theme) => partly({ theme })),
    ...['true', 1, undefined].map((darkMode) => partly({ darkMode })),
    ...['false', 0, null].map((showHeader) => partly({ showHeader })),
  ])('is refused whole where a part is broken: %o', (value) => {
    expect(parseReaderPreferences(value)).toBeNull();
  });
});

describe('a page set by one tap', () => {
  test.each(['livre', 'ecran'] as const)('is known again, whatever its leading: %s', (preset) => {
    const set = { ...defaultReaderPreferences, ...pagePresets[preset] };
    expect(presetOf(set)).toBe(preset);
    expect(presetOf({ ...set, lineHeight: 2.4, measure: 'narrow' })).toBe(preset);
    expect(presetOf({ ...set, hyphens: !set.hyphens })).toBeNull();
  });

  test('is a book where nothing was chosen, with the specified leading', () => {
    expect(presetOf(defaultReaderPreferences)).toBe('livre');
    expect(defaultReaderPreferences.lineHeight).toBe(1.8);
  });
});

function partly(given: Record<string, unknown>): Record<string, unknown> {
  return { ...defaultReaderPreferences, ...given };
}
