/** Opens the chapter's comments for one paragraph. */
import { atom } from 'nanostores';
import { findSameBlock, placeAt, type Place } from '#shared/reading/place.ts';
import { blocksOf, wordsOf } from '../place/place-in-text.ts';

/** A paragraph whose comments are shown: the place of a new one, how it is named so far, its first words. */
export type CommentsOn = {
  place: Place;
  about: string;
  words: string;
};

/** Null: the comments of the whole chapter. */
export const $commentsOn = atom<CommentsOn | null>(null);

const wordsMax = 120;

/** The first words of a paragraph, for who may read it. */
function firstWords(block: HTMLElement): string {
  const words = wordsOf(block).trim();
  return words.length > wordsMax ? `${words.slice(0, wordsMax).replace(/\s+\S*$/, '')}…` : words;
}

/** The paragraph of a place on this page, and its first words; null where it is gone. */
export function paragraphOf(place: Place): { block: HTMLElement; words: string } | null {
  const text = document.querySelector<HTMLElement>('.chapter-text');
  const blocks = text ? blocksOf(text) : [];
  const found = findSameBlock(blocks.map(wordsOf), place);
  const block = found === null ? null : blocks[found];
  return block ? { block, words: firstWords(block) } : null;
}

/** @param places under which the paragraph has comments */
export function openCommentsOn(
  text: HTMLElement,
  block: HTMLElement,
  places: readonly { paragraph: number; mark: number }[],
): void {
  const blocks = blocksOf(text);
  const index = blocks.indexOf(block);
  if (index === -1) return;
  const place = placeAt((at) => wordsOf(blocks[at]), index, 0);
  const all = [place, ...places].map(({ paragraph, mark }) => `${paragraph}.${mark}`);
  $commentsOn.set({
    place,
    about: [...new Set(all)].slice(0, 20).join(','),
    words: firstWords(block),
  });
  document.querySelector<HTMLElement>('.control-bar [aria-haspopup]')?.click();
}

/** Goes to a paragraph, by the keyboard too. */
export function goTo(block: HTMLElement): void {
  block.scrollIntoView({ block: 'center' });
  focusBlock(block);
}

/** Reading goes on there by the keyboard; it is no tab stop. */
export function focusBlock(block: HTMLElement): void {
  if (!block.hasAttribute('tabindex')) {
    block.tabIndex = -1;
    block.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
  }
  block.focus({ preventScroll: true });
}
