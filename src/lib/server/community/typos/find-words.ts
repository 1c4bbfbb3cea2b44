import { setTypography } from '#shared/text/typography.ts';
import { findMark, markOf } from '#shared/text/text-mark.ts';
import {
  isSpace,
  readLetters,
  splitBlocks,
  textOf,
  type Letter,
  type Span,
} from './text-letters.ts';

/** Words in a paragraph, as a reader sees them. */
export type ReportedWords = {
  paragraph: number;
  mark: number;
  /** How many characters that are no space stand before the words in their paragraph. */
  start: number;
  wrong: string;
};

/** The paragraph on both sides of the words. */
export type Around = { before: string; after: string };

/** Where in the HTML each character of the wrong words is that is no space. */
export type FoundWords = { kind: 'found'; letters: Letter[] };

/** `gone`: the words are nowhere where they could be. `ambiguous`: in more places than one. */
export type Search = FoundWords | { kind: 'gone' } | { kind: 'ambiguous' };

/** A block of a text: as it is stored, and as readers see it. */
type Block = { span: Span; shown: Letter[]; words: string };

function readBlocks(html: string, language: string): Block[] {
  return splitBlocks(html).map((span) => {
    const drawn = setTypography(html.slice(span.from, span.to), language);
    const shown = readLetters(drawn, { from: 0, to: drawn.length });
    // The words of a place have neither what is raised nor the ends of lines and cells.
    const words = shown.filter(({ isRaised, from, to }) => !isRaised && to > from);
    return { span, shown, words: textOf(words) };
  });
}

/**
 * The words of each block of a stored text as a place on a page counts them.
 *
 * @param language of the text, as in `lang`.
 */
export const wordsOfBlocks = (html: string, language: string): string[] =>
  readBlocks(html, language).map(({ words }) => words);

/**
 * The paragraph around words that a reader sees in a text; null where they are not there.
 *
 * @param language of the text, as in `lang`.
 */
export function quoteAround(html: string, language: string, words: ReportedWords): Around | null {
  const block = blockWithMark(readBlocks(html, language), words);
  if (!block) return null;
  const first = wordsAt(block.shown, words);
  if (first === null) return null;
  const last = first + lettersOf(block.shown, first, inkOf(words.wrong).length);
  return { before: textOf(block.shown.slice(0, first)), after: textOf(block.shown.slice(last)) };
}

function blockWithMark(blocks: readonly Block[], words: ReportedWords): Block | null {
  const marks = blocks.map((block) => markOf(block.words));
  const index = findMark(marks, words);
  return index === null ? null : (blocks[index] ?? null);
}

/** The index of the first letter of the words, counted with spaces; null where others are there. */
function wordsAt(shown: readonly Letter[], { start, wrong }: ReportedWords): number | null {
  const ink = shown.flatMap(({ text }, index) => (isSpace(text) ? [] : [{ text, index }]));
  const wanted = inkOf(wrong);
  const found = ink.slice(start, start + wanted.length);
  const isSame =
    found.length === wanted.length && found.every(({ text }, at) => text === wanted[at]);
  return isSame ? (found[0]?.index ?? null) : null;
}

/** How many letters, spaces included, have so many that are none. */
function lettersOf(shown: readonly Letter[], first: number, ink: number): number {
  let left = ink;
  let at = first;
  for (; left > 0; at++) if (!isSpace(shown[at]?.text ?? '')) left--;
  return at - first;
}

const inkOf = (text: string): string[] => Array.from(text).filter((letter) => !isSpace(letter));

/**
 * Finds reported words in a stored text, which may have changed since: in the paragraph that has the
 * mark, where they were or else the only place there; without it in the only paragraph that has most of
 * the words that were around them, and has them once.
 *
 * @param language of the text, as in `lang`.
 */
export function findWords(html: string, language: string, words: ReportedWords & Around): Search {
  const blocks = readBlocks(html, language);
  const same = blockWithMark(blocks, words);
  if (same) {
    const places = placesIn(html, same.span, words.wrong);
    const before = foldText(inkOf(textOf(same.shown)).slice(0, words.start).join('')).length;
    const place = places.find(({ at }) => at === before);
    return place ? found(place) : onlyOf(places);
  }
  const likely = blocks.filter(({ shown }) => hasMostOf(textOf(shown), words));
  return onlyOf(likely.flatMap(({ span }) => placesIn(html, span, words.wrong)));
}

/** Whether a stored text has such words anywhere. */
export const hasWords = (html: string, wrong: string): boolean =>
  placesIn(html, { from: 0, to: html.length }, wrong).length > 0;

type FoldedPlace = { at: number; letters: Letter[] };

const found = ({ letters }: FoldedPlace): FoundWords => ({ kind: 'found', letters });

function onlyOf(places: readonly FoldedPlace[]): Search {
  const [place, other] = places;
  if (!place) return { kind: 'gone' };
  return other ? { kind: 'ambiguous' } : found(place);
}

/** Where whole words are in a part of a stored text, spaces and what typography sets apart. */
function placesIn(html: string, span: Span, wrong: string): FoldedPlace[] {
  const letters = readLetters(html, span);
  const folded = letters.flatMap((letter, index) =>
    isSpace(letter.text)
      ? []
      : foldText(letter.text)
          .split('')
          .map((text) => ({ text, index })),
  );
  const text = folded.map((one) => one.text).join('');
  const wanted = foldText(inkOf(wrong).join(''));
  const places: FoldedPlace[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const indexes = folded.slice(at, at + wanted.length).map(({ index }) => index);
    if (isInsideWord(letters, indexes)) continue;
    places.push({ at, letters: indexes.flatMap((index) => letters[index] ?? []) });
  }
  return places;
}

const wordLetter = /[\p{L}\p{N}]/u;

function isInsideWord(letters: readonly Letter[], indexes: readonly number[]): boolean {
  const isWithin = (index: number) =>
    [index, index + 1].every((one) => wordLetter.test(letters[one]?.text ?? ''));
  return isWithin((indexes[0] ?? 0) - 1) || isWithin(indexes.at(-1) ?? 0);
}

/**
 * A text without the differences that typography makes, one character for each UTF-16 unit that is
 * kept: apostrophes, quotation marks, ellipses.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(/[«»“”]/g, '"')
    .replaceAll('…', '...');

/** The share of the words around that a paragraph must still have to be the same one. */
const likeShare = 2 / 3;

function hasMostOf(text: string, { before, after }: Around): boolean {
  const known = wordsOf(`${before} ${after}`);
  const there = new Set(wordsOf(text));
  const shared = known.filter((word) => there.has(word)).length;
  return known.length > 0 && shared >= known.length * likeShare;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
