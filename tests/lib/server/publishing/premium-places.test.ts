import { expect, test } from 'vitest';
import { premiumPlaces } from '#server/publishing/premium-places.ts';

/** A word of one letter a chapter: `f` free, `p` premium, `-` new. */
function settled(before: string, after: string, matches: (number | null)[]): string {
  const known = Array.from(before, (sign, index) => ({
    isPremium: sign === 'p',
    chapterNumber: index + 1,
  }));
  const drafts = Array.from(after, (sign) => (sign === '-' ? {} : { isPremium: sign === 'p' }));
  const found = matches.map((number) => (number === null ? null : (known[number - 1] ?? null)));
  return premiumPlaces(drafts, found, known)
    .map((isPremium) => (isPremium ? 'p' : 'f'))
    .join('');
}

test.each<[string, string, string, (number | null)[], string]>([
  ['is free in a new novel', '', '--', [null, null], 'ff'],
  ['is what it was', 'fp', '--', [1, 2], 'fp'],
  ['is what it is told to be', 'fp', 'pf', [1, 2], 'pf'],
  ['new at the end of a premium novel is premium', 'ffp', '----', [1, 2, 3, null], 'ffpp'],
  ['new after premium ones that the book lacks is premium', 'ffp', '---', [1, 2, null], 'ffp'],
  ['new after a premium one that the book lacks is premium', 'fpf', '---', [1, null, 3], 'fpf'],
  ['new before the first premium one is free', 'ffp', '----', [1, null, 2, 3], 'fffp'],
  ['new at the end of a free novel is free', 'ff', '---', [1, 2, null], 'fff'],
  ['new after one just told to be premium is premium', 'f', '-p-', [1, null, null], 'fpp'],
  ['new is free where it is told so', 'fp', '--f', [1, 2, null], 'fpf'],
])('a chapter %s', (_, before, after, matches, expected) => {
  expect(settled(before, after, matches)).toBe(expected);
});
