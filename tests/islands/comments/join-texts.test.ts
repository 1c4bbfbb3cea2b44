import { expect, test } from 'vitest';
import { joinTexts } from '#islands/comments/draft.ts';

test.each([
  ['Avant.', 'Après.', 'Avant.\n\nAprès.'],
  ['Avant.', ' \n', 'Avant.'],
  ['', 'Après.', 'Après.'],
])('a kept text and a typed one are both there', (kept, typed, both) => {
  expect(joinTexts(kept, typed)).toBe(both);
});
