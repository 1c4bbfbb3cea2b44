/** The characters of a chapter's stored HTML, which is sanitized, and where they stand in it. */

/** A character that is read. One that only parts lines or cells has no length. */
export type Letter = {
  text: string;
  from: number;
  to: number;
  /** In a `sup`, which the words of a place leave out. */
  isRaised: boolean;
};

/** From where to where a block of the text is in its HTML. */
export type Span = { from: number; to: number };

const tags = /<(\/?)(\w+)[^>]*>/g;
const voids = new Set(['br', 'hr', 'img']);

/** The blocks of a stored text in their order, without its notes: those that a place counts. */
export function splitBlocks(html: string): Span[] {
  const blocks: Span[] = [];
  let depth = 0;
  let from = 0;
  for (const tag of html.matchAll(tags)) {
    const [text, slash = '', name = ''] = tag;
    const isVoid = voids.has(name);
    if (slash === '' && depth === 0) {
      if (name === 'aside') break;
      from = tag.index;
    }
    if (!isVoid) depth += slash === '' ? 1 : -1;
    if (depth === 0) blocks.push({ from, to: tag.index + text.length });
  }
  return blocks;
}

const pieces = /(<sup><a\b[\s\S]*?<\/sup>)|<(\/?)(\w+)[^>]*>|&(?:#x?)?\w+;|[\s\S]/gu;
const parting = /^(?:p|br|blockquote|h[23]|div|tr|th|td|figure)$/;
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00A0',
};

/** The characters of a part of a text, without markers of notes. */
export function readLetters(html: string, { from, to }: Span): Letter[] {
  const letters: Letter[] = [];
  let isRaised = false;
  for (const piece of html.slice(from, to).matchAll(pieces)) {
    const [text, marker, slash, name] = piece;
    const at = from + piece.index;
    if (marker !== undefined) continue;
    if (name === undefined) {
      const read = entities[text] ?? text;
      letters.push({ text: read, from: at, to: at + text.length, isRaised });
    } else if (name === 'sup') isRaised = slash === '';
    else if (parting.test(name)) letters.push({ text: ' ', from: at, to: at, isRaised: false });
  }
  return letters;
}

/** The characters as one string. */
export const textOf = (letters: readonly Letter[]): string =>
  letters.map(({ text }) => text).join('');

export const isSpace = (text: string): boolean => /^\s$/.test(text);
