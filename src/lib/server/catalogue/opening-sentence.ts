import { plainText } from '#shared/text/words.ts';
import { setPlainText } from '#shared/text/typography.ts';

const longestCharacters = 240;
const paragraph = /<p\b[^<>]*>([\s\S]*?)<\/p>/g;
const noteMark = /<sup>(?:(?!<\/sup>)[\s\S])*<\/sup>/g;
/**
 * Up to a mark after which a new sentence begins: not after an initial (“M. Tissot”), nor before what
 * says who speaks (“? cria-t-il”).
 */
const sentence =
  /^.{12,}?(?<!(?:^|\P{L})\p{Lu})[.!?…]+(?:\s?[»”"’)\]])*(?=$|\s+[\p{Lu}\p{N}«“"—–])/u;

/**
 * The first sentence of a chapter as plain text, set for its page: of a long one the beginning, up to a
 * word. '' for a text without words. Only for a text that everybody may read.
 */
export function openingSentence(html: string, language: string): string {
  const paragraphs = Array.from(html.matchAll(paragraph), ([, inner = '']) => inner);
  const text = (paragraphs.length > 0 ? paragraphs : [html])
    .map((inner) => plainText(inner.replace(noteMark, '')).replaceAll(/\s+/g, ' ').trim())
    .find((inner) => inner !== '');
  if (text === undefined) return '';
  const first = sentence.exec(text)?.[0] ?? text;
  return setPlainText(shortened(first), language);
}

function shortened(text: string): string {
  if (text.length <= longestCharacters) return text;
  const beginning = text.slice(0, longestCharacters - 1).toWellFormed();
  return `${beginning.replace(/[\s,;:]*\S*$/u, '')}…`;
}
