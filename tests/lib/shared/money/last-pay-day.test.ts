import { expect, test } from 'vitest';
import { lastPayDay } from '#shared/money/last-pay-day.ts';

test.each([
  ['2026-11-27T12:00:00Z', '2026-12-27'],
  // Half past midnight in Paris, before clocks go back.
  ['2026-10-01T22:30:00Z', '2026-11-01'],
  // Half past eleven at night, before they go forward.
  ['2027-03-10T22:30:00Z', '2027-04-09'],
])('prepared at %s, a payment is for %s at the latest', (now, day) => {
  expect(lastPayDay(new Date(now))).toBe(day);
});
