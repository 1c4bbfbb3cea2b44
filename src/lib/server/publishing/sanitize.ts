import sanitizeHtml from 'sanitize-html';
import { isLanguageTag } from '#shared/site/languages.ts';
import { pictureLimits, isStoredPicture } from '#shared/text/text-pictures.ts';
import { noteMarker } from '#shared/text/notes.ts';
import { createTable } from './normalize-table.ts';

/** Tags of a chapter's text (design section 9). */
const textTags = ['p', 'em', 'strong', 'br', 'hr', 'blockquote', 'h2', 'h3', 'ruby', 'rt', 'rp'];
/** Tags of its notes and note references, in the one form that `settleNotes` produces. */
const noteTags = ['sup', 'a', 'aside'];

/** Tags of its tables, boxes and pictures, in the one form that `normalizeBlocks` produces. */
const blockTags = ['table', 'tr', 'th', 'td', 'div', 'figure', 'img'];

const bare = (tagName: string) => () => ({ tagName, attribs: {} });

/** In the order of their stored form; `normalizeBlocks` leaves out a picture that lacks one. */
function pictureAttributes(given: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { 'data-picture': hash = '', alt = '', width = '', height = '' } = given;
  const words = alt.replace(/\s+/g, ' ').trim().slice(0, pictureLimits.altCharacters);
  return { 'data-picture': hash, alt: words, width, height };
}

/** The allowed tags of a chapter's text, and their attributes. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...noteTags, ...blockTags],
  allowedAttributes: {
    '*': ['lang'],
    p: ['lang', 'class'],
    blockquote: ['lang', 'class'],
    a: ['href'],
    aside: ['id'],
    div: ['class'],
    img: ['data-picture', 'alt', 'width', 'height'],
  },
  transformTags: {
    '*': (tagName, { lang, ...others }) => ({
      tagName,
      attribs:
        lang === undefined || isLanguageTag(lang) ? { ...(lang && { lang }), ...others } : others,
    }),
    // Without `lang`, which no tag of a note or a table has.
    sup: bare('sup'),
    a: (_, { href = '' }) => ({ tagName: 'a', attribs: { href } }),
    aside: (_, { id = '' }) => ({ tagName: 'aside', attribs: { id } }),
    table: bare('table'),
    tr: bare('tr'),
    th: bare('th'),
    td: bare('td'),
    figure: bare('figure'),
    img: (_, attribs) => ({ tagName: 'img', attribs: pictureAttributes(attribs) }),
    // Any other `div` loses its tags in `normalizeBlocks`.
    div: (_, { class: classes = '' }) => ({
      tagName: 'div',
      attribs: classes.split(/\s+/).includes('box') ? { class: 'box' } : {},
    }),
  },
  allowedClasses: { p: ['verse', 'centered'], blockquote: ['verse'], div: ['box'] },
  allowedSchemes: [],
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
};

/**
 * The sanitizer before the database: whatever produced the text (an import, the editor), only
 * the allowed subset is stored. Idempotent.
 */
export function sanitizeChapterHtml(html: string): string {
  const noted = normalizeNotes(sanitizeHtml(html, allowed).replaceAll(' />', '>'));
  const text = normalizeBlocks(noted);
  // What was left out may have stood between the text and its notes.
  return text === noted ? text : normalizeNotes(text);
}

const piece = /<(\/?)(\w+)[^>]*>|[^<]+/g;
const emptyElements = new Set(['br', 'hr']);
const boxTag = '<div class="box">';
const cellParts = new Set(['tr', 'th', 'td']);

/**
 * Normalizes tables, boxes and pictures of a text of allowed, balanced tags to the form that is stored
 * (`src/lib/shared/text/text-blocks.ts`, `text-pictures.ts`). A box and a picture stand at the top of the
 * text, a table there or in a box; elsewhere they lose their tags and keep their words.
 */
