/**
 * Decoys (`scramble.ts`) are elements that a chapter's text never contains
 * (`src/lib/server/publishing/sanitize.ts`).
 */
export const decoyElements = ['b', 'i', 'q', 's', 'u'];
/** What hides them, and nothing that a reader's tool puts around words. */
export const decoyAttributes = 'hidden aria-hidden=true';
/** As a CSS selector. What else is hidden within a text is not read either. */
export const decoySelector = '[hidden]';
