import sanitizeHtml from 'sanitize-html';

/** What a chapter's text may consist of (design section 9): tags, and the attributes on them. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'em', 'strong', 'br', 'hr', 'blockquote', 'h2', 'h3', 'ruby', 'rt', 'rp'],
  allowedAttributes: { '*': ['lang'], p: ['lang', 'class'], blockquote: ['lang', 'class'] },
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
  return sanitizeHtml(html, allowed).replaceAll(' />', '>');
}
