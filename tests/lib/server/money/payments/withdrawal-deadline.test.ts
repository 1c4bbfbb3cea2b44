import { expect, test } from 'vitest';
import { lastWithdrawalDay, mayWithdraw } from '#server/money/payments/withdrawal-deadline.ts';

test.each([
  // A Monday: a fortnight later is a Monday.
  ['2026-11-16T10:00:00Z', '2026-11-30'],
  // It would end on a Saturday.
  ['2026-11-21T12:00:00Z', '2026-12-07'],
  // Christmas is a Friday in 2026; the weekend follows.
  ['2026-12-11T12:00:00Z', '2026-12-28'],
  // New Year's Day is a Friday in 2027.
  ['2026-12-18T12:00:00Z', '2027-01-04'],
  // Easter Monday, Ascension and Whit Monday of 2027: March 29, May 6, May 17.
  ['2027-03-15T12:00:00Z', '2027-03-30'],
  ['2027-04-22T12:00:00Z', '2027-05-07'],
  ['2027-05-03T12:00:00Z', '2027-05-18'],
  // 23:30 UTC is already the next day in Paris.
  ['2026-11-15T23:30:00Z', '2026-11-30'],
])('what was bought at %s may be withdrawn from until %s', (boughtAt, lastDay) => {
  expect(lastWithdrawalDay(new Date(boughtAt))).toBe(lastDay);
});

// Easter Sundays as the calendar gives them.
test.each([
  [2024, '2024-04-01'],
  [2025, '2025-04-21'],
  [2026, '2026-04-06'],
  [2028, '2028-04-17'],
  [2030, '2030-04-22'],
  [2038, '2038-04-26'],
])('in %i a period does not end on Easter Monday, %s', (_, easterMonday) => {
  const boughtAt = new Date(Date.parse(`${easterMonday}T12:00:00Z`) - 14 * 86_400_000);
  const nextDay = new Date(Date.parse(`${easterMonday}T12:00:00Z`) + 86_400_000);
  expect(lastWithdrawalDay(boughtAt)).toBe(nextDay.toISOString().slice(0, 10));
});

test('the last day lasts until midnight in Paris', () => {
  const boughtAt = new Date('2026-11-16T10:00:00Z');
  expect(mayWithdraw(boughtAt, new Date('2026-11-30T22:59:59Z'))).toBe(true);
  expect(mayWithdraw(boughtAt, new Date('2026-11-30T23:00:00Z'))).toBe(false);
});
