/**
 * Elements that a chapter's text never contains (`src/lib/server/publishing/sanitize.ts`) and
 * that `src/styles/reader.css` hides in one: decoys.
 */
export const decoyElements = ['b', 'i', 'q', 's', 'u'];
/** All of them, as a CSS selector. */
export const decoySelector = decoyElements.join();
