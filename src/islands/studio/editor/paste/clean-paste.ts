/**
 * Cleans pasted HTML before the schema parses it. Word and LibreOffice paste a whole page:
 * style sheets, comments, custom elements, bullets drawn with spaces. Style attributes are
 * removed; what they say is moved to `data-paste`. Links within the page and their targets
 * stay, so that footnotes are found.
 */
import { Fragment, Slice, type Node } from 'prosemirror-model';
import { isBlank } from '../chapter-html.ts';
import { constructsIn, type Construct } from './constructs.ts';
import { emojiAttributes, normalizeEmoji } from './emoji-pictures.ts';
import { createPictureReader, placePictures, type PicturePlaces } from './pasted-pictures.ts';
import { readStyleRules, styledTag } from './pasted-styles.ts';
import { normalizePasted } from './normalize-pasted.ts';

const bullets = /<!(?:--)?\[if !supportLists\](?:--)?>[\s\S]*?<!(?:--)?\[endif\](?:--)?>/gi;
const comments = /<!--[\s\S]*?-->|<!\[[^\]]*\]>/g;
/** LibreOffice writes a picture that floats as an element with a line break in it, and white space. */
const floatBreak = /(?<!\s)\s*<br\b[^>]*\sclear\s*=[^>]*>(\s*<\/img>\n?)?/gi;
/** LibreOffice writes a frame as a `span` in a paragraph, though it has paragraphs itself. */
const frame =
  /<span\b([^>]*[\s;"]float\s*:[^>]*)>(\s*<(?:p|h\d|ul|ol|table)\b(?:(?!<span\b[^>]*[\s;"]float\s*:)[\s\S])*?)<\/span>(?=<br clear=)/gi;
