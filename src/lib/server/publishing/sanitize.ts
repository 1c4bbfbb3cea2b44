import sanitizeHtml from 'sanitize-html';
import { isLanguageTag } from '#shared/site/languages.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { settleBlocks } from './settle-blocks.ts';
import { settleNotes } from './settle-notes.ts';

/** Tags of a chapter's text (design section 9). */
const textTags = ['p', 'em', 'strong', 'br', 'hr', 'blockquote', 'h2', 'h3', 'ruby', 'rt', 'rp'];
/** Tags of its notes and note references, in the one form that `settleNotes` produces. */
const noteTags = ['sup', 'a', 'aside'];

/** Tags of its tables, boxes and pictures, in the one form that `settleBlocks` produces. */
const blockTags = ['table', 'tr', 'th', 'td', 'div', 'figure', 'img'];

const bare = (tagName: string) => () => ({ tagName, attribs: {} });

/** In the order of their stored form; `settleBlocks` leaves out a picture that lacks one. */
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
    // Any other `div` loses its tags in `settleBlocks`.
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
  const noted = settleNotes(sanitizeHtml(html, allowed).replaceAll(' />', '>'));
  const text = settleBlocks(noted);
  // What was left out may have stood between the text and its notes.
  return text === noted ? text : settleNotes(text);
}
