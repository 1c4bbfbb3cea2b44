/**
 * What the style of pasted markup says, in the words of `data-paste`. Read from the text of the tags:
 * the policy forbids style attributes even in a document that is never shown.
 */

/** The rules of a pasted style sheet: declarations by `tag.class` and `.class`. */
export type StyleRules = ReadonlyMap<string, string>;

const styleSheet = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;
const noise = /<!--|-->|\/\*[\s\S]*?\*\//g;
const rule = /([^{}]+)\{([^{}]*)\}/g;
/** What holds in print or in a narrow window, and fonts: not how the copied words looked. */
const atRule = /@[\w-]+[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
/** Other selectors say what a page looks like, not what an author did. */
const classSelector = /^([a-z][a-z\d]*)?\.([\p{L}\w-]+)$/iu;
const classAttribute = /(?<![\w-])class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;

/** The rules that are about classes: Mac programs put all formatting into them. */
export function readStyleRules(html: string): StyleRules {
  const rules = new Map<string, string>();
  for (const [, sheet = ''] of html.matchAll(styleSheet)) {
    const plain = sheet.replaceAll(noise, '').replaceAll(atRule, '');
    for (const [, selectors = '', said = ''] of plain.matchAll(rule)) {
      for (const selector of selectors.split(',')) {
        const [, tag = '', name] = classSelector.exec(selector.trim()) ?? [];
        if (name === undefined) continue;
        const key = `${tag.toLowerCase()}.${name}`;
        rules.set(key, `${rules.get(key) ?? ''};${said}`);
      }
    }
  }
  return rules;
}

/** Inline elements: a style on them applies to the text. */
const inline = /^(?:span|font|a|b|i|em|strong|u|s)$/i;
/** A style on these applies to the text too, unless overridden inside. */
const paragraph = /^(?:p|blockquote)$/i;
/** Where headings stand is for the page to say. */
const aligned = /^(?:p|div|center|blockquote)$/i;

// Word has its own names for other scripts, such as `mso-bidi-font-weight`.
const weight = /(?<![\w-])font-weight\s*:\s*([\w-]+)/gi;
const bold = /^(?:bold(?:er)?|[6-9]\d\d|1000)$/i;
const notBold = /^(?:normal|lighter|[1-5]\d\d)$/i;
const slant = /(?<![\w-])font-style\s*:\s*([\w-]+)/gi;
const italic = /^(?:italic|oblique)$/i;
/** All that is said of a font at once; what it does not say is plain. */
const shorthand = /(?<![\w-])font\s*:\s*([^;"']*)(?:(["'])([^"']*)\2)?/gi;
const fontSize = /^(?:[\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\/|$)/i;
/** The names of the cuts of a font, as in “Times-BoldItalic”. */
const cut = /-(?:semi|demi|extra|ultra)?(bold|black|heavy)?(italic|oblique|it)?(?:mt|ps)*$/i;

/** What is said of words besides italic and bold; the subset has none of these. */
const ofWords: readonly [word: string, pattern: RegExp][] = [
  ['underlined', /(?<![\w-])text-decoration(?:-line)?\s*:[^;"']*underline/i],
  ['struck', /(?<![\w-])text-decoration(?:-line)?\s*:[^;"']*line-through/i],
  ['small-caps', /(?<![\w-])font-variant(?:-caps)?\s*:[^;"']*small-caps/i],
  ['raised', /(?<![\w-])vertical-align\s*:\s*(?:super|[1-9])/i],
  ['lowered', /(?<![\w-])vertical-align\s*:\s*(?:sub(?!\w)|-[1-9])/i],
];

const alignment = /(?<![\w-])(?:text-align\s*:|align\s*=)\s*["']?(center|right|end)(?![\w-])/i;

/** Word's own classes and elements. */
const ofParagraphs: readonly [word: string, pattern: RegExp][] = [
  // The sign or number that it draws before an item.
  ['bullet', /mso-list\s*:\s*Ignore/i],
  ['item', /(?<![\w-])class\s*=\s*["']?MsoListParagraph/i],
  ['quote', /(?<![\w-])class\s*=\s*["']?Mso(?:Intense)?Quote/i],
  ['title', /(?<![\w-])class\s*=\s*["']?MsoTitle(?!\w)/i],
  ['comment-mark', /(?<![\w-])class\s*=\s*["']?MsoCommentReference/i],
  ['comments', /mso-element\s*:\s*comment-list/i],
  ['notes', /mso-element\s*:\s*(?:foot|end)note-list/i],
  ['bordered', /mso-element\s*:\s*para-border-div/i],
  // KaTeX draws again what it has in MathML.
  ['drawn-again', /(?<![\w-])class\s*=\s*["']?katex-html/i],
  // Styles that authors name so themselves.
  ['verse', /(?<![\w-])class\s*=\s*["']?(?:vers|verse|poème|poésie|poem|strophe)(?![\p{L}\d])/iu],
];
/** Drawn on all sides; a line on one side is none. */
const boxed = /(?<![\w-])border\s*:[^;"']*(?:solid|double|dashed|dotted|groove|ridge)/i;
/** Notion's and others' name for a box. */
const callout =
  /(?<![\w-])class\s*=\s*(?:["'][^"']*)?(?<![\w-])(?:notion-)?(?:callout|admonition)(?![\w-])/i;
/** What LibreOffice makes of three hyphens typed on a line: a paragraph with a line below it. */
const ruledBelow =
  /(?<![\w-])border-top\s*:\s*none[^"']*;\s*border-bottom\s*:[^;"']*(?:solid|double|dashed|dotted|groove|ridge)/i;
/** Declarations that hide an element; `mso-hide` is Word's own property for hidden text. */
const hidden =
  /(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)(?![\w-])/i;
const ownShowing = /(?<![\w-])(?:display|visibility|mso-hide)\s*:/i;
const quotedValue = /"[^"]*"|'[^']*'/g;
const hiddenAttribute = /\shidden(?![\w-])/i;
/** The schema's own names, on paragraphs. */
const classes: readonly [word: string, className: string][] = [
  ['verse', 'verse'],
  ['centred', 'centered'],
];

/**
 * @param attributes of a tag, as written.
 * @returns the tag's name, which Google Docs' wrapper changes, with its words.
 */
export function styledTag(name: string, attributes: string, rules: StyleRules): string {
  const own = ofParagraphs.filter(([, pattern]) => pattern.test(attributes)).map(([word]) => word);
  // A quotation's style says how it looks in Word; here it looks as quotations do.
  const isQuote = own.includes('quote');
  const said = isQuote
    ? attributes
    : withoutShorthand(`${classRules(name, attributes, rules)};${attributes}`);
  const isParagraph = paragraph.test(name);
  const words = [...own];
  if (inline.test(name) || isParagraph) {
    const [itsSlant, itsWeight] = [lastOf(said, slant), lastOf(said, weight)];
    if (italic.test(itsSlant)) words.push('italic');
    if (bold.test(itsWeight)) words.push('bold');
    // Within words that are italic or bold these are not (`pushDown`).
    if (/^normal$/i.test(itsSlant)) words.push('upright');
    if (notBold.test(itsWeight)) words.push('light');
  }
  if (inline.test(name)) {
    words.push(...ofWords.filter(([, pattern]) => pattern.test(said)).map(([word]) => word));
    if (isColoured(said)) words.push('coloured');
  }
  if (aligned.test(name) && !isQuote) words.push(...alignmentOf(name, attributes, said));
  const isFramed = /^(?:p|div)$/i.test(name) && !isQuote && boxed.test(said);
  if (isFramed || /^aside$/i.test(name) || callout.test(attributes)) words.push('boxed');
  if (/^p$/i.test(name) && ruledBelow.test(attributes)) words.push('bordered');
  const showing = ownShowing.test(attributes) ? attributes : said;
  if (hidden.test(showing) || hiddenAttribute.test(attributes.replaceAll(quotedValue, ''))) {
    words.push('hidden');
  }
  return tagOf(name, attributes, words);
}

function tagOf(name: string, attributes: string, words: readonly string[]): string {
  // Google Docs wraps everything in a non-bold `b`.
  const tag = /^b$/i.test(name) && notBold.test(lastOf(attributes, weight)) ? 'span' : name;
  const own = /^p$/i.test(name) ? classes.filter(([word]) => words.includes(word)) : [];
  const rest = words.filter((word) => !own.some(([named]) => named === word));
  const named = own[0] ? ` class="${own[0][1]}"` : '';
  return `${tag}${named}${rest.length > 0 ? ` data-paste="${rest.join(' ')}"` : ''}`;
}

function classRules(name: string, attributes: string, rules: StyleRules): string {
  if (rules.size === 0) return '';
  const [, double, single, bare] = classAttribute.exec(attributes) ?? [];
  return (double ?? single ?? bare ?? '')
    .split(/\s+/)
    .flatMap((one) => [rules.get(`.${one}`), rules.get(`${name.toLowerCase()}.${one}`)])
    .filter((declarations) => declarations !== undefined)
    .join(';');
}

function alignmentOf(name: string, attributes: string, said: string): string[] {
  if (/^center$/i.test(name)) return ['centred'];
  const isOwn = /(?<![\w-])(?:text-align\s*:|align\s*=)/i.test(attributes);
  const where = alignment.exec(isOwn ? attributes : said)?.[1]?.toLowerCase();
  if (where === undefined) return [];
  return [where === 'center' ? 'centred' : 'right'];
}

/** The value that is said last, which is the one that holds; '' for none. */
const lastOf = (said: string, property: RegExp): string =>
  [...said.matchAll(property)].at(-1)?.[1] ?? '';

/** Writes out what a font's shorthand says of slant, weight and capitals. */
const withoutShorthand = (said: string): string =>
  said.replaceAll(shorthand, (_, value: string, __, family = '') => {
    const parts = value.trim().split(/\s+/);
    const size = parts.findIndex((part) => fontSize.test(part));
    const before = size === -1 ? parts : parts.slice(0, size);
    const named = size === -1 ? '' : parts.slice(size + 1).join(' ') || String(family);
    const [, heavy, slanted] = cut.exec(named.split(',', 1).join('').trim()) ?? [];
    const isItalic = slanted !== undefined || before.some((part) => italic.test(part));
    const isBold = heavy !== undefined || before.some((part) => bold.test(part));
    const isSmall = before.some((part) => /^small-caps$/i.test(part));
    return `font-style:${isItalic ? 'italic' : 'normal'};font-weight:${isBold ? 'bold' : 'normal'};font-variant:${isSmall ? 'small-caps' : 'normal'}`;
  });

const colour = /(?<![\w-])(?:color|background(?:-color)?|mso-highlight)\s*:\s*([^;"']+)/gi;
const colourAttribute = /(?<![\w-])color\s*=\s*["']?([#\w]+)/gi;
const plainNames =
  /^(?:black|white|auto|windowtext|window|inherit|initial|unset|transparent|none|currentcolor|gr[ae]y|silver|\w*gr[ae]y)$/;
/** Greys, and tints that are hardly one, are the page's. */
const leastTint = 32;

const isColoured = (said: string): boolean =>
  [...said.matchAll(colour), ...said.matchAll(colourAttribute)].some(([, value = '']) =>
    isTint(value.trim().toLowerCase()),
  );

/** Of a colour as it is written: a name, `#…` or `rgb(…)`; other notations say nothing. */
function isTint(value: string): boolean {
  const name = /^[a-z]+$/.exec(value)?.[0];
  if (name !== undefined) return !plainNames.test(name);
  const [red = 0, green = 0, blue = 0, alpha = 1] = channelsOf(value);
  return alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) >= leastTint;
}

function channelsOf(value: string): number[] {
  const hex = /^#([\da-f]{6}|[\da-f]{3})(?![\da-f])/.exec(value)?.[1];
  if (hex === undefined) {
    return /^rgba?\(/.test(value) ? [...value.matchAll(/[\d.]+/g)].map(Number) : [];
  }
  const size = hex.length / 3;
  return [0, 1, 2].map((index) =>
    Number.parseInt(hex.slice(index * size, (index + 1) * size).repeat(3 - size), 16),
  );
}
