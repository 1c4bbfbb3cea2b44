/** Characters that, alone in a paragraph, separate two scenes. */
const scene =
  /^(?:\*+|[-—–_=~#+•·●○■□◆◇★☆✦✧❖※*]{3,}|[-—–]*[⁂◆◇■□●○★☆✦✧❖※☙❦❧§]+[-—–]*|x{3,}|[-—–~*.]*o[oO]{2,}[-—–~*.]*)$/u;

/** @returns whether the text of a paragraph is a scene separator such as « * * * » */
export function isSceneSeparator(text: string): boolean {
  const signs = text.replace(/[\s\u00a0\u202f\u2009\u200a]+/g, '');
  return signs.length <= 40 && scene.test(signs);
}

/** Blank lines are rare among at most so many gaps of a short text, and this part of a longer one. */
const rareGaps = { count: 2, part: 1 / 3 } as const;

/**
 * Tells blank lines that separate scenes from those that space out every paragraph.
 *
 * @param gaps how many blank lines are between each paragraph and the next.
 * @returns the number of blank lines that is usual between paragraphs: where there are more, a scene ends.
 */
export function usualGap(gaps: readonly number[]): number {
  const most = Math.min(gaps.length / 2, Math.max(rareGaps.count, gaps.length * rareGaps.part));
  let usual = 0;
  while (gaps.filter((gap) => gap > usual).length > most) usual += 1;
  return usual;
}
