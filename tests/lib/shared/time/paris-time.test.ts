import { expect, test } from 'vitest';
import { fromParis, toParis } from '#shared/time/paris-time.ts';

test.each([
  ['winter', '2026-01-15', '18:30', '2026-01-15T17:30:00.000Z'],
  ['summer', '2026-07-14', '12:00', '2026-07-14T10:00:00.000Z'],
  ['midnight', '2026-07-14', '00:05', '2026-07-13T22:05:00.000Z'],
  ['the first of an hour that comes twice', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
])('a time in Paris is an instant: %s', (_, day, time, instant) => {
  expect(fromParis({ day, time })?.toISOString()).toBe(instant);
  expect(toParis(new Date(instant))).toEqual({ day, time });
});

test.each([
  ['an hour that the clocks leave out', '2026-03-29', '02:30'],
  ['no day', '2026-02-30', '10:00'],
  ['nothing', '', ''],
])('there is no instant for %s', (_, day, time) => {
  expect(fromParis({ day, time })).toBeNull();
});
