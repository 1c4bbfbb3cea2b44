/** The words and phrases of a field: one a line, or several with commas or semicolons between. */
export const splitWords = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The text of a field. The sign within a phrase, which would part it, says nothing in a comparison. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word) => word.replace(/\s*[,;]+\s*/g, ' ').trim()).join('\n');
