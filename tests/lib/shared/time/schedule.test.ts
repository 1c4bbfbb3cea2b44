import { describe, expect, test } from 'vitest';
import { toParis } from '#shared/time/paris-time.ts';
import { slotsOf } from '#shared/time/schedule.ts';

const now = new Date('2026-03-20T10:00:00Z');
const shown = (slots: readonly Date[]) =>
  slots.map((slot) => `${toParis(slot).day} ${toParis(slot).time}`);

describe('the slots of a schedule', () => {
  test('are on its weekdays at its time in Paris, before and after clocks go forward', () => {
    const schedule = { weekdays: [1, 3, 5], time: '18:00', fromDay: '2026-03-25' };
    const slots = slotsOf(schedule, 4, now);
    expect(shown(slots)).toEqual([
      '2026-03-25 18:00',
      '2026-03-27 18:00',
      '2026-03-30 18:00',
      '2026-04-01 18:00',
    ]);
    expect(slots.map((slot) => slot.toISOString().slice(11, 16))).toEqual([
      '17:00',
      '17:00',
      '16:00',
      '16:00',
    ]);
  });

  test('and when clocks go back', () => {
    const schedule = { weekdays: [0], time: '02:30', fromDay: '2026-10-18' };
    expect(shown(slotsOf(schedule, 3, now))).toEqual([
      '2026-10-18 02:30',
      '2026-10-25 02:30',
      '2026-11-01 02:30',
    ]);
  });

  test('of a year that is half typed begin after now, without a look at each day since', () => {
    const schedule = { weekdays: [1], time: '18:00', fromDay: '0002-03-25' };
    const shownDays = shown(slotsOf(schedule, 1, now));
    expect(shownDays).toEqual(['2026-03-23 18:00']);
  });

  test('begin after now, also on the first day', () => {
    const schedule = { weekdays: [0, 1, 2, 3, 4, 5, 6], time: '11:00', fromDay: '2026-03-20' };
    // Eleven o’clock in Paris was now.
    expect(shown(slotsOf(schedule, 1, now))).toEqual(['2026-03-21 11:00']);
    expect(shown(slotsOf({ ...schedule, time: '11:01' }, 1, now))).toEqual(['2026-03-20 11:01']);
  });

  test('are the first time after one that is skipped in March', () => {
    const schedule = { weekdays: [0], time: '02:30', fromDay: '2026-03-29' };
    expect(shown(slotsOf(schedule, 2, now))).toEqual(['2026-03-29 03:00', '2026-04-05 02:30']);
  });

  test.each([
    { weekdays: [], time: '18:00', fromDay: '2026-03-25' },
    { weekdays: [1], time: '', fromDay: '2026-03-25' },
    { weekdays: [1], time: '25:00', fromDay: '2026-03-25' },
    { weekdays: [1], time: '18:00', fromDay: '' },
  ])('are none of $weekdays, $time, $fromDay', (schedule) => {
    expect(slotsOf(schedule, 3, now)).toEqual([]);
  });
});
