/** Joins a saved text and what was typed since with a blank line. */
export const joinTexts = (kept: string, typed: string): string =>
  [kept, typed].filter((text) => text.trim() !== '').join('\n\n');
