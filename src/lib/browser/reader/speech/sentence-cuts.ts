/** A sentence's range in its text: from `start` up to `end`. */
export type Cut = { start: number; end: number };

/** Chromium's network voices fall silent in longer ones: https://crbug.com/679437 */
const sentenceCharactersMax = 240;

/** Periods that end no sentence: M. Dupont, Mme. Leroux, J. Essai. */
const abbreviation = /(?:^|[\s(«“’'])(?:\p{Lu}|MM|M[ml]\p{Ll}{1,2}|Dr|Pr|Ste?|vol|chap|p)\.\s*$/u;

/** Closing punctuation split off from the previous sentence. */
const closingSigns = /^\s*[»”)\]]\s*/u;

/**
 * Splits a paragraph into utterances: sentences, and parts of very long ones. A dialogue tag
 * stays with the preceding speech (“Oui ! dit-il.”), and punctuation without a word is joined to
 * its neighbour.
 */
export function cutSentences(text: string, language: string): Cut[] {
  const cuts: Cut[] = [];
  for (const { index, segment } of segmenterFor(language).segment(text)) {
    const end = index + segment.length;
    const last = cuts.at(-1);
    const closing = closingSigns.exec(segment)?.[0] ?? '';
    const rest = segment.slice(closing.length);
    if (last) last.end += closing.length;
    if (last && belongsTogether(text.slice(last.start, last.end), rest)) last.end = end;
    else cuts.push({ start: end - rest.length, end });
  }
  return cuts.flatMap((cut) => shorten(text, cut)).filter((cut) => hasWord(textIn(text, cut)));
}

function belongsTogether(before: string, segment: string): boolean {
  const beginsSmall = /^\P{L}*\p{Ll}/u.test(segment);
  return !hasWord(before) || !hasWord(segment) || beginsSmall || abbreviation.test(before);
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Trimmed; split after punctuation or a word if it is too long. */
function shorten(text: string, { start, end }: Cut): Cut[] {
  const whole = trim(text, { start, end });
  if (whole.end - whole.start <= sentenceCharactersMax) return [whole];
  const head = text.slice(whole.start, whole.start + sentenceCharactersMax);
  const afterSign = /^.*[,;:…—)»]\s/su.exec(head)?.[0].length ?? 0;
  const afterWord = head.search(/\s\S*$/u) + 1;
  const length = afterSign > sentenceCharactersMax / 3 ? afterSign : afterWord || head.length;
  const middle = whole.start + length;
  return [
    trim(text, { start: whole.start, end: middle }),
    ...shorten(text, { start: middle, end }),
  ];
}

function trim(text: string, cut: Cut): Cut {
  const inside = textIn(text, cut);
  const start = cut.start + (inside.length - inside.trimStart().length);
  return { start, end: start + inside.trim().length };
}

const textIn = (text: string, { start, end }: Cut): string => text.slice(start, end);

function segmenterFor(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // Not a valid language code.
    return new Intl.Segmenter('fr', { granularity: 'sentence' });
  }
}
