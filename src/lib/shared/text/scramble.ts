import { decoyElements } from './decoys.ts';

/** Two sentences of three are promised; some of these turn out to be parts of one. */
const brokenShare = 0.74;
/**
 * At least so many bytes of a text for each decoy. Compressed, as pages travel, a text has two fifths
 * of its bytes and a decoy takes less than three: at most a tenth more (design section 9).
 */
const bytesPerDecoy = 75;
const lettersMax = 3;
/** How far chance may favour one word over a more frequent one. */
const favour = 0.3;

/** A tag, or the text up to the next one. */
const piece = /<[^>]*>|[^<]+/g;
const inlineTag = /^<\/?(?:em|strong|ruby|rt|rp)\b/;
/** The end of a sentence; a word, and the one before it where one space is between them. */
const mark =
  /[.!?…][»”’)]{0,3}\s{1,3}(?![«“(\s]{0,4}\p{Ll})|(?:(?<=(\S{1,40}) )|(?<!\p{L}))\p{L}+/gu;
/** A shorter sentence is found in many texts, and costs as much. */
const wordsMin = 4;

/**
 * A position for a decoy: the offset in the markup, and the preceding word. The space follows: where
 * it ends a line, browsers leave it in the accessibility tree only if a word follows in its text.
 */
type Place = { at: number; after: string };

/**
 * Inserts decoys into most sentences of four words or more of a sanitized chapter, between two words:
 * a few letters from elsewhere in the text, in elements that are hidden from the eye, the
 * accessibility tree and reader views. Text scraped from the markup is wrong then; what is displayed, spoken and found in the page
 * is the author's text. A text too short for a decoy is unchanged.
 *
 * Decoys follow the text's most frequent words, and are the same all through it: compressed, a
 * chapter grows by about two bytes for each.
 *
 * @param random as `Math.random`; a decoy is no secret.
 */
export function scramble(html: string, random: () => number): string {
  const places = choosePlaces(placesBySentence(html), random);
  const wanted = Math.min(
    Math.ceil(places.length * brokenShare),
    Math.floor(byteLength(html) / bytesPerDecoy),
  );
  const decoy = drawDecoy(html, random);
  if (decoy === null) return html;
  const chosen = places.slice(0, wanted);
  return insertAll(html, new Map(chosen.map(({ at }) => [at, decoy])));
}

/** The text's decoy, drawn once; null if the text has no letters for one. */
function drawDecoy(html: string, random: () => number): string | null {
  const below = (bound: number) => Math.floor(random() * bound);
  const text = html.replaceAll(/<[^>]*>/g, ' ');
  // Letters without accents take one byte each.
  const words = text.match(/(?<=\s)[a-z]{3,}/g) ?? text.match(/(?<=\s)\p{Ll}{3,}/gu) ?? [];
  if (words.length === 0) return null;
  const name = decoyElements[below(decoyElements.length)];
  const letters = words[below(words.length)]?.slice(0, 1 + below(lettersMax));
  return `<${name} hidden>${letters}</${name}>`;
}

/**
 * One position in each sentence that has enough words, after its most frequent word; those come
 * first.
 */
function choosePlaces(sentences: readonly Place[][], random: () => number): Place[] {
  const counts = new Map<string, number>();
  for (const { after } of sentences.flat()) counts.set(after, (counts.get(after) ?? 0) + 1);
  const weights = new Map(
    [...counts].map(([word, count]) => [word, count * (1 - favour * random())]),
  );
  const weightOf = ({ after }: Place) => weights.get(after) ?? 0;
  return sentences
    .filter((places) => places.length >= wordsMin - 1)
    .map((places) => places.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best)))
    .toSorted((one, other) => weightOf(other) - weightOf(one));
}

/** Possible positions in each sentence: after a word, before the space that follows, never in a tag. */
function placesBySentence(html: string): Place[][] {
  const sentences: Place[][] = [];
  let current: Place[] | null = null;
  for (const { 0: part, index } of html.matchAll(piece)) {
    if (part.startsWith('<')) {
      if (!inlineTag.test(part)) current = null;
      continue;
    }
    for (const { 0: found, 1: after, index: at } of part.matchAll(mark)) {
      if (/^[.!?…]/.test(found)) current = null;
      else if (current === null) sentences.push((current = []));
      else if (after !== undefined) current.push({ at: index + at - 1, after });
    }
  }
  return sentences;
}

function insertAll(html: string, decoys: ReadonlyMap<number, string>): string {
  let written = '';
  let last = 0;
  for (const [at, decoy] of [...decoys].sort(([a], [b]) => a - b)) {
    written += html.slice(last, at) + decoy;
    last = at;
  }
  return written + html.slice(last);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
