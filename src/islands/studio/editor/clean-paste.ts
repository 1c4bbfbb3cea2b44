/**
 * What a paste carries besides its text, before the schema reads it. Word and LibreOffice send a whole
 * page: style sheets, comments, elements of their own, bullets drawn with spaces. No style attribute is
 * left; where one says italic or bold, `data-paste` does.
 */
import { Fragment, Slice, type Node } from 'prosemirror-model';

const bullets = /<!(?:--)?\[if !supportLists\](?:--)?>[\s\S]*?<!(?:--)?\[endif\](?:--)?>/gi;
const comments = /<!--[\s\S]*?-->|<!\[[^\]]*\]>/g;
const dropped = /<(style|script|title|xml|o:p|w:[a-z]+|m:[a-z]+)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const startTag = /<([a-z][\w:-]*)\b([^>]*)>/gi;

// Word has names of its own for other scripts, such as `mso-bidi-font-weight`.
const bold = /(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)/i;
const notBold = /(?<![\w-])font-weight\s*:\s*(?:normal|400)/i;
const italic = /(?<![\w-])font-style\s*:\s*(?:italic|oblique)/i;
const notItalic = /(?<![\w-])font-style\s*:\s*normal/i;
/** Elements that carry text, not structure: a style on them is about the words. */
const inline = /^(?:span|font|a|b)$/i;
/** A style on these is about the words too, unless words within say otherwise. */
const paragraph = /^(?:p|blockquote)$/i;

/** For `transformPastedHTML`; what our own editor copied stays as it is. */
export function cleanPastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  return html
    .replaceAll(bullets, '')
    .replaceAll(comments, '')
    .replaceAll(dropped, '')
    .replaceAll(startTag, (tag, name: string, attributes: string, at: number, whole: string) =>
      paragraph.test(name)
        ? bareParagraph(name, attributes, textAfter(at + tag.length, name, whole))
        : bareTag(name, attributes),
    );
}

function bareTag(name: string, attributes: string): string {
  if (!inline.test(name)) return `<${name}>`;
  // Google Docs wraps everything in a `b` that is not bold.
  const kept = /^b$/i.test(name) && notBold.test(attributes) ? 'span' : name;
  return markedTag(kept, italic.test(attributes), bold.test(attributes));
}

const bareParagraph = (name: string, attributes: string, within: string): string =>
  markedTag(
    name,
    italic.test(attributes) && !notItalic.test(within),
    bold.test(attributes) && !notBold.test(within),
  );

function markedTag(name: string, isItalic: boolean, isBold: boolean): string {
  const said = [isItalic && 'italic', isBold && 'bold'].filter(Boolean).join(' ');
  return said ? `<${name} data-paste="${said}">` : `<${name}>`;
}

/** What stands from `at` to the end of the element `name`. */
function textAfter(at: number, name: string, html: string): string {
  const end = html.indexOf(`</${name}`, at);
  return html.slice(at, end === -1 ? undefined : end);
}

/** Paragraphs without a word, which Word puts between others, are left out of a paste. */
export function withoutEmptyBlocks(slice: Slice): Slice {
  const kept: Node[] = slice.content.content.filter((node) => !isEmptyBlock(node));
  if (kept.length === 0 || kept.length === slice.content.childCount) return slice;
  return Slice.maxOpen(Fragment.from(kept));
}

const isEmptyBlock = (node: Node): boolean =>
  node.isTextblock && node.textContent.replaceAll('\u00A0', ' ').trim() === '';
