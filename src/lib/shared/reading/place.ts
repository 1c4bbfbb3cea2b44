/** A place in a chapter's text, and how it is found again; on both sides alike (decision 26). */
import { markOf } from '../text/text-mark.ts';

/**
 * A place in a chapter's text that survives another font, another width and a corrected text: a
 * block (paragraph, heading, …), and the number of characters before it in the block. Decoys
 * (`decoySelector`), notes and their markers do not count as text.
 */
export type Place = {
  /** Index among the text's blocks. */
  paragraph: number;
  offset: number;
  /** Hash of the block's words: finds it again if blocks were inserted or removed before it. */
  mark: number;
  /** Hashes of its first and last words and of the blocks beside it, for when its words were changed. */
  start: number;
  end: number;
  before: number;
  after: number;
};

/** A place with its hashes; `wordsAt` gives a block's words, and '' for none. */
export function placeAt(
  wordsAt: (index: number) => string,
  paragraph: number,
  offset: number,
): Place {
  const words = wordsAt(paragraph);
  return {
    paragraph,
    offset,
    mark: markOf(words),
    start: startOf(words),
    end: endOf(words),
    before: markOf(wordsAt(paragraph - 1)),
    after: markOf(wordsAt(paragraph + 1)),
  };
}

/**
 * The block with most of the place's hashes, its own first, and of several the nearest. Of words that
 * were changed, beginning or end and the neighbours remain; without any of them it is the block at the place's index.
 */
export const findBlock = (texts: readonly string[], place: Place): number =>
  findSameBlock(texts, place, 1) ?? Math.min(place.paragraph, texts.length - 1);

/** The same; null where no block has the beginning, the end or both neighbours of the place's. */
export function findSameBlock(
  texts: readonly string[],
  place: Place,
  pointsMin = 3,
): number | null {
  if (isUnmoved(texts, place)) return place.paragraph;
  const blocks = hashesOf(texts);
  const index = Math.min(place.paragraph, texts.length - 1);
  let found: number | null = null;
  let best = 0;
  blocks.forEach(({ mark, start, end }, at) => {
    const points =
      (mark === place.mark ? 8 : 0) +
      // Less than both neighbours: answers in a dialogue begin alike.
      (start === place.start ? 3 : 0) +
      (end === place.end ? 3 : 0) +
      ((blocks[at - 1]?.mark ?? 0) === place.before ? 2 : 0) +
      ((blocks[at + 1]?.mark ?? 0) === place.after ? 2 : 0);
    if (
      points > best ||
      (points === best && found !== null && Math.abs(at - index) < Math.abs(found - index))
    ) {
      best = points;
      found = at;
    }
  });
  return best < pointsMin ? null : found;
}

/** Whether the block and those beside it are as they were: what most texts are. */
function isUnmoved(texts: readonly string[], { paragraph, mark, before, after }: Place): boolean {
  const markAt = (at: number) => markOf(texts[at] ?? '');
  const isHere = paragraph < texts.length && markAt(paragraph) === mark;
  return isHere && markAt(paragraph - 1) === before && markAt(paragraph + 1) === after;
}

type BlockHashes = Pick<Place, 'mark' | 'start' | 'end'>;
const known = new WeakMap<readonly string[], readonly BlockHashes[]>();

/** The hashes of a text's blocks, computed once for each array. */
function hashesOf(texts: readonly string[]): readonly BlockHashes[] {
  const made =
    known.get(texts) ??
    texts.map((words) => ({ mark: markOf(words), start: startOf(words), end: endOf(words) }));
  known.set(texts, made);
  return made;
}

/** Hashes of a block's first and last words. */
const startOf = (words: string): number => markOf(words.trimStart().slice(0, 32));
const endOf = (words: string): number => markOf(words.trimEnd().slice(-32));

/** Words of one paragraph: where they begin, how many characters they are, and their hash. */
export type Passage = { place: Place; length: number; passage: number };

/** The passage of so many characters that begins at a place. */
export const passageAt = (words: string, place: Place, length: number): Passage => ({
  place,
  length,
  passage: markOf(words.slice(place.offset, place.offset + length)),
});

/** How far words are looked for around where they were, in characters. */
const awayMax = 300;

/**
 * Where a passage is in a text today: a block, and from where to where in its words. In a paragraph that
 * was changed, or divided, the nearest words with its hash; null where its words are gone.
 */
export function findPassage(
  texts: readonly string[],
  { place, length, passage }: Passage,
): { block: number; start: number; end: number } | null {
  const isAt = (block: number, start: number) => {
    const words = texts[block] ?? '';
    const isInside = start >= 0 && start + length <= words.length;
    // Words that moved begin after a space still: a hash for each character would take seconds.
    const isLikely = start === place.offset || start === 0 || /\s/u.test(words[start - 1] ?? '');
    return isInside && isLikely && markOf(words.slice(start, start + length)) === passage;
  };
  const at = (block: number, start: number) => ({ block, start, end: start + length });
  // Its words decide, not the block's.
  const found = findBlock(texts, place);
  for (const block of [found, found + 1, found - 1]) {
    // In the second half of a divided paragraph they are nearer to its beginning.
    for (const from of block === found ? [place.offset] : [place.offset, 0]) {
      for (let away = 0; away <= awayMax; away++) {
        if (isAt(block, from - away)) return at(block, from - away);
        if (isAt(block, from + away)) return at(block, from + away);
      }
    }
  }
  return null;
}
