import { leftwardLanguage } from '#shared/site/languages.ts';
import { countTextWords } from '#shared/text/words.ts';

/** Frequent words that hardly occur in the other languages of the list. */
const stopWords: Record<string, readonly string[]> = {
  fr: 'le la les des du une est et dans que qui pas pour elle il avec sur vous nous cette mais ne au'.split(
    ' ',
  ),
  en: 'the and of to was he she that with his her had not you for it which were'.split(' '),
  es: 'el los las una que de del y con por para pero como más su era había'.split(' '),
  de: 'der die und das nicht ich sie ist war mit ein eine auf zu den dem von'.split(' '),
  it: 'il gli che di una con per non era della nel sono più ma anche'.split(' '),
};

const sampleCharacters = 200_000;
const enoughWords = 80;

/**
 * The language of a text if it is clear: its stop words are at least an eighth of all words and
 * twice those of any other language.
 * @returns a primary subtag, or null when the text is short or unclear
 */
export function plainLanguage(text: string): string | null {
  const sample = text.slice(0, sampleCharacters).toLowerCase();
  const total = countTextWords(sample);
  if (total < enoughWords) return null;
  const leftward = leftwardLanguage(sample.slice(0, 10_000));
  if (leftward !== null) return leftward;
  const counts = new Map<string, number>();
  for (const word of sample.match(/\p{L}+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scores = Object.entries(stopWords)
    .map(([language, words]) => ({
      language,
      hits: words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0),
    }))
    .sort((a, b) => b.hits - a.hits);
  const [first, second] = scores;
  if (!first || first.hits < total / 8 || first.hits < 2 * (second?.hits ?? 0)) return null;
  return first.language;
}

/** Primary subtag in lower case (BCP 47; of codes of ISO 639-2, their short form). */
export function primaryLanguage(tag: string): string {
  const primary = /^\s*([a-z]{2,3})(?:[-_]|\s*$)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (primary !== '') return new Intl.Locale(primary).language;
  if (/^\s*(?:french|fran[cç]ais)/i.test(tag)) return 'fr';
  return /^\s*(?:english|anglais)/i.test(tag) ? 'en' : '';
}
