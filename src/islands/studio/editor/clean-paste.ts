/**
 * Cleans pasted HTML before the schema parses it. Word and LibreOffice paste a whole page:
 * style sheets, comments, custom elements, bullets drawn with spaces. Style attributes are
 * removed; italic and bold are moved to `data-paste`. Links within the page and their targets
 * stay, so that footnotes are found.
 */
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { isBlank } from './chapter-html.ts';
import { gatherNotes } from './gather-notes.ts';

const bullets = /<!(?:--)?\[if !supportLists\](?:--)?>[\s\S]*?<!(?:--)?\[endif\](?:--)?>/gi;
const comments = /<!--[\s\S]*?-->|<!\[[^\]]*\]>/g;
const dropped = /<(style|script|title|xml|o:p|w:[a-z]+|m:[a-z]+)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const startTag = /<([a-z][\w:-]*)\b([^>]*)>/gi;

// Word has its own names for other scripts, such as `mso-bidi-font-weight`.
const bold = /(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)/i;
const notBold = /(?<![\w-])font-weight\s*:\s*(?:normal|400)/i;
const italic = /(?<![\w-])font-style\s*:\s*(?:italic|oblique)/i;
const notItalic = /(?<![\w-])font-style\s*:\s*normal/i;
const centered = /(?<![\w-])(?:text-align\s*:|align\s*=)\s*["']?center/i;
const fragmentLink = /href\s*=\s*["']?(?:file:[^"'>#\s]*)?#/i;
/** Links within the page and anchors; Word writes its file's address before the `#`. */
const anchor =
  /(?<![\w-])(href|id|name)\s*=\s*["']?(?:file:[^"'>#\s]*)?(#?[\w.-]+)["']?(?=[\s/]|$)/gi;
/** Inline elements: a style on them applies to the text. */
const inline = /^(?:span|font|a|b)$/i;
/** A style on these applies to the text too, unless overridden inside. */
const paragraph = /^(?:p|blockquote)$/i;

/** For `transformPastedHTML`; a copy from our own editor is unchanged. */
export function cleanPastedHtml(html: string): string {
  if (html.includes('data-pm-slice')) return html;
  const keptOf = fragmentLink.test(html) ? anchors : () => '';
  const bare = html
    .replaceAll(bullets, '')
    .replaceAll(comments, '')
    .replaceAll(dropped, '')
    .replaceAll(startTag, (tag, name: string, attributes: string, at: number, whole: string) => {
      const isParagraph = paragraph.test(name);
      const within = isParagraph ? textAfter(at + tag.length, name, whole) : '';
      const bareTag = isParagraph
        ? bareParagraph(name, attributes, within)
        : bareElement(name, attributes);
      return `<${bareTag}${blockAttributes(name, attributes)}${keptOf(attributes)}>`;
    });
  if (!bare.includes('href="#')) return bare;
  const { body } = new DOMParser().parseFromString(bare, 'text/html');
  gatherNotes(body);
  return body.innerHTML; // Serializes; nothing is inserted into a page.
}

/** What the schema knows of a line or a cell. */
function blockAttributes(name: string, attributes: string): string {
  if (/^p$/i.test(name)) return centered.test(attributes) ? ' class="centered"' : '';
  const [span] = /^t[dh]$/i.test(name) ? (/\bcolspan\s*=\s*["']?\d+/i.exec(attributes) ?? []) : [];
  return span === undefined ? '' : ` colspan="${span.replace(/\D/g, '')}"`;
}

/** Attributes that link to or name an anchor. */
function anchors(attributes: string): string {
  return [...attributes.matchAll(anchor)]
    .filter(([, name, value]) => (name?.toLowerCase() === 'href') === value?.startsWith('#'))
    .map(([, name = '', value = '']) => ` ${name.toLowerCase()}="${value}"`)
    .join('');
}

function bareElement(name: string, attributes: string): string {
  if (!inline.test(name)) return name;
  // Google Docs wraps everything in a non-bold `b`.
  const kept = /^b$/i.test(name) && notBold.test(attributes) ? 'span' : name;
  return marked(kept, italic.test(attributes), bold.test(attributes));
}

const bareParagraph = (name: string, attributes: string, within: string): string =>
  marked(
    name,
    italic.test(attributes) && !notItalic.test(within),
    bold.test(attributes) && !notBold.test(within),
  );

/** A tag's name, with the formatting of its style. */
function marked(name: string, isItalic: boolean, isBold: boolean): string {
  const said = [isItalic && 'italic', isBold && 'bold'].filter(Boolean).join(' ');
  return said ? `${name} data-paste="${said}"` : name;
}

/** The HTML from `at` to the end of the element `name`. */
function textAfter(at: number, name: string, html: string): string {
  const end = html.indexOf(`</${name}`, at);
  return html.slice(at, end === -1 ? undefined : end);
}

/** Drops empty paragraphs, which Word puts between others. */
export function withoutEmptyBlocks(slice: Slice): Slice {
  const kept: Node[] = slice.content.content.filter((node) => !isEmptyBlock(node));
  if (kept.length === 0 || kept.length === slice.content.childCount) return slice;
  return Slice.maxOpen(Fragment.from(kept));
}

const isEmptyBlock = (node: Node): boolean => node.isTextblock && isBlank(node);
