import { describe, expect, test } from 'vitest';
import { afterQuiet, dueInstant } from '#server/notices/outbox/due-instant.ts';

const at = (text: string) => new Date(text);
const night = { fromHour: 22, untilHour: 7 };

describe('what came out is told', () => {
  test.each([
    // Winter: Paris is one hour ahead; summer: two.
    ['at once', 'at_once', null, '2026-11-25T12:34:56Z', '2026-11-25T12:34:56Z'],
    [
      'in the evening of the same day',
      'daily',
      null,
      '2026-11-25T16:59:00Z',
      '2026-11-25T17:00:00Z',
    ],
    ['in the next evening', 'daily', null, '2026-11-25T17:00:00Z', '2026-11-26T17:00:00Z'],
    ['in a summer evening', 'daily', null, '2026-07-01T12:00:00Z', '2026-07-01T16:00:00Z'],
    ['on Saturday', 'weekly', null, '2026-11-25T12:00:00Z', '2026-11-28T09:00:00Z'],
    ['on the next Saturday', 'weekly', null, '2026-11-28T09:00:00Z', '2026-12-05T09:00:00Z'],
    // The clock goes forward on Sunday 29 March 2026, back on 25 October.
    ['across the change in March', 'daily', null, '2026-03-28T18:00:00Z', '2026-03-29T16:00:00Z'],
    [
      'across the change in October',
      'weekly',
      null,
      '2026-10-24T09:00:00Z',
      '2026-10-31T09:00:00Z',
    ],
    ['after the night', 'at_once', night, '2026-11-25T22:30:00Z', '2026-11-26T06:00:00Z'],
    ['before the night', 'at_once', night, '2026-11-25T20:59:59Z', '2026-11-25T20:59:59Z'],
    [
      'after silence at the hour of the digest',
      'daily',
      { fromHour: 17, untilHour: 20 },
      '2026-11-25T12:00:00Z',
      '2026-11-25T19:00:00Z',
    ],
  ] as const)('%s', (_, pace, quiet, now, due) => {
    expect(dueInstant(pace, quiet, at(now))).toEqual(at(due));
  });
});

describe('hours of silence', () => {
  test.each([
    [
      'end on the clock of the wall after the change in March',
      night,
      '2026-03-28T23:00:00Z',
      '2026-03-29T05:00:00Z',
    ],
    [
      'end on it after the change in October',
      night,
      '2026-10-24T22:00:00Z',
      '2026-10-25T06:00:00Z',
    ],
    [
      'in the early morning end on the same day',
      night,
      '2026-11-26T03:00:00Z',
      '2026-11-26T06:00:00Z',
    ],
    [
      'of one day leave the night alone',
      { fromHour: 9, untilHour: 17 },
      '2026-11-25T23:00:00Z',
      '2026-11-25T23:00:00Z',
    ],
    [
      'of one day end on it',
      { fromHour: 9, untilHour: 17 },
      '2026-11-25T08:00:00Z',
      '2026-11-25T16:00:00Z',
    ],
    [
      'end at midnight',
      { fromHour: 20, untilHour: 0 },
      '2026-11-25T20:00:00Z',
      '2026-11-25T23:00:00Z',
    ],
    // 02:00 does not exist on that night: 03:00 does.
    [
      'that end in the skipped hour end after it',
      { fromHour: 23, untilHour: 2 },
      '2026-03-28T23:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
  ] as const)('%s', (_, quiet, now, end) => {
    expect(afterQuiet(quiet, at(now))).toEqual(at(end));
  });
});
