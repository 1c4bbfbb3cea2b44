/**
 * Which embedded font draws which characters. The packages split a typeface into files by script,
 * so a name may need several; a character that none has is drawn as “�” and keeps its meaning as
 * text.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { unpackWoff } from './woff.ts';

/** `body` and `strong` are a quiet sans, `title` is a serif. */
export type Face = 'body' | 'strong' | 'title';

/** Characters that one font draws; `actual` is what they stand for where that differs. */
export type FontRun = { font: string; text: string; actual?: string };

const scripts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'];
const openSans = (weight: number) =>
  [...scripts, 'greek', 'greek-ext'].map(
    (script) => `@fontsource/open-sans/files/open-sans-${script}-${weight}-normal.woff`,
  );
const merriweather = scripts.map(
  (script) => `@fontsource/merriweather/files/merriweather-${script}-700-normal.woff`,
);

/** Font files in order of preference. The serif has no Greek. */
const fontsOfFace: Record<Face, readonly string[]> = {
  body: openSans(400),
  strong: openSans(600),
  title: [...merriweather, ...openSans(600)],
};

/** Spaces and a hyphen that the fonts lack, and their replacements. */
const lookAlikes = new Map([
  ['\u202F', '\u2009'],
  ['\u2007', '\u00A0'],
  ['\u2011', '-'],
]);
const replacement = '\uFFFD';

const require = createRequire(import.meta.url);
const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });
/** Files do not change, so each is read once per process. */
const fontFiles = new Map<string, Buffer>();
const charactersOfFont = new Map<string, ReadonlySet<number>>();

/** Registers the fonts with a document; only those that are used are embedded. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const font of new Set(Object.values(fontsOfFace).flat())) {
    doc.registerFont(font, fontFile(font));
  }
}

/**
 * A text as displayed: composed, on one line, without characters that have no glyph (such as
 * those that reverse the text direction).
 */
export function visibleText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '');
}

/** Each grapheme of a visible text, with the font that draws it. */
export function fontRuns(face: Face, text: string): FontRun[] {
  return Array.from(graphemes.segment(text), ({ segment }) => {
    const drawn = lookAlikes.get(segment) ?? segment;
    const font = fontFor(face, drawn);
    if (font !== undefined) return { font, text: drawn };
    return { font: replacementFont(face), text: replacement, actual: segment };
  });
}

/** Joins neighbours that the same font draws. */
export function joinRuns(runs: readonly FontRun[]): FontRun[] {
  const joined: FontRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.font === run.font && (last.actual === undefined) === (run.actual === undefined)) {
      last.text += run.text;
      if (run.actual !== undefined) last.actual = `${last.actual ?? ''}${run.actual}`;
    } else {
      joined.push({ ...run });
    }
  }
  return joined;
}

function replacementFont(face: Face): string {
  const font = fontFor(face, replacement);
  if (font === undefined) throw new Error(`No font of ${face} has ${replacement}`);
  return font;
}

function fontFor(face: Face, character: string): string | undefined {
  const points = Array.from(character, (one) => one.codePointAt(0) ?? 0);
  return fontsOfFace[face].find((font) => {
    const known = charactersOf(font);
    return points.every((point) => known.has(point));
  });
}

/** Read from a separate document: opening a font in one changes the names in what it writes. */
function charactersOf(font: string): ReadonlySet<number> {
  const known = charactersOfFont.get(font);
  if (known) return known;
  const doc = new PDFDocument({ autoFirstPage: false, font: '' });
  doc.registerFont(font, fontFile(font));
  const characters = new Set(doc.font(font)._font.font.characterSet);
  charactersOfFont.set(font, characters);
  return characters;
}

function fontFile(font: string): Buffer {
  const file = fontFiles.get(font) ?? unpackWoff(readFileSync(require.resolve(font)));
  fontFiles.set(font, file);
  return file;
}
