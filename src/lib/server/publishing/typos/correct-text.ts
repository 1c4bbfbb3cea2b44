import { foldText, type FoundWords } from '#server/community/typos/find-words.ts';
import { isSpace, type Letter } from '#server/community/typos/text-letters.ts';

/** What differs between wrong words and their correction: from where to where, and what goes there. */
type Change = { from: number; to: number; text: string };

/**
 * The stored HTML with a correction in place of the words that were found; everything else stays as it
 * is. Null where the change runs over the edge of an emphasis or another element.
 */
export function correctText(
  html: string,
  { letters }: FoundWords,
  { wrong, correction }: { wrong: string; correction: string },
): string | null {
  const before = Array.from(wrong);
  const change = changeOf(before, Array.from(correction));
  const { from, to } = placeOf(letters, before, change);
  if (html.slice(from, to).includes('<')) return null;
  return html.slice(0, from) + escapeText(change.text) + html.slice(to);
}

function changeOf(wrong: readonly string[], correction: readonly string[]): Change {
  const shorter = Math.min(wrong.length, correction.length);
  let from = 0;
  while (from < shorter && isSame(wrong[from], correction[from])) from++;
  let unchanged = 0;
  while (
    unchanged < shorter - from &&
    isSame(wrong.at(-1 - unchanged), correction.at(-1 - unchanged))
  )
    unchanged++;
  const text = correction.slice(from, correction.length - unchanged).join('');
  return { from, to: wrong.length - unchanged, text };
}

/** Whether two characters differ in nothing that was meant: a keyboard may have straight marks only. */
function isSame(one = '', other = ''): boolean {
  if (isSpace(one)) return isSpace(other);
  const folded = foldText(one);
  return one === other || (folded === foldText(other) && [one, other].includes(folded));
}

/** Where in the HTML a change of the words is; `letters` has each of theirs that is no space. */
function placeOf(
  letters: readonly Letter[],
  wrong: readonly string[],
  { from, to }: Change,
): { from: number; to: number } {
  // So many of the letters are before a character of the words.
  const before = (end: number) =>
    foldText(
      wrong
        .slice(0, end)
        .filter((one) => !isSpace(one))
        .join(''),
    ).length;
  const endOf = (index: number) => letters[index]?.to ?? letters[0]?.from ?? 0;
  const startOf = (index: number) => letters[index]?.from ?? endOf(letters.length - 1);
  const [first, last] = [before(from), before(to)];
  if (from === to) {
    // What is added follows a word directly, or stands before the next one.
    const at = from > 0 && !isSpace(wrong[from - 1] ?? '') ? endOf(first - 1) : startOf(first);
    return { from: at, to: at };
  }
  return {
    from: isSpace(wrong[from] ?? '') ? endOf(first - 1) : startOf(first),
    to: isSpace(wrong[to - 1] ?? '') ? startOf(last) : endOf(last - 1),
  };
}

/** As the sanitizer writes text. */
const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
