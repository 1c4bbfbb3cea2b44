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

const bold = /font-weight\s*:\s*(?:bold|[6-9]00)/i;
const notBold = /font-weight\s*:\s*(?:normal|400)/i;
const italic = /font-style\s*:\s*italic/i;
/** Elements that carry text, not structure: a style on them is about the words. */
const inline = /^(?:span|font|a|b)$/i;

/** For `transformPastedHTML`; what our own editor copied stays as it is. */
export function cleanPastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  return html
    .replaceAll(bullets, '')
    .replaceAll(comments, '')
    .replaceAll(dropped, '')
    .replaceAll(startTag, (_, name: string, attributes: string) => bareTag(name, attributes));
}

function bareTag(name: string, attributes: string): string {
  if (!inline.test(name)) return `<${name}>`;
  // Google Docs wraps everything in a `b` that is not bold.
  const kept = /^b$/i.test(name) && notBold.test(attributes) ? 'span' : name;
  const emphasis = [italic.test(attributes) && 'italic', bold.test(attributes) && 'bold'];
  const said = emphasis.filter(Boolean).join(' ');
  return said ? `<${kept} data-paste="${said}">` : `<${kept}>`;
}

/** Paragraphs without a word, which Word puts between others, are left out of a paste. */
export function withoutEmptyBlocks(slice: Slice): Slice {
  const kept: Node[] = slice.content.content.filter((node) => !isEmptyBlock(node));
  if (kept.length === 0 || kept.length === slice.content.childCount) return slice;
  return Slice.maxOpen(Fragment.from(kept));
}

const isEmptyBlock = (node: Node): boolean =>
  node.isTextblock && node.textContent.replaceAll('\u00A0', ' ').trim() === '';
