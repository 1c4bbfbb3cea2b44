import { expect, test } from 'vitest';
import { cutQuote, marginLimits } from '#shared/reading/margin.ts';

const max = marginLimits.quoteCharacters;

test.each([
  ['Il part.', 'Il part.'],
  [' Il  part\n seul. ', 'Il part seul.'],
  [`${'a'.repeat(max - 3)} b c`, `${'a'.repeat(max - 3)}…`],
  [`${'mot '.repeat(70)}fin, et`, `${'mot '.repeat(68)}mot…`],
  [`${'mot, '.repeat(60)}fin`, `${'mot, '.repeat(54)}mot…`],
  ['a'.repeat(max + 9), `${'a'.repeat(max - 1)}…`],
  [`${'a'.repeat(max - 2)}🏮🏮`, `${'a'.repeat(max - 2)}…`],
])('a quotation is cut at a word, within its limit, and never in a character', (words, quoted) => {
  expect(cutQuote(words)).toBe(quoted);
  expect(cutQuote(words).length).toBeLessThanOrEqual(max);
});
