import { expect, test } from 'vitest';
import { sharedReasons } from '#islands/studio/import/shared-reasons.ts';

test('a reason that many rows have is said above them with their number, a rarer one in its row', () => {
  const reasons = [null, 'Titre trop long.', 'Un.', 'Un.', 'Un.', 'Un.'];
  expect(sharedReasons(reasons)).toEqual(new Map([['Un.', 4]]));
  expect(sharedReasons(['Un.', 'Un.', 'Un.', null]).size).toBe(0);
});
