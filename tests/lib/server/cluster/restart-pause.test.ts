import { expect, test } from 'vitest';
import { restartPauseMs } from '#server/cluster/primary.ts';

test.each([
  [0, 0],
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [6, 16_000],
  [7, 30_000],
  [1_000, 30_000],
])('after %i starts in a row that failed, the next one waits %i ms', (failedStarts, pauseMs) => {
  expect(restartPauseMs(failedStarts)).toBe(pauseMs);
});
