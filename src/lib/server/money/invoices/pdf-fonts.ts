/**
 * Which embedded font draws which characters. The packages split a typeface into files by script,
 * so a name may need several; a character that none has is drawn as “�” and keeps its meaning as
 * text.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

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

/** Sizes of headers and directory entries: of WOFF (W3C WOFF 1.0, sections 3 and 4) and OpenType. */
const woff = { header: 44, entry: 20 };
const openType = { header: 12, entry: 16 };

/**
 * Unpacks a WOFF file to the OpenType font in it. pdfkit reads WOFF too, but inflates it in
 * JavaScript for each document, which takes most of a document's time.
 * @throws Error for anything but WOFF 1.0
 */
function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file');
  const tableCount = file.readUInt16BE(12);
  const head = Buffer.alloc(openType.header + openType.entry * tableCount);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(tableCount, 4);
  // Three hints for binary search (OpenType, “Table directory”).
  const power = Math.floor(Math.log2(tableCount));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((tableCount - 2 ** power) * 16, 10);

  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < tableCount; index += 1) {
    const source = woff.header + woff.entry * index;
    const start = file.readUInt32BE(source + 4);
    const packedLength = file.readUInt32BE(source + 8);
    const length = file.readUInt32BE(source + 12);
    const packed = file.subarray(start, start + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;

    const target = openType.header + openType.entry * index;
    file.copy(head, target, source, source + 4);
    file.copy(head, target + 4, source + 16, source + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(length, target + 12);
    const padding = Buffer.alloc(-length & 3);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
