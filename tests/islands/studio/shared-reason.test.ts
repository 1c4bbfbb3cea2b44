import { expect, test } from 'vitest';
import { sharedReason } from '#islands/studio/import/ChosenChapters.tsx';

test.each([
  ['most rows have it', [null, 'Autre.', 'Un.', 'Un.', 'Un.', 'Un.'], { reason: 'Un.', count: 4 }],
  ['half of the rows have another', ['Un.', 'Un.', 'Un.', 'Un.', null, null, null, null], null],
  ['the list is short', ['Un.', 'Un.', 'Un.'], null],
] as const)('a reason is said once above the rows or in each: %s', (_, reasons, shared) => {
  expect(sharedReason(reasons)).toEqual(shared);
});
