/**
 * Decoys (`scramble.ts`) are elements that a chapter's text never contains
 * (`src/lib/server/publishing/sanitize.ts`).
 */
export const decoyElements = ['b', 'i', 'q', 's', 'u'];
/** As a CSS selector. What else is hidden within a text is not read either. */
export const decoySelector = '[hidden]';
