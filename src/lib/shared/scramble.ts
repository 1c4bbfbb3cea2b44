/** A text with decoys in it, and the class names that a page has to hide. */
export type Scrambled = { html: string; names: readonly string[] };

/** Design section 9: at most a tenth more bytes. */
const addedShareMax = 0.1;
/** The first view has no room for more, and a wrong sentence every few paragraphs is enough. */
const decoysMax = 12;
const nameCount = 3;
const nameLetters = 5;
const decoyWords = 3;

/** A tag, or the text up to the next one. */
const piece = /<[^>]*>|[^<]+/g;
/** The beginning of a word, after a space. */
const wordStart = /(?<= )(?=[\p{L}])/gu;

/**
 * Puts decoys between the words of a sanitized chapter: words from elsewhere in the same text,
 * under class names made for this one rendering, and out of the accessibility tree. Text taken
 * from the markup is wrong then; what is seen and spoken stays as the author wrote it, once the
 * page hides the names. A text too short for a decoy stays as it is.
 *
 * @param random as `Math.random`; a decoy is no secret.
 */
export function scramble(html: string, random: () => number): Scrambled {
  const below = (bound: number) => Math.floor(random() * bound);
  const names = Array.from({ length: nameCount }, () =>
    Array.from({ length: nameLetters }, () => String.fromCharCode(97 + below(26))).join(''),
  );
  const words = wordsOf(html);
  const places = placesIn(html);
  let room = byteLength(html) * addedShareMax;
  const decoys = new Map<number, string>();
  while (decoys.size < decoysMax && places.length > 0 && words.length > 2 * decoyWords) {
    const from = below(words.length - decoyWords);
    const text = words.slice(from, from + decoyWords).join(' ');
    const decoy = `<i class="${names[below(nameCount)] ?? ''}" aria-hidden="true">${text} </i>`;
    room -= byteLength(decoy);
    if (room < 0) break;
    const [place] = places.splice(below(places.length), 1);
    if (place !== undefined) decoys.set(place, decoy);
  }
  let written = '';
  let last = 0;
  for (const [place, decoy] of [...decoys].sort(([a], [b]) => a - b)) {
    written += html.slice(last, place) + decoy;
    last = place;
  }
  return { html: written + html.slice(last), names };
}

/** What hides the decoys of these names, and nothing else on the page that may have one. */
export function decoyStyle(names: readonly string[]): string {
  return `${names.map((name) => `i.${name}`).join()}{display:none}`;
}

/** Words of the text that stand in markup as they are read: without entities. */
function wordsOf(html: string): string[] {
  return (html.match(piece) ?? [])
    .filter((part) => !part.startsWith('<'))
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => /^[\p{L}’-]+$/u.test(word));
}

/** Offsets in the markup where a word of the text begins. */
function placesIn(html: string): number[] {
  return [...html.matchAll(piece)]
    .filter(([part]) => !part.startsWith('<'))
    .flatMap(({ 0: text, index }) =>
      [...text.matchAll(wordStart)].map((start) => index + start.index),
    );
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
