/** Text in lines: measured first, then drawn where there is room. */
import { fontRuns, joinRuns, visibleText, type Face, type FontRun } from './pdf-fonts.ts';

export type TextStyle = {
  face: Face;
  sizePoints: number;
  color: string;
  /** Height of a line, as a multiple of the size; default 1.4. */
  leading?: number;
};

/** A text broken into lines for a width; split into graphemes. */
export type TextBlock = {
  style: TextStyle;
  lines: readonly (readonly FontRun[])[];
  widthPoints: number;
  heightPoints: number;
};

export type Place = { x: number; y: number; align?: 'left' | 'right' };

/**
 * Spaces before French punctuation and units, after «, and within numbers: no line breaks there.
 */
const inseparable = / (?=[€%»:;?!])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))/g;

/** Breaks a text at spaces; a word wider than a line after a hyphen or, without one, anywhere. */
export function breakText(
  doc: PDFKit.PDFDocument,
  text: string,
  style: TextStyle,
  widthPoints: number,
): TextBlock {
  const [space] = fontRuns(style.face, ' ');
  if (!space) throw new Error('No font has a space');
  const fits = (runs: readonly FontRun[]) => widthOf(doc, runs, style) <= widthPoints;
  const lines: FontRun[][] = [];
  let line: FontRun[] = [];
  for (const word of visibleText(text).replaceAll(inseparable, '\u00A0').split(/ +/)) {
    const runs = fontRuns(style.face, word);
    if (line.length > 0 && fits([...line, space, ...runs])) {
      line.push(space, ...runs);
      continue;
    }
    // The space at a line's end separates words when the text is read aloud or copied.
    if (line.length > 0) lines.push([...line, space]);
    line = runs;
    while (line.length > 1 && !fits(line)) {
      let count = line.length - 1;
      while (count > 1 && !fits(line.slice(0, count))) count -= 1;
      const afterHyphen = line.slice(0, count).findLastIndex(({ text }) => text === '-') + 1;
      if (afterHyphen > 0) count = afterHyphen;
      lines.push(line.slice(0, count));
      line = line.slice(count);
    }
  }
  lines.push(line);
  return { style, lines, widthPoints, heightPoints: lines.length * lineHeight(style) };
}

/** Draws a block with its upper left corner at a place. */
export function drawText(doc: PDFKit.PDFDocument, block: TextBlock, place: Place): void {
  const { style } = block;
  doc.fillColor(style.color);
  for (const [index, line] of block.lines.entries()) {
    const runs = joinRuns(line);
    // The baseline within the line's height: a little below the middle.
    const y = place.y + lineHeight(style) * (index + 0.5) + style.sizePoints * 0.36;
    let x = place.x;
    if (place.align === 'right')
      x += block.widthPoints - widthOf(doc, withoutLastSpace(line), style);
    for (const run of runs) {
      if (run.actual !== undefined) doc.markContent('Span', { actual: run.actual });
      doc.font(run.font, style.sizePoints);
      doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      x += doc.widthOfString(run.text);
      if (run.actual !== undefined) doc.endMarkedContent();
    }
  }
}

function lineHeight(style: TextStyle): number {
  return style.sizePoints * (style.leading ?? 1.4);
}

function withoutLastSpace(line: readonly FontRun[]): readonly FontRun[] {
  return line.at(-1)?.text === ' ' ? line.slice(0, -1) : line;
}

function widthOf(doc: PDFKit.PDFDocument, runs: readonly FontRun[], style: TextStyle): number {
  return joinRuns(runs).reduce(
    (width, run) => width + doc.font(run.font, style.sizePoints).widthOfString(run.text),
    0,
  );
}