const dropped = /<(style|script|title|xml)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
/** Safari and Cocoa write a space so where HTML would have dropped it. */
const appleSpace =
  /<span\b[^>]*class\s*=\s*["']?Apple-(?:converted-space|tab-span)["']?[^>]*>(?:\s|&nbsp;|&#160;)*<\/span>/gi;
const startTag = /<([a-z][\w:-]*)\b([^>]*)>/gi;
const fragmentLink = /href\s*=\s*["']?(?:file:[^"'>#\s]*)?#/i;
/** Links within the page and anchors; Word writes its file's address before the `#`. */
const anchor =
  /(?<![\w-])(href|id|name)\s*=\s*["']?(?:file:[^"'>#\s]*)?(#?[\w.-]+)["']?(?=[\s/]|$)/gi;
/** What a link led to and a picture showed, for the report; no page follows or loads these. */
const shown: readonly [tag: RegExp, attribute: RegExp][] = [
  [/^a$/i, /(?<![\w-])href\s*=\s*(?:"(?!#)([^"]*)"|'(?!#)([^']*)')/i],
  [/^img$/i, /(?<![\w-])alt\s*=\s*(?:"([^"]*)"|'([^']*)')/i],
];
const shownLength = 200;
const spans = /(?<![\w-])(colspan|rowspan)\s*=\s*["']?(\d+)/gi;

/** For `transformPastedHTML`; a copy from our own editor is unchanged. */
export const cleanPastedHtml = (html: string): string => readPastedHtml({ html }).html;

/** What a clipboard has of a text, and where its pictures go. */
export type Copied = { html: string; pictures?: PicturePlaces };

const noPictures: PicturePlaces = { room: 0, add: () => '' };

/** @returns what may be pasted of the HTML, and what it was made of before the schema parses it. */
export function readPastedHtml({ html: copied, pictures = noPictures }: Copied): {
  html: string;
  constructs: Construct[];
} {
  if (isOwnCopy(copied)) return { html: copied, constructs: [] };
  const reader = createPictureReader(copied);
  const { html } = reader;
  const lastOf = fragmentLink.test(html) ? anchors : () => '';
  const rules = readStyleRules(html);
  const isLibreOffice = libreOffice.test(html);
  const main = mainLanguage(html);
  const bare = (isLibreOffice ? plainLibreOffice(html) : plainWord(html.replaceAll(bullets, '')))
    .replaceAll(comments, '')
    .replaceAll(dropped, '')
    .replaceAll(appleSpace, ' ')
    .replaceAll(startTag, (_, name: string, attributes: string) => {
      const mark = marked(attributes);
      if (mark !== null) return `<${name}${mark}>`;
      const styled = styledTag(name, attributes, rules);
      const stored = [
        spanOf(name, attributes),
        lastOf(attributes),
        shownBy(name, attributes),
        emojiAttributes(name, attributes),
        /^img$/i.test(name) ? reader.attributesOf(attributes) : '',
        foreignLanguage(attributes, main),
      ];
      return `<${styled}${stored.join('')}>`;
    });
  // A detached document executes and loads nothing.
  const { body } = new DOMParser().parseFromString(bare, 'text/html');
  normalizeEmoji(body);
  normalizePasted(body, { isQuotePerParagraph: isLibreOffice });
  placePictures(body, reader.sourceOf, pictures);
  const constructs = constructsIn(body);
  // Word marks words in the language of the keyboard; LibreOffice has what the author chose.
  if (!isLibreOffice) {
    for (const marked of body.querySelectorAll('[lang]')) marked.removeAttribute('lang');
  }
  return { html: body.innerHTML, constructs }; // Serializes; nothing is inserted into a page.
}

/** What our editor writes. Other editors of the same make mark their copies too, and write more. */
const own =
  'p, h2, h3, blockquote, hr, br, em, strong, ruby, rt, rp, sup[data-note], div.box, table, tbody, tr, th, td, figure, img[data-picture]';

const languageAttribute = /(?<![\w:-])lang\s*=\s*["']?([a-z]{2,3}(?:-[a-z\d]{2,8})*)(?![\w-])/i;

/** The first part of the language of the whole copy, as in `fr`. */
function mainLanguage(html: string): string {
  const attributes = /<body\b([^>]*)>/i.exec(html)?.[1] ?? '';
  return primary(languageAttribute.exec(attributes)?.[1] ?? 'fr');
}

const primary = (language: string): string => language.toLowerCase().split('-', 1).join('');

/** The language of a passage in another one than the copy; French is the site's. */
function foreignLanguage(attributes: string, main: string): string {
  const language = languageAttribute.exec(attributes)?.[1];
  if (language === undefined || [main, 'fr'].includes(primary(language))) return '';
  return ` lang="${language}"`;
}

const styled = /<[^>]+\sstyle\s*=/i;

function isOwnCopy(html: string): boolean {
  // Parsed with style attributes, even a detached document would report each to the page's policy.
  if (!html.includes('data-pm-slice') || styled.test(html)) return false;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('*')].every((element) => element.matches(own));
}

const libreOffice = /<meta name="generator" content="LibreOffice/i;
const marginComment = /<!--(?!StartFragment|EndFragment|\[)([\s\S]*?)-->/g;

/**
 * What LibreOffice writes in its own way, as others write it: frames are boxes, a picture has no line
 * break, and comments of the margin, which are comments of HTML there, are marks as Word has them.
 */
function plainLibreOffice(html: string): string {
  const start = Math.max(0, html.search(/<body\b/i));
  const body = html
    .slice(start)
    .replaceAll(
      marginComment,
      (_, words: string) =>
        `<span class=MsoCommentReference>${words.replaceAll('<', '&lt;')}</span>`,
    )
    .replaceAll(frame, '</p><div$1>$2</div><p>')
    .replaceAll(floatBreak, (_, pictureEnd?: string) => (pictureEnd === undefined ? ' ' : ''));
  return html.slice(0, start) + body;
}

/** How many columns and rows a cell spans. */
function spanOf(name: string, attributes: string): string {
  if (!/^t[dh]$/i.test(name)) return '';
  return [...attributes.matchAll(spans)]
    .filter(([, , count]) => Number(count) > 1)
    .map(([, span = '', count = '']) => ` ${span.toLowerCase()}="${count}"`)
    .join('');
}

/** Attributes that link to or name an anchor. */
function anchors(attributes: string): string {
  return [...attributes.matchAll(anchor)]
    .filter(([, name, value]) => (name?.toLowerCase() === 'href') === value?.startsWith('#'))
    .map(([, name = '', value = '']) => ` ${name.toLowerCase()}="${value}"`)
    .join('');
}

function shownBy(tag: string, attributes: string): string {
  const pattern = shown.find(([name]) => name.test(tag))?.[1];
  const [, double, single] = pattern?.exec(attributes) ?? [];
  const value = (double ?? single ?? '').slice(0, shownLength).replaceAll('"', '&quot;');
  return value === '' ? '' : ` data-shown="${value}"`;
}

/** Drops empty paragraphs, which Word puts between others. */
export function withoutEmptyBlocks(slice: Slice): Slice {
  const stored: Node[] = slice.content.content.filter((node) => !isEmptyBlock(node));
  if (stored.length === 0 || stored.length === slice.content.childCount) return slice;
  return Slice.maxOpen(Fragment.from(stored));
}

const isEmptyBlock = (node: Node): boolean => node.isTextblock && isBlank(node);

/** Parts of what Word copies that only its own elements and comments have, as elements that can be named. */

const fields = /<!(?:--)?\[if supportFields\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/gi;
const fieldBegin = /mso-element\s*:\s*field-begin/i;
/** Links and notes are elements too. */
const fieldOfElement = /^\s*(?:HYPERLINK|NOTEREF|FOOTNOTE|ENDNOTE)\b/;
/** Word's own equation, and the picture of it that others show. */
const equations =
  /<!--\[if gte msEquation \d+\]>([\s\S]*?)<!\[endif\]-->(?:\s*<!\[if !msEquation\]>[\s\S]*?<!\[endif\]>)?/gi;
const drawings = /<!--\[if gte vml \d+\]>([\s\S]*?)<!\[endif\]-->(\s*<!\[if !vml\]>)?/gi;
const textBox = /<v:textbox\b[^>]*>([\s\S]*?)<\/v:textbox>/gi;
const shape = /<v:(shape|rect|roundrect|oval|line|polyline|curve|arc|group|image)\b[^>]*(?<!\/)>/i;
/** Around words of the text: controls of a form, and marks of what a word means. */
const wrappers = /<\/?(?:w:(?:sdt|sdtcontent|smarttag|customxml)|o:p)\b[^>]*>/gi;
const filler = /<o:p\b[^>]*>(?:\s|&nbsp;|&#160;|\u00A0)*<\/o:p\s*>/gi;
const data = /<(w:[a-z]+)\b[^>]*(?<!\/)>[\s\S]*?<\/\1\s*>/gi;

/** @returns HTML with what Word keeps in comments and in elements of its own, as others write it. */
const plainWord = (html: string): string =>
  html
    .replaceAll(fields, (_, field: string) => markOf(field))
    .replaceAll(equations, (_, equation: string) => equation)
    .replaceAll(drawings, (_, drawing: string, hasPicture?: string) => {
      const words = [...drawing.matchAll(textBox)].map(([, box = '']) => wordsOf(box)).join(' ');
      const isShown = hasPicture !== undefined && words === '';
      return `${isShown || !shape.test(drawing) ? '' : mark('shape', words)}${hasPicture ?? ''}`;
    })
    .replaceAll(filler, '')
    .replaceAll(wrappers, '')
    .replaceAll(data, '');

function markOf(field: string): string {
  if (!fieldBegin.test(field)) return '';
  const code = wordsOf(field.replaceAll(/<!(?:--)?\[[^\]]*\](?:--)?>/g, ''));
  return fieldOfElement.test(code) ? '' : mark('calculated', code);
}

const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim();

/** For `marked`. */
const mark = (kind: string, shown: string): string =>
  `<span data-mark="${kind}" data-words="${shown.slice(0, 200).replaceAll(/["<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"></span>`;

const attributesOfMark = /\sdata-mark="(\w+)" data-words="([^"]*)"/;

/** @returns what the report names in the place of a tag that `plainWord` wrote; null for another tag. */
function marked(attributes: string): string | null {
  const [, kind, words = ''] = attributesOfMark.exec(attributes) ?? [];
  return kind === undefined ? null : ` data-paste="${kind}" data-shown="${words}"`;
}
