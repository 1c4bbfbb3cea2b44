import { isSceneSeparator } from '#shared/text/scene-separator.ts';

/** Lines between blank lines. */
export type TextBlock = {
  lines: string[];
  /** Blank lines above and below. */
  before: number;
  after: number;
  /** Every line is indented. */
  indented: boolean;
};

/** A line longer than this is a whole paragraph, not part of a wrapped one. */
const wrappedLineLength = 110;

/**
 * Splits a text at its blank lines. If most text is in long lines, each line is a paragraph of
 * its own.
 */
export function textBlocks(text: string): TextBlock[] {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\f', '\n').split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const long = filled.filter((line) => line.length > wrappedLineLength);
  const linePerParagraph = sum(long) * 2 > sum(filled) || haveWholeLines(lines);
  const blocks: TextBlock[] = [];
  let blank = 1;
  for (const raw of lines) {
    const line = raw.replaceAll('\t', '    ').trimEnd();
    const last = blocks.at(-1);
    if (line.trim() === '') {
      blank += 1;
      if (last) last.after += 1;
    } else if (last && blank === 0 && !linePerParagraph && !opensSpeech(line, last))
      last.lines.push(line);
    else {
      if (last && blank === 0 && !linePerParagraph) last.after = blank = 1;
      blocks.push({ lines: [line], before: blank, after: 0, indented: false });
      blank = 0;
    }
    if (line.trim() !== '') blank = 0;
  }
  for (const block of blocks) block.indented = block.lines.every((line) => /^ {2,}/.test(line));
  return blocks;
}

const sentenceEnd = /[.!?…»”":][)\]]?$/u;
const wholeLinesMin = 5;

/** Whether a line of a wrapped text begins a line of dialogue, and does not continue a sentence. */
function opensSpeech(line: string, { lines }: TextBlock): boolean {
  return speech.test(line) && sentenceEnd.test(lines.at(-1)?.trim() ?? '');
}

const speech = /^\s*(?:[—–]|--)\s*[«"“(…]?\s*\p{Lu}/u;

/** Whether lines that follow each other are sentences of their own, as in dialogue, not wrapped ones. */
function haveWholeLines(lines: readonly string[]): boolean {
  const followed = lines.flatMap((raw, index) => {
    const line = raw.trim();
    const next = lines[index + 1] ?? '';
    const isProse = line !== '' && next.trim() !== '' && !/^ {2,}\S/.test(next);
    return isProse && !isSceneSeparator(line) ? [line] : [];
  });
  const whole = followed.filter((line) => sentenceEnd.test(line));
  return whole.length >= wholeLinesMin && whole.length * 5 >= followed.length * 4;
}

function sum(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + line.length, 0);
}
