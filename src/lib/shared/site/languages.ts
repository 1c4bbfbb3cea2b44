/** Languages that forms offer; a novel may be in another one. */
export const novelLanguages: readonly string[] = [
  'fr',
  'en',
  'ja',
  'ko',
  'zh',
  'de',
  'es',
  'it',
  'pt',
];

/** The same for what a novel was translated from. */
export const originalLanguages = novelLanguages.filter((code) => code !== 'fr');

/** Scripts that are written from right to left, as BCP 47 and Unicode name them. */
const leftwards = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Samr', 'Mand', 'Rohg'];
const leftwardLetter = new RegExp(
  `[${leftwards.map((name) => `\\p{Script=${name}}`).join('')}]`,
  'u',
);

/** Which way a language is written; `tag` is one of BCP 47, and its script decides where it names one. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  try {
    return leftwards.includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/** Whether it is a tag of BCP 47, such as `ar` or `zh-Hant`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The attributes of an element whose text is of that language. */
export const textLanguage = (tag: string): { lang: string; dir?: 'rtl' } =>
  directionOf(tag) === 'rtl' ? { lang: tag, dir: 'rtl' } : { lang: tag };

/** The language of words most of whose letters are written from right to left; null for others. */
export function leftwardLanguage(words: string): string | null {
  const letters = words.match(/\p{L}/gu) ?? [];
  const leftward = letters.filter((letter) => leftwardLetter.test(letter)).join('');
  if (leftward.length * 2 <= letters.length) return null;
  if (/\p{Script=Hebr}/u.test(leftward)) return 'he';
  if (/\p{Script=Thaa}/u.test(leftward)) return 'dv';
  // Letters that only one of them has.
  if (/[ٹڈڑںے]/.test(leftward)) return 'ur';
  return /[پچژگ]/.test(leftward) ? 'fa' : 'ar';
}

const blockOrMark =
  /<(\/?blockquote|em|strong|ruby)((?: [^<>]*)?)>|<(p|h2|h3|t[hd])((?: [^<>]*)?)>([\s\S]*?)(?=<\/\3>)/g;
const language = /(?<= lang=")[^"]*(?=")/;

/**
 * Gives the blocks and passages of a chapter's markup the direction of their language, `dir`. A block
 * that says none has that of its letters, and their language.
 *
 * @param around the language of the whole text, as in `lang`.
 */
export function markDirection(html: string, around: string): string {
  const isAround = directionOf(around);
  if (isAround === 'ltr' && !leftwardLetter.test(html)) return html;
  const withDirection = (attributes: string) => {
    const tag = language.exec(attributes)?.[0];
    const direction = tag === undefined ? isAround : directionOf(tag);
    return tag === undefined || direction === isAround
      ? attributes
      : `${attributes} dir="${direction}"`;
  };
  const withLetters = (attributes: string, inner: string) => {
    if (language.test(attributes)) return withDirection(attributes);
    const guess = leftwardLanguage(inner.replace(/<[^>]*>/g, ''));
    return guess === null ? attributes : `${attributes} lang="${guess}" dir="rtl"`;
  };
  let isQuoted = false;
  return html.replace(
    blockOrMark,
    (whole: string, name?: string, own?: string, block?: string, says?: string, inner?: string) => {
      if (name?.endsWith('blockquote')) isQuoted = language.test(own ?? '');
      if (name) return `<${name}${withDirection(own ?? '')}>`;
      if (!block || says === undefined || inner === undefined) return whole;
      const isPlain = isQuoted || isAround === 'rtl';
      const attributes = isPlain ? withDirection(says) : withLetters(says, inner);
      return `<${block}${attributes}>${markDirection(inner, around)}`;
    },
  );
}
