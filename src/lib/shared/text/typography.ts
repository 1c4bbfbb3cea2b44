/**
 * French typography of a text: the spaces that must neither stretch nor break a line, quotation
 * marks, apostrophes, ellipses, ordinals. Rules: Imprimerie nationale, “Lexique des règles
 * typographiques”; the narrow space also before a colon and inside quotation marks (decision 65).
 */

const narrow = '\u202F';
const fixed = '\u00A0';
/** Half an em; unlike a fixed space it does not stretch in justified lines. */
const afterDash = '\u2002';

/** A tag, or the text up to the next one. */
const piece = /<[^>]*>|[^<]+/g;
const space = '[ \u00A0\u202F\u2009]';

/** What a number belongs to: it does not stand alone at the beginning of a line. */
const numbered = [
  'voie',
  'quai',
  'page',
  'pages',
  'p\\.',
  'article',
  'art\\.',
  'chapitre',
  'tome',
  'acte',
  'scène',
  'numéro',
  'n°',
  'étage',
  'salle',
  'chambre',
  'porte',
  'ligne',
  'niveau',
  'rang',
].join('|');
const units = 'h|min|s|km|m|cm|mm|kg|g|l|€|%|°C|°|francs?|euros?|ans?|heures?|minutes?';
const titles = 'MM?\\.|Mmes?|Mlles?|Mgr|Dr|Pr|Me|St|Ste';

