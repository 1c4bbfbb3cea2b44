import { isSceneSeparator } from '#shared/text/scene-separator.ts';
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

/** A poem in progress: its blocks are stanzas, or each is a line. */
export type Poem = { mode: 'stanzas' | 'lines'; element: Element };

export function languageOf(element: Element): string | null {
  return element.attribs['xml:lang'] ?? element.attribs.lang ?? null;
}

function hasClass(element: Element, pattern: RegExp): boolean {
  return tokens(element.attribs.class).some((token) => pattern.test(token));
}

/** Whether an element is emphasis by its name. */
export const namesEmphasis = (name: string): boolean => emphasis.has(name);
/** Whether an element is strong by its name. */
export const namesStrength = (name: string): boolean => strength.has(name);

const isSpan = (name: string): boolean => name === 'span' || name === 'font';
/** Whether the class of an element without style sheets says italic. */
export const namesItalic = (element: Element, name: string): boolean =>
  isSpan(name) && hasClass(element, italicClass);
/** The same for bold. */
export const namesBold = (element: Element, name: string): boolean =>
  isSpan(name) && hasClass(element, boldClass);

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

export function hasBreak(element: Element): boolean {
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
