/** Passages of the text on the page: words of one paragraph. */
import {
  findSameBlock,
  findPassage,
  passageAt,
  placeAt,
  type Passage,
  type Place,
} from '#shared/reading/place.ts';
import { blocksOf, rangeIn, textsOf, wordsOf } from '../place/place-in-text.ts';
import { cutSentences } from '../speech/sentence-cuts.ts';

/** Words of a block, by their characters. */
export type Span = { block: HTMLElement; start: number; end: number };

export const rangeOf = ({ block, start, end }: Span): Range => rangeIn(textsOf(block), start, end);

export const wordsIn = ({ block, start, end }: Span): string => wordsOf(block).slice(start, end);

/** As it is stored; null where the block is no longer in the text. */
export function toPassage(text: HTMLElement, { block, start, end }: Span): Passage | null {
  const blocks = blocksOf(text);
  const index = blocks.indexOf(block);
  if (index === -1) return null;
  const place = placeAt((at) => wordsOf(blocks[at]), index, start);
  return passageAt(wordsOf(block), place, end - start);
}

/** The blocks of places in this text; null for one that is gone. */
export function findBlocks(text: HTMLElement, places: readonly Place[]): (HTMLElement | null)[] {
  const blocks = blocksOf(text);
  const words = blocks.map(wordsOf);
  return places.map((place) => {
    const found = findSameBlock(words, place);
    return (found === null ? null : blocks[found]) ?? null;
  });
}

/** Where stored passages are in this text; null for one whose words are gone. */
export function findSpans(text: HTMLElement, passages: readonly Passage[]): (Span | null)[] {
  const blocks = blocksOf(text);
  const words = blocks.map(wordsOf);
  return passages.map((passage) => {
    const found = findPassage(words, passage);
    const block = found && blocks[found.block];
    return block ? { block, start: found.start, end: found.end } : null;
  });
}

/** A block as a whole. */
export const wholeOf = (block: HTMLElement): Span => ({
  block,
  start: 0,
  end: wordsOf(block).length,
});

/** The sentences of a block; the block itself where it has none. */
export function sentencesOf(block: HTMLElement): Span[] {
  const cuts = cutSentences(wordsOf(block), block.closest<HTMLElement>('[lang]')?.lang || 'fr');
  return cuts.length > 0 ? cuts.map(({ start, end }) => ({ block, start, end })) : [wholeOf(block)];
}

/** Whether a point of the window is on these words. */
export const isAt = (span: Span, { x, y }: { x: number; y: number }): boolean =>
  [...rangeOf(span).getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
