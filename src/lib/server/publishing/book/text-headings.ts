import { countTextWords } from '#shared/text/words.ts';
import {
  chapterLabel,
  isPartTitle,
  isUnnumberedChapter,
  joinTitleLines,
  slug,
  surroundingKind,
  volumeLabel,
} from './titles.ts';
import type { TextBlock } from './text-blocks.ts';

/** A heading found in plain text: `size` blocks from `index`. */
export type TextHeading = {
  kind: 'chapter' | 'part' | 'surrounding';
  title: string;
  index: number;
  size: number;
  number: number | null;
};

export const headingLines = 4;
const headingCharacters = 240;

/** A chapter of a table of contents has no text; a real one has at least this many words. */
const shortestChapterWords = 12;

/**
 * Finds headings: numbered chapters first (« CHAPITRE II », « I », « XII. Titre »), and when
 * there are fewer than two, titles in capitals set apart by blank lines. A table of contents
 * repeats them without text and is skipped.
 */
export function textHeadings(blocks: readonly TextBlock[]): TextHeading[] {
  const titlesEnd = haveClosedTitles(blocks);
  const findNumbered: Finder = (all, index) => numberedHeading(all, index, titlesEnd);
  const numbered = withoutContents(candidates(blocks, findNumbered), blocks);
  if (numbered.filter(({ kind }) => kind === 'chapter').length >= 2) return inSequence(numbered);
  const titled = withoutContents(candidates(blocks, capitalHeading), blocks);
  if (titled.filter(({ kind }) => kind === 'chapter').length >= 2) return titled;
  return numbered.length > 0 ? inSequence(numbered) : [];
}

/** A title is a line or two, not a paragraph. */
const closedTitleCharacters = 60;

/**
 * Whether titles end in a full stop in this text: most lone chapter numbers are followed by one
 * short separate line that does.
 */
function haveClosedTitles(blocks: readonly TextBlock[]): boolean {
  let numbers = 0;
  let closed = 0;
  for (const [index, block] of blocks.entries()) {
    if (!isShort(block) || block.lines.length > 1) continue;
    if (chapterLabel(block.lines[0]?.trim() ?? '')?.rest !== '') continue;
    numbers += 1;
    if (isClosedTitle(blocks[index + 1])) closed += 1;
  }
  return closed >= 2 && closed * 3 >= numbers * 2;
}

function isClosedTitle(block: TextBlock | undefined): boolean {
  // Without a blank line after it, it is the first paragraph.
  if (!isShort(block) || block.after === 0) return false;
  const text = block.lines.map((line) => line.trim()).join(' ');
  return text.length <= closedTitleCharacters && /[\p{L}\p{N}]\.$/u.test(text) && isTitle(text);
}

/** A title on one line, without the underscores of emphasis. */
function headingLine(lines: readonly string[]): string {
  return joinTitleLines(lines.map((line) => line.replaceAll('_', '')));
}

type Finder = (blocks: readonly TextBlock[], index: number) => TextHeading | null;

function candidates(blocks: readonly TextBlock[], find: Finder): TextHeading[] {
  const found: TextHeading[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const heading = find(blocks, index);
    if (!heading) continue;
    found.push(heading);
    index += heading.size - 1;
  }
  return found;
}

function isShort(block: TextBlock | undefined): block is TextBlock {
  if (!block || block.lines.length > headingLines) return false;
  return block.lines.reduce((sum, line) => sum + line.length, 0) <= headingCharacters;
}

const lowerSuffixes = /([IVXLC\d])(?:er|ère|ème|e)\b|_[^_]+_/gu;

/** Capitals throughout, except ordinals (« XVIIe ») and words in italics. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}{2}/u.test(text.replace(lowerSuffixes, '$1'));
}

function numberedHeading(
  blocks: readonly TextBlock[],
  index: number,
  titlesEnd: boolean,
): TextHeading | null {
  const block = blocks[index];
  if (!isShort(block)) return null;
  const lines = block.lines.map((line) => line.trim());
  const [first = '', ...others] = lines;
  const surrounding = surroundingHeading(lines, index);
  if (surrounding) return surrounding;
  if (isPartTitle(first) && first.length < 80)
    return { kind: 'part', number: null, ...withTitle(blocks, index, lines, titlesEnd) };
  if (
    isUnnumberedChapter(first) &&
    first.length < 60 &&
    !/[.!?…,;]$/.test(first.replace(/^\S+\.$/, ''))
  )
    return { kind: 'chapter', number: null, ...withTitle(blocks, index, lines, titlesEnd) };
  const label = chapterLabel(first);
  if (!label) return null;
  // Each volume counts from 1.
  const number = volumeLabel(first) ? null : label.number;
  if (label.rest === '') {
    if (others.length > 0 && !isTitle(others.join(' '))) return null;
    return { kind: 'chapter', number, ...withTitle(blocks, index, lines, titlesEnd) };
  }
  const title = lines.join(' ');
  const apart = block.before > 1 || block.after > 1;
  if (!label.named && !(apart && /^\S+\s*[-–—:.)]/.test(first)) && !isCapitals(title)) return null;
  if (!isTitle(title)) return null;
  return { kind: 'chapter', number, title: headingLine([title]), index, size: 1 };
}

/** Titles do not open a dialogue and do not continue like sentences. */
function isTitle(text: string): boolean {
  return (
    text !== '' &&
    text.length <= headingCharacters &&
    !/^(?:--|[-–—]\s|\d+\s*$)/.test(text) &&
    !/[,;]$/.test(text)
  );
}

