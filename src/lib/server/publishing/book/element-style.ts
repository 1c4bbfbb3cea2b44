import { isSceneSeparator } from '#shared/scene-separator.ts';
import type { Element } from './markup.ts';
import { elementsNamed, tokens } from './markup.ts';

/** Elements that begin and end a block, those of TEI poems (`lg`, `l`) included. */
export const blockNames = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
   figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html l lg li main menu nav ol
   p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
const emphasis = new Set(['em', 'i', 'cite', 'dfn', 'var']);
const strength = new Set(['strong', 'b']);
const italicClass = /^(?:i|ital|italic|italique|italics|emphasis|emph)$/i;
const boldClass = /^(?:b|bold|gras|strong)$|(?:^|[-_])(?:bold|gras)\d*(?:$|[-_])/i;
const verseClass =
  /^(?:verse|vers|poem|poeme|poème|poetry|poesie|poésie|stanza|strophe|lg|linegroup|line-block)$/i;
const stanzaClass = /^(?:verse|stanza|strophe|lg|linegroup)$/i;
const superscriptDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Classes that a style sheet makes bold or italic, centres, or draws a border around. */
export type ClassStyle = {
  bold: ReadonlySet<string>;
  italic: ReadonlySet<string>;
  centered: ReadonlySet<string>;
  bordered: ReadonlySet<string>;
  /** Whether every table or cell has a border. */
  framesTables: boolean;
};
const none: ReadonlySet<string> = new Set();
export const noStyle: ClassStyle = {
  ...{ bold: none, italic: none, centered: none, bordered: none },
  framesTables: false,
};

/** A poem in progress: its blocks are stanzas, or each is a line. */
export type Poem = { mode: 'stanzas' | 'lines'; element: Element };

export function languageOf(element: Element): string | null {
  return element.attribs['xml:lang'] ?? element.attribs.lang ?? null;
}

function hasClass(element: Element, pattern: RegExp): boolean {
  return tokens(element.attribs.class).some((token) => pattern.test(token));
}

export function isEmphasis(element: Element, name: string, sheet: ClassStyle): boolean {
  if (emphasis.has(name)) return true;
  if (name !== 'span' && name !== 'font') return false;
  if (tokens(element.attribs.class).some((token) => sheet.italic.has(token))) return true;
  const style = element.attribs.style ?? '';
  return hasClass(element, italicClass) || /font-style\s*:\s*(?:italic|oblique)/i.test(style);
}

export function isStrength(element: Element, name: string, sheet: ClassStyle): boolean {
  if (strength.has(name)) return true;
  if (name !== 'span' && name !== 'font') return false;
  if (tokens(element.attribs.class).some((token) => sheet.bold.has(token))) return true;
  const style = element.attribs.style ?? '';
  return hasClass(element, boldClass) || /font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style);
}

export function isInnerLink(element: Element): boolean {
  return !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(element.attribs.href ?? '');
}

/** Whether a class says that lines are verse. */
export const namesVerse = (name: string): boolean => verseClass.test(name);

export function isPoem(element: Element, name: string): boolean {
  return (
    ['div', 'p', 'section', 'blockquote', 'lg'].includes(name) &&
    (name === 'lg' || hasClass(element, verseClass))
  );
}

/** In a poem without line breaks, each inner block is a line. */
export function isVerseLine(element: Element, name: string, poem: Poem | undefined): boolean {
  if (poem === undefined || poem.element === element) return false;
  if (name === 'l' || hasClass(element, /^(?:l|line|ligne|v|i\d{1,2}|indent\d*)$/i)) return true;
  if (poem.mode === 'stanzas' || hasClass(element, stanzaClass)) return false;
  return name === 'div' || name === 'p';
}

export function holdsBreak(element: Element): boolean {
  return elementsNamed(element, 'br').length > 0;
}

export function raiseDigits(text: string): string {
  return text.replace(/\d/g, (digit) => superscriptDigits[Number(digit)] ?? digit);
}

const sceneName =
  /(?:^|[^a-z])(?:ornements?|ornaments?|scene[-_ ]?breaks?|break|separat(?:or|eur)|séparateur|divider|ast[ée]ris(?:m|que)s?|cul[-_ ]de[-_ ]lampe|fleurons?|dinkus|stars?|[ée]toiles?)(?![a-z])/i;

/** A picture that separates two scenes: an ornament by its name, class or alternative text. */
export function isScenePicture(image: Element): boolean {
  const { alt = '', class: classes = '', src = '' } = image.attribs;
  if (isSceneSeparator(alt)) return true;
  const file = src.slice(-200).replace(/^.*\//, '');
  const parent = image.parent;
  const around = parent && 'attribs' in parent ? (parent.attribs.class ?? '') : '';
  return [alt, classes, file, around].some((text) => sceneName.test(text.slice(0, 200)));
}
