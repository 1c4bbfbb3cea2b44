import sanitizeHtml from 'sanitize-html';
import { settleNotes } from './settle-notes.ts';

/** Tags of a chapter's text (design section 9). */
const textTags = ['p', 'em', 'strong', 'br', 'hr', 'blockquote', 'h2', 'h3', 'ruby', 'rt', 'rp'];
/** Tags of its notes and their markers, in the one form that `settleNotes` leaves. */
const noteTags = ['sup', 'a', 'aside'];

/** What a chapter's text may consist of: tags, and the attributes on them. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...noteTags],
  allowedAttributes: {
    '*': ['lang'],
    p: ['lang', 'class'],
    blockquote: ['lang', 'class'],
    a: ['href'],
    aside: ['id'],
  },
  // Without `lang`, which no note's tag has.
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
 * The gate to the database: whatever made the text (an import, the editor), only the allowed
 * subset is stored. A text that is in the subset already comes out the same.
 */
export function sanitizeChapterHtml(html: string): string {
  return settleNotes(sanitizeHtml(html, allowed).replaceAll(' />', '>'));
}
