/** A kept text, then what has been typed since, a blank line between them. */
export const joinTexts = (kept: string, typed: string): string =>
  [kept, typed].filter((text) => text.trim() !== '').join('\n\n');
