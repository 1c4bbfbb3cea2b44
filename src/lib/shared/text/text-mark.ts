/** A block of a chapter's text by its number and a hash of its words (decision 26). */

/** Hash of 32 bits, ignoring white space. */
export function markOf(words: string): number {
  let mark = 0;
  for (const letter of words.replace(/\s+/g, ' ').trim()) {
    mark = (Math.imul(mark, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  }
  return mark;
}

/** The index of the nearest block with this mark; null where none has it. */
export function findMark(
  marks: readonly number[],
  { paragraph, mark }: { paragraph: number; mark: number },
): number | null {
  const index = Math.min(paragraph, marks.length - 1);
  for (let away = 0; away < marks.length; away++) {
    if (marks[index - away] === mark) return index - away;
    if (marks[index + away] === mark) return index + away;
  }
  return null;
}
