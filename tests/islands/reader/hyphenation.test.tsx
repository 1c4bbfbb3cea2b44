import { afterEach, expect, test } from 'vitest';
import { isHyphenated } from '#browser/reader/settings/hyphenation.ts';

afterEach(() => document.body.removeAttribute('style'));

test.each([
  // A soft hyphen does for this word what a dictionary does for others.
  ['that may be broken', 'anticonstitu\u00ADtionnellement', true],
  ['that no dictionary breaks', 'x'.repeat(25), false],
])('finds a long word %s', (_, word, expected) => {
  // As pages have it, for addresses and the like.
  document.body.style.overflowWrap = 'break-word';
  const { innerHTML } = document.documentElement;
  expect(isHyphenated(word)).toBe(expected);
  expect(document.documentElement.innerHTML).toBe(innerHTML);
});
