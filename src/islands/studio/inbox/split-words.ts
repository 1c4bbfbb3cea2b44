/** The words and phrases of a field: one a line, or several with commas or semicolons between. */
export const splitWords = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