/** In this order: a rule may rely on those before it. */
const rules: readonly [RegExp, string][] = [
  [/(?<!\.)\.{3}(?!\.)/g, '…'],
  [/(?<=\p{L})'(?=\p{L})/gu, '’'],
  // A space that is written narrow stays what it is; a missing one is the author's choice.
  [new RegExp(`${space}(?=[;:!?]+(?:[\\s»”"’)\\]…]|$))`, 'g'), narrow],
  [new RegExp(`«${space}?(?=\\S|$)`, 'g'), `«${narrow}`],
  [new RegExp(`(?<=\\S|^)${space}?»`, 'g'), `${narrow}»`],
  [new RegExp(`(?<=\\d)${space}(?=(?:${units})(?![\\p{L}\\d’']))`, 'gu'), fixed],
  [/(?<=\d[\u00A0\u202F]h)[ \u202F](?=\d)/g, fixed],
  [new RegExp(`(?<=(?<!\\p{L})(?:${numbered})) (?=\\d)`, 'giu'), fixed],
  [new RegExp(`(?<=(?<!\\p{L})(?:${titles})) (?=\\p{Lu})`, 'gu'), fixed],
  [/(?<=(?<!\p{L})[IVX]{1,6}[eᵉ]) (?=siècles?(?!\p{L}))/gu, fixed],
  // Not alone at a line's end before a name.
  [/(?<=(?<!\p{L})[àÀ]) (?=\p{Lu})/gu, fixed],
];

/** URLs: the rules do not apply inside them. Begins where a word does: linear on a run without spaces. */
const addresses = /(?<![^\s"«»“”])[^\s"«»“”]*?(?:www\.|:\/\/)[^\s"«»“”]*/g;
/** Placeholder for a URL while the rules run: a private-use character. A text that contains it keeps its URLs unprotected. */
const addressMark = '\uE000';

/** A straight quotation mark that can open a quotation, and one that can close it. */
const opening = /(?<![\p{L}\d])"(?!\s|$)/uy;
const closing = /(?<=\S)"(?![\p{L}\d])/uy;
const dashes = /^([—–])[ \u00A0\u202F\u2009]/;
/** A paragraph that begins with a closing mark goes on with a quotation. */
const goesOn = /^\u202F»\s?/;
/** Roman numerals with their ending: “XIXe siècle”; “1er”. */
const ordinals = /(?<![\p{L}\d])(?:([IVX]{1,6})(e)|([I1])(er)|(1)(re))(?![\p{L}\d’'-])/gu;
/** “1 234 567”: one to three digits, then groups of three. */
const thousands = /(?<![\d\u202F])\d{1,3}(?:[ \u202F]\d{3})+(?!\d)/g;

/**
 * Sets a chapter's sanitized HTML by the rules of French for its page; text of another language,
 * and passages of one (`lang`), are unchanged. Only characters between tags change, and ordinals
 * get their `sup`. Setting a text again changes nothing.
 *
 * @param language of the text, as in `lang`.
 */
export function setTypography(html: string, language: string): string {
  return setPieces(html, language, setOrdinals);
}

/**
 * The same for a text that is to be stored: without `sup`, which is not in the stored subset. On its
 * page it looks as if it had not been set before.
 */
export function setStoredTypography(html: string, language: string): string {
  return setPieces(html, language, (text) => text);
}

function setPieces(html: string, language: string, finish: (text: string) => string): string {
  if (!isFrench(language)) return html;
  let begins = false;
  const foreign = createPassages();
  return html.replaceAll(piece, (part) => {
    if (part.startsWith('<')) {
      foreign.pass(part);
      begins = /^<p\b/.test(part);
      return part;
    }
    if (foreign.isInside()) return part;
    const text = setSigns(part, begins);
    begins = false;
    return finish(text);
  });
}

/** Follows tags: whether the text after one is a passage of another language. */
function createPassages() {
  let name = '';
  let depth = 0;
  return {
    isInside: () => depth > 0,
    pass: (tag: string) => {
      const [, slash, tagName = ''] = /^<(\/?)(\w+)/.exec(tag) ?? [];
      const language = / lang="([^"]*)"/.exec(tag)?.[1];
      if (depth > 0) {
        if (tagName === name) depth += slash ? -1 : 1;
      } else if (!slash && language !== undefined && !isFrench(language)) {
        name = tagName;
        depth = 1;
      }
    },
  };
}

/**
 * Sets plain text in one paragraph by the same rules; ordinals, which need markup, stay.
 *
 * @param begins whether the paragraph begins with it, and a dash in it a line of dialogue.
 */
export function setPlainText(text: string, language: string, begins = true): string {
  return isFrench(language) ? setSigns(text, begins) : text;
}

const setOrdinals = (text: string): string => text.replaceAll(ordinals, '$1$3$5<sup>$2$4$6</sup>');

function setSigns(text: string, begins: boolean): string {
  const urls = text.includes(addressMark) ? [] : [...text.matchAll(addresses)].map(([url]) => url);
  const open = urls.length > 0 ? text.replaceAll(addresses, addressMark) : text;
  const spaced = setQuotes(open).replaceAll(thousands, (number) => number.replaceAll(' ', narrow));
  const set = rules.reduce((before, [pattern, by]) => before.replaceAll(pattern, by), spaced);
  const begun = begins ? set.replace(dashes, `$1${afterDash}`).replace(goesOn, `»${narrow}`) : set;
  return urls.length > 0 ? begun.replaceAll(addressMark, () => urls.shift() ?? '') : begun;
}

/** Replaces matching straight quotation marks: « » outside, “ ” inside another quotation. */
function setQuotes(text: string): string {
  const partners = pairQuotes(text);
  if (partners.size === 0) return text;
  const ends = new Map<number, string>();
  let isQuoting = false;
  return text.replaceAll(/["«»]/g, (mark, at: number) => {
    if (mark !== '"') {
      isQuoting = mark === '«';
      return mark;
    }
    const partner = partners.get(at);
    if (partner === undefined) return mark;
    if (partner > at) {
      ends.set(partner, isQuoting ? '”' : `${narrow}»`);
      if (isQuoting) return '“';
      isQuoting = true;
      return `«${narrow}`;
    }
    const end = ends.get(at) ?? mark;
    if (end !== '”') isQuoting = false;
    return end;
  });
}

/** The index of the matching quotation mark, for each straight one that has a match, in both directions. */
export function pairQuotes(text: string): Map<number, number> {
  const partners = new Map<number, number>();
  const begun: number[] = [];
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    const last = begun.at(-1);
    if (last !== undefined && last < at - 1 && isAt(closing, text, at)) {
      begun.pop();
      partners.set(last, at).set(at, last);
    } else if (isAt(opening, text, at)) begun.push(at);
  }
  return partners;
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether a text of this language, as in `lang`, is set by the rules. */
export const isFrench = (language: string): boolean => /^fr\b/i.test(language);
