import sanitizeHtml from 'sanitize-html';
import { settleNotes } from './settle-notes.ts';

/** Tags of a chapter's text (design section 9). */
const textTags = ['p', 'em', 'strong', 'br', 'hr', 'blockquote', 'h2', 'h3', 'ruby', 'rt', 'rp'];
/** Tags of its notes and note references, in the one form that `settleNotes` produces. */
const noteTags = ['sup', 'a', 'aside'];

/** The allowed tags of a chapter's text, and their attributes. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...noteTags],
  allowedAttributes: {
    '*': ['lang'],
    p: ['lang', 'class'],
    blockquote: ['lang', 'class'],
    a: ['href'],
    aside: ['id'],
  },
  // Without `lang`, which no tag of a note has.
  transformTags: {
    sup: () => ({ tagName: 'sup', attribs: {} }),
    a: (_, { href = '' }) => ({ tagName: 'a', attribs: { href } }),
    aside: (_, { id = '' }) => ({ tagName: 'aside', attribs: { id } }),
  },
  allowedClasses: { p: ['verse'], blockquote: ['verse'] },
  allowedSchemes: [],
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
};

/**
 * The sanitizer before the database: whatever produced the text (an import, the editor), only
 * the allowed subset is stored. Idempotent.
 */
export function sanitizeChapterHtml(html: string): string {
  return settleNotes(sanitizeHtml(html, allowed).replaceAll(' />', '>'));
}