/** A lone number takes the next block as its title if that is set apart or in capitals. */
function withTitle(
  blocks: readonly TextBlock[],
  index: number,
  lines: string[],
  titlesEnd: boolean,
): Pick<TextHeading, 'title' | 'index' | 'size'> {
  const [first = '', ...others] = lines;
  if (others.length > 0) return { title: headingLine([first, others.join(' ')]), index, size: 1 };
  const next = blocks[index + 1];
  const isNumberAlone = chapterLabel(first)?.rest === '' || isPartTitle(first);
  if (!isNumberAlone || !isShort(next) || next.before > 2)
    return { title: headingLine([first]), index, size: 1 };
  const text = next.lines.map((line) => line.trim()).join(' ');
  const apart = next.after > 1 && !/[.!?…:»]$/.test(text) && next.before === 1;
  const heading = chapterLabel(text) !== null || isPartTitle(text) || isUnnumberedChapter(text);
  const closed = titlesEnd && isClosedTitle(next);
  if (!isTitle(text) || heading || !(isCapitals(text) || apart || closed))
    return { title: headingLine([first]), index, size: 1 };
  return { title: headingLine([first, text]), index, size: 2 };
}

function surroundingHeading(lines: readonly string[], index: number): TextHeading | null {
  const title = lines.join(' ');
  if (lines.length > 1 || title.length > 60 || surroundingKind(title) === null) return null;
  const isAlone = /^\S+(?: \S+){0,2}\.$/.test(title);
  if (!isCapitals(title) && !isAlone && /[.!?,;]$/.test(title)) return null;
  return { kind: 'surrounding', title, index, size: 1, number: null };
}

/** A title in capitals with two blank lines or more on both sides. */
function capitalHeading(blocks: readonly TextBlock[], index: number): TextHeading | null {
  const block = blocks[index];
  if (!isShort(block) || block.lines.length > 3) return null;
  const lines = block.lines.map((line) => line.trim());
  const surrounding = surroundingHeading(lines, index);
  if (surrounding) return surrounding;
  const title = lines.join(' ');
  const apart = block.before > 1 && block.after > 1 && !block.indented;
  if (!apart || !isCapitals(title) || /[«»…,;]$/.test(title)) return null;
  return { kind: isPartTitle(title) ? 'part' : 'chapter', title, index, size: 1, number: null };
}

/**
 * Drops a table of contents: headings without text that are grouped or repeated later, and a
 * first run of numbers with so little text that a second must be the book.
 */
function withoutContents(
  found: readonly TextHeading[],
  blocks: readonly TextBlock[],
): TextHeading[] {
  const words = found.map((heading, order) =>
    wordsBetween(
      blocks,
      heading.index + heading.size,
      found[order + 1]?.index ?? blocks.length,
      200,
    ),
  );
  const isEmpty = (order: number): boolean =>
    found[order]?.kind === 'chapter' && (words[order] ?? 0) < shortestChapterWords;
  const lastPlace = new Map(found.map((heading, order) => [slug(heading.title), order]));
  const bookStart = secondRun(found, words);
  return found.filter((heading, order) => {
    if (heading.kind === 'chapter' && order < bookStart) return false;
    if (!isEmpty(order)) return true;
    const last = lastPlace.get(slug(heading.title)) ?? order;
    return last === order && !isEmpty(order - 1) && !isEmpty(order + 1);
  });
}

/** Where the numbers restart at 1 after a run with hardly any text; 0 if they do not. */
function secondRun(found: readonly TextHeading[], words: readonly number[]): number {
  const first = found.findIndex(({ number }) => number === 1);
  const again = found.findIndex(({ number }, order) => number === 1 && order > first);
  if (again < 0) return 0;
  const run = words.slice(0, again);
  return run.filter((count) => count >= 60).length * 5 <= run.length ? again : 0;
}

function wordsBetween(
  blocks: readonly TextBlock[],
  from: number,
  to: number,
  enough: number,
): number {
  let words = 0;
  for (let index = from; index < to && words < enough; index += 1)
    words += countTextWords(blocks[index]?.lines.join(' ') ?? '');
  return words;
}

/** Bare numbers count only in sequence or restarting at 1. */
function inSequence(found: readonly TextHeading[]): TextHeading[] {
  let last = 0;
  return found.filter((heading) => {
    const { number, kind } = heading;
    if (kind === 'part') last = 0;
    if (kind !== 'chapter' || number === null) return true;
    const follows = number === 1 || (number > last && number <= last + 3);
    if (follows || /^\p{L}{4}/u.test(heading.title)) last = number;
    return follows || /^\p{L}{4}/u.test(heading.title);
  });
}