function normalizeBlocks(html: string): string {
  if (!/<(?:div|table|t[rhd]|figure|img)\b/.test(html)) return html;
  const out: string[] = [];
  /** Open elements; a box that was left out is null. */
  const open: (string | null)[] = [];
  let pictures = 0;
  let table: ReturnType<typeof createTable> | null = null;
  for (const { 0: part, 1: slash, 2: name } of html.matchAll(piece)) {
    if (table) {
      if (table.take(part, slash === '/', name)) continue;
      out.push(table.write(placeOf(open)));
      table = null;
    } else if (name === 'table') {
      if (slash === '') table = createTable();
    } else if (name === 'img') {
      const isAllowed = open.every((one) => one === null) && isStoredPicture(part);
      if (isAllowed && (pictures += 1) <= pictureLimits.perChapter) {
        out.push(`<figure>${part}</figure>`);
      }
    } else if (name === 'figure') continue;
    else if (name === undefined || emptyElements.has(name)) out.push(part);
    else if (cellParts.has(name)) out.push(' ');
    else if (slash === '/') {
      if (open.pop() !== null) out.push(part);
    } else {
      const isLeftOut = name === 'div' && (part !== boxTag || open.some((one) => one !== null));
      open.push(isLeftOut ? null : name);
      if (!isLeftOut) out.push(part);
    }
  }
  return out.join('').replace(/<div class="box">\s*<\/div>\s*/g, '');
}

function placeOf(open: readonly (string | null)[]): 'block' | 'quotation' | 'inline' {
  if (open.every((name) => name === 'div' || name === null)) return 'block';
  return open.at(-1) === 'blockquote' ? 'quotation' : 'inline';
}

const asideTag = /<(\/?)aside\b([^>]*)>/g;
const noteId = /^ id="note-([1-9]\d*)"$/;
/** A note reference, or a tag that only a reference has. */
const markerOrTag =
  /<sup>\s*<a href="#note-([1-9]\d*)">[^<]*<\/a>\s*<\/sup>|<\/?(?:sup|a)\b[^>]*>/g;
const inlineTag = /<\/?(?:em|strong|ruby|rt|rp)\b[^>]*>|<br>/g;

/**
 * Normalizes the notes of a text of allowed tags, among them `sup`, `a` and `aside`, to the form
 * that is stored (`src/lib/shared/text/notes.ts`). Numbers follow the references; left out are notes
 * without a reference or a word, references without a note, a second reference or note of the same
 * number. Other uses of the three tags lose the tag and keep their words.
 */
function normalizeNotes(html: string): string {
  if (!/<(?:sup|a|aside)\b/.test(html)) return html;
  const { prose, notes } = takeNotes(html);
  const used: string[] = [];
  const text = prose.replace(markerOrTag, (_, number: string | undefined) => {
    const note = notes.get(number ?? '');
    if (number === undefined || note === undefined) return '';
    notes.delete(number);
    return noteMarker(used.push(note));
  });
  if (used.length === 0) return text;
  const asides = used.map((note, index) => `<aside id="note-${index + 1}">${note}</aside>`);
  return [text.trimEnd(), ...asides].join('\n');
}

/** Extracts the notes, by number, from a text whose tags are balanced. */
function takeNotes(html: string): { prose: string; notes: Map<string, string> } {
  const notes = new Map<string, string>();
  let prose = '';
  let last = 0;
  let depth = 0;
  let open: { number: string; start: number; depth: number } | null = null;
  for (const { 0: tag, 1: slash, 2: attributes = '', index } of html.matchAll(asideTag)) {
    depth += slash === '' ? 1 : -1;
    const end = index + tag.length;
    if (open) {
      // A nested aside is ignored.
      if (depth > open.depth) continue;
      const note = cleanNote(html.slice(open.start, index));
      if (note !== '' && !notes.has(open.number)) notes.set(open.number, note);
      open = null;
    } else {
      prose += html.slice(last, index);
      const number = slash === '' ? noteId.exec(attributes)?.[1] : undefined;
      if (number !== undefined) open = { number, start: end, depth: depth - 1 };
    }
    last = end;
  }
  return { prose: prose + html.slice(last), notes };
}

/**
 * Paragraphs of inline text; anything else becomes one paragraph of plain text. '' without a word.
 */
function cleanNote(content: string): string {
  const note = content.replace(markerOrTag, '').replace(/<\/?aside\b[^>]*>/g, '');
  const words = note
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return '';
  const paragraphs = note.trim().split(/<\/p>\s*/);
  const isTidy =
    paragraphs.pop() === '' &&
    paragraphs.every(
      (paragraph) =>
        paragraph.startsWith('<p') && /^<p[^>]*>[^<]*$/.test(paragraph.replace(inlineTag, '')),
    );
  return isTidy ? paragraphs.map((paragraph) => `${paragraph}</p>`).join('') : `<p>${words}</p>`;
}
