/**
 * What a text is made of besides words: the same list is read from what was copied and from what the
 * schema made of it, so that what the schema has is kept without being named here as kept.
 */

export type ConstructKind = keyof typeof selectors;

export type Construct = {
  kind: ConstructKind;
  /** Characters of the text before it, without white space: programs break lines anywhere. */
  at: number;
  /** The same for its end. */
  end: number;
  /** What it shows: its words, a link's address, a picture's description. */
  shown: string;
  /** Why the text cannot have it, where that is known. */
  reason?: string;
};

const words = (word: string): string => `[data-paste~=${word}]`;

/** In the order in which they are named. */
const selectors = {
  note: 'sup[data-note]',
  separator: 'hr',
  heading: 'h1, h2, h3, h4, h5, h6',
  quote: 'blockquote',
  ruby: 'ruby',
  strong: `strong, b, ${words('bold')}`,
  em: `em, i, ${words('italic')}`,
  table: 'table',
  nested: 'table table',
  wide: words('wide'),
  box: 'div.box',
  innerBox: words('inner-box'),
  merged: ':is(td, th):is([colspan], [rowspan])',
  verse: 'p.verse',
  // One with a name stays, as a block.
  image: `img:not([data-picture]), svg, canvas, ${words('drawn')}`,
  shape: `${words('shape')}, v\\:shape, v\\:rect, v\\:roundrect, v\\:oval, v\\:line, v\\:group`,
  equation: words('equation'),
  calculated: words('calculated'),
  blank: words('blank'),
  media: 'video, audio, iframe, embed, map, meter, progress',
  field: `input, button, ${words('field')}`,
  list: `ul, ol, dl, ${words('item')}`,
  code: 'pre, code, kbd, samp, tt',
  link: 'a[data-shown]',
  underline: `u, ${words('underlined')}`,
  strike: `s, strike, ${words('struck')}`,
  smallCaps: words('small-caps'),
  raised: `sup:not([data-note]), ${words('raised')}`,
  lowered: `sub, ${words('lowered')}`,
  colour: `${words('coloured')}, mark`,
  centred: `p.centered, ${words('centred')}`,
  right: words('right'),
  language: '[lang]',
  deleted: words('deleted'),
  hidden: words('hidden'),
  comment: words('comment'),
} as const satisfies Record<string, string>;

const constructKinds = Object.keys(selectors) as ConstructKind[];

/** Kinds that are nothing without a word in them. */
const ofWords = new Set<ConstructKind>([
  ...(['heading', 'quote', 'strong', 'em', 'list', 'code', 'link', 'underline', 'strike'] as const),
  ...(['smallCaps', 'raised', 'lowered', 'colour', 'centred', 'right'] as const),
  ...(['innerBox', 'language'] as const),
]);
/** Ordinals are raised again on their page (`typography.ts`). */
const ordinal = /^(?:er|re|e|ère|ème|o)s?$/i;
/** What is drawn inside another construct belongs to that. */
const within: Partial<Record<ConstructKind, string>> = {
  underline: 'a[data-shown], u u, ins',
  colour: `a[data-shown], h1, h2, h3, h4, h5, h6, ${words('coloured')} *`,
  list: 'li *, dd *',
  link: 'a a',
  code: 'pre *',
  shape: 'v\\:group *',
  em: 'em *, i *',
  strong: 'strong *, b *, h1, h2, h3, h4, h5, h6',
  quote: 'blockquote *',
  nested: 'table table table',
  // The cells of a table have an alignment each, which says nothing.
  centred: 'td, th',
  right: 'td, th',
  language: '[lang] *',
};

const shownLength = 200;
const ignored = 'rt, rp, sup[data-note]';
/** They begin a line of their own. */
const parts = 'li, p, div, td, th, br, h1, h2, h3, h4, h5, h6, dt, dd';

/** @param root of a detached document, or of what the schema made of it. */
export function constructsIn(root: Element): Construct[] {
  const found: Construct[] = [];
  let at = 0;
  const visitIn = (parent: Element): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Element) visit(child);
      else if (child instanceof Text) at += countCharacters(child.data);
    }
  };
  const visit = (element: Element): void => {
    const own = constructKinds
      .filter((kind) => isOne(kind, element))
      .map((kind): Construct => ({
        kind,
        at,
        end: at,
        shown: shownBy(element),
        ...reasonOf(element),
      }));
    found.push(...own);
    if (element.matches('sup[data-note]')) {
      for (const inside of inNote(element)) found.push({ ...inside, at, end: at });
    }
    if (!element.matches(ignored)) visitIn(element);
    for (const construct of own) construct.end = at;
  };
  visitIn(root);
  return found;
}

/** Characters that are not white space. */
export const countCharacters = (text: string): number => text.replaceAll(/\s/g, '').length;

function isOne(kind: ConstructKind, element: Element): boolean {
  if (!element.matches(selectors[kind])) return false;
  const text = element.textContent.trim();
  if (ofWords.has(kind) && text === '') return false;
  if (kind === 'raised' && ordinal.test(text)) return false;
  if (kind === 'list' && isNextItem(element)) return false;
  const around = within[kind];
  return around === undefined || !element.matches(`:is(${around}), :is(${around}) *`);
}

/** Word has items without a list around them. */
const isNextItem = (element: Element): boolean =>
  element.matches(words('item')) && element.previousElementSibling?.matches(words('item')) === true;

function inNote(mark: Element): Construct[] {
  const html = mark.getAttribute('data-note') ?? '';
  return constructsIn(new DOMParser().parseFromString(html, 'text/html').body);
}

const reasonOf = (element: Element): Pick<Construct, 'reason'> => {
  const reason = element.getAttribute('data-reason');
  return reason === null ? {} : { reason };
};

function shownBy(element: Element): string {
  const { shown } = (element as HTMLElement).dataset;
  return (shown ?? textOf(element).replaceAll(/\s+/g, ' ').trim()).slice(0, shownLength);
}

/** Its words, those of two points or cells apart. */
const textOf = (element: Element): string =>
  Array.from(element.childNodes, (child) =>
    child instanceof Element
      ? `${textOf(child)}${child.matches(parts) ? ' ' : ''}`
      : child.textContent,
  ).join('');
