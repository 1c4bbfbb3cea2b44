import { withoutNotes } from './notes.ts';

const blockBoundary = /<\/?(?:p|br|hr|blockquote|h[1-6]|div|li|t[rhd])\b[^<>]*>/gi;
const readingAid = /<r[tp]\b[^<>]*>[^<]*<\/r[tp]>/gi;
const tag = /<[^<>]*>/g;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/**
 * A word is a run of letters, digits and their combining marks; hyphens keep a word together («
 * peut-être », « arc-en-ciel »), an apostrophe ends one.
 */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-‐‑][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

/** The words whose apostrophe is not an elision (TLFi). */
const wholeWords =
  /\b(aujourd|prud|quelqu|presqu|entr|grand)['’](?=hui|hom|un|île|ouvr|acte|aid|aim|égorg|m[eè]re|messe|rue|chose)/giu;

/**
 * French words of a chapter: « l’homme » is two, « aujourd’hui » one, a number one, lone
 * punctuation none. Ruby text (`rt`) repeats the base and does not count, nor do notes.
 * @returns a whole number, 0 for an empty text
 */
export function countWords(html: string): number {
  return countTextWords(plainText(html));
}

/** What is read of a chapter's HTML, blocks parted by a space. */
export function plainText(html: string): string {
  return withoutNotes(html)
    .replace(readingAid, '')
    .replace(blockBoundary, ' ')
    .replace(tag, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => named[name] ?? ' ');
}

/** The same rule for text without markup. */
export function countTextWords(text: string): number {
  return text.replace(wholeWords, '$1').match(word)?.length ?? 0;
}
