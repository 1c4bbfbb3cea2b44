import { decoySelector } from '#shared/text/decoys.ts';
import { findBlock, placeAt, type Place } from '#shared/reading/place.ts';
import { lastOfProse } from '../text/prose-end.ts';
import { along, endAlong, firstRect, lengthShown, measurePages } from '../pages/reading-flow.ts';

/** A line of the text on this page. */
export type Line = {
  block: HTMLElement;
  /** Characters of the block before the line. */
  offset: number;
};

/**
 * Whether the window is past the prose of a text with notes: a marker may have led there from
 * anywhere.
 */
export const isInNotes = (text: HTMLElement): boolean =>
  text.querySelector('.notes') !== null && endAlong(lastOfProse(text)) <= 0;

/** Distance of the restored line from the window's top, in pixels. */
export const marginPixels = 8;

/**
 * The place of the first fully visible line; null if that is the text's top, or its end is in
 * sight.
 */
export function placeInWindow(text: HTMLElement): Place | null {
  if (endAlong(lastOfProse(text)) <= lengthShown()) return null;
  const blocks = blocksOf(text);
  let paragraph = blocks.findIndex((block) => endAlong(block) > 0);
  let offset = firstOffset(blocks[paragraph]);
  if (offset === null) {
    paragraph++;
    offset = 0;
  }
  if (!blocks[paragraph] || paragraph + offset === 0) return null;
  return placeAt((index) => wordsOf(blocks[index]), paragraph, offset);
}

/** The line of a place in this text; null for a text without blocks. */
export function lineOf(text: HTMLElement, place: Place): Line | null {
  const blocks = blocksOf(text);
  const block = blocks[findBlock(blocks.map(wordsOf), place)];
  return block ? { block, offset: place.offset } : null;
}

/** The blocks of a text, as a place counts them. */
export function blocksOf(text: HTMLElement): HTMLElement[] {
  return [...text.querySelectorAll<HTMLElement>(`:scope > :not(${decoySelector},.notes)`)];
}

/** Characters before the block's first fully visible line; null if none is. */
export function firstOffset(block: HTMLElement | undefined): number | null {
  if (!block) return null;
  let inside = wordsOf(block).length;
  let above = -1;
  const length = inside;
  // The position of a line grows with its offset.
  while (inside - above > 1) {
    const middle = (above + inside) >> 1;
    if (topOf(block, middle) < 0) above = middle;
    else inside = middle;
  }
  return inside < length || topOf(block, 0) >= 0 ? inside : null;
}

/** The top of the text after so many characters of a block, from where the window begins. */
export function topOf(block: HTMLElement, offset: number): number {
  const range = new Range();
  const texts = textsOf(block);
  const last = texts.at(-1);
  range.selectNodeContents(block);
  // What stands beside the block is in it.
  if (last) range.setEnd(last, last.length);
  let before = 0;
  for (const node of texts) {
    if (offset < before + node.length) {
      range.setStart(node, offset - before);
      break;
    }
    before += node.length;
  }
  const pages = measurePages();
  const rest = pages ? firstRect(range) : range.getBoundingClientRect();
  // A scene break has no text, and a trailing space has no height.
  return along(rest.height ? rest : firstRect(block), 'top', pages);
}

/** A block's words, whose hash is its mark; '' for none. */
export function wordsOf(block: HTMLElement | undefined): string {
  if (!block) return '';
  return textsOf(block)
    .map(({ data }) => data)
    .join('');
}

/** The text nodes of a block's words, in order. */
export function textsOf(block: HTMLElement): Text[] {
  const walker = document.createTreeWalker(
    block,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : (node as Element).matches(`${decoySelector},sup`)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_SKIP,
  );
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

/** So many characters of a block's text nodes. */
export function rangeIn(texts: readonly Text[], start: number, end: number): Range {
  const range = new Range();
  let before = 0;
  for (const text of texts) {
    const after = before + text.length;
    if (start >= before && start < after) range.setStart(text, start - before);
    if (end > before && end <= after) range.setEnd(text, end - before);
    before = after;
  }
  return range;
}
