/** Letters that have no decomposition in Unicode. */
const ligatures: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' };

/**
 * The words of a text without case, accents and punctuation, separated by one space: “L’Été, à
 * Œuf !” is `l ete a oeuf`. Texts are compared by it, word by word.
 */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[œæßøł]/g, (letter) => ligatures[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether folded words stand in a folded text, one after the other, as whole words. */
export function hasWords(foldedText: string, foldedWords: string): boolean {
  return foldedWords !== '' && ` ${foldedText} `.includes(` ${foldedWords} `);
}

/** The same where the last word may go on. */
export function hasBeginning(foldedText: string, foldedWords: string): boolean {
  return foldedWords !== '' && ` ${foldedText}`.includes(` ${foldedWords}`);
}
