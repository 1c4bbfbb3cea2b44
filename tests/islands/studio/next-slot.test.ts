import { expect, test } from 'vitest';
import { nextSlot, proposedSchedule } from '#islands/studio/chapters/next-slot.ts';
import { fromParis } from '#shared/time/paris-time.ts';

const now = new Date('2026-11-26T12:00:00Z');

/** Chapters that are scheduled at these days, at 18:30 in Paris. */
const scheduled = (...days: string[]) =>
  days.map((day) => ({
    status: 'scheduled' as const,
    publishedAt: fromParis({ day, time: '18:30' })?.toISOString() ?? null,
  }));

test('without a scheduled chapter it is tomorrow evening, whenever others came out', () => {
  const published = { status: 'published' as const, publishedAt: '2026-11-25T09:12:31.250Z' };
  const draft = { status: 'draft' as const, publishedAt: null };
  expect(nextSlot([], now)).toEqual({ day: '2026-11-27', time: '18:00', weekdays: [5] });
  expect(nextSlot([published, draft], now)).toEqual({
    day: '2026-11-27',
    time: '18:00',
    weekdays: [5],
  });
});

test('it goes on on the weekdays of those that came out on schedule, and is never in the past', () => {
  const out = scheduled('2026-11-20', '2026-11-23', '2026-11-25').map((one) => ({
    ...one,
    status: 'published' as const,
  }));
  const byHand = { status: 'published' as const, publishedAt: '2026-11-26T09:12:31.250Z' };
  const next = { day: '2026-11-27', time: '18:30', weekdays: [5, 1, 3] };
  expect(nextSlot([...out, byHand], now)).toEqual(next);
  expect(nextSlot(scheduled('2026-09-30', '2026-10-05'), now).day).toBe('2026-11-30');
});

test('after one scheduled chapter it is a week later at the same time', () => {
  expect(nextSlot(scheduled('2026-12-02'), now)).toEqual({
    day: '2026-12-09',
    time: '18:30',
    weekdays: [3],
  });
});

test.each([
  [
    'Mondays, Wednesdays, Fridays: after a Friday',
    ['2026-11-30', '2026-12-02', '2026-12-04'],
    '2026-12-07',
  ],
  [
    'Mondays, Wednesdays, Fridays: after a Monday',
    ['2026-12-02', '2026-12-04', '2026-12-07'],
    '2026-12-09',
  ],
  [
    'every day',
    [
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
      '2026-12-07',
    ],
    '2026-12-08',
  ],
  ['whatever the order of the chapters', ['2026-12-04', '2026-11-30', '2026-12-02'], '2026-12-07'],
  ['a weekday of a month ago does not count', ['2026-12-02', '2027-01-08'], '2027-01-15'],
])('it goes on with the schedule: %s', (_, days, day) => {
  expect(nextSlot(scheduled(...days), now)).toMatchObject({ day, time: '18:30' });
});

test.each([
  ['summer time begins', '2027-03-24', '2027-03-31', '2027-03-31T16:30:00.000Z'],
  ['summer time ends', '2027-10-27', '2027-11-03', '2027-11-03T17:30:00.000Z'],
])('it stays at the same time in Paris where %s', (_, last, day, instant) => {
  const slot = nextSlot(scheduled(last), now);
  expect(slot).toMatchObject({ day, time: '18:30' });
  expect(fromParis(slot)?.toISOString()).toBe(instant);
});

test('its weekdays are those of the chapters of the last two weeks before it', () => {
  const { weekdays } = nextSlot(scheduled('2026-10-27', '2026-12-02', '2026-12-04'), now);
  expect(weekdays.toSorted()).toEqual([3, 5]);
});

test('chapters that get new dates go on after the others, not after themselves', () => {
  const others = scheduled('2026-11-30', '2026-12-02', '2026-12-04');
  const chosen = scheduled('2027-06-02', '2027-06-04');
  const schedule = proposedSchedule(others, now, chosen);
  expect(schedule).toMatchObject({ time: '18:30', fromDay: '2026-12-07' });
  expect(schedule.weekdays.toSorted()).toEqual([1, 3, 5]);
});

test('if all that are scheduled get new dates, these begin on their first day, on their weekdays', () => {
  const draft = { status: 'draft' as const, publishedAt: null };
  const schedule = proposedSchedule(
    [draft],
    now,
    scheduled('2026-12-04', '2026-12-02', '2026-12-09'),
  );
  expect(schedule).toMatchObject({ time: '18:30', fromDay: '2026-12-02' });
  expect(schedule.weekdays.toSorted()).toEqual([3, 5]);
});

test('after a change of clocks it is the habitual time again', () => {
  const at = (...instants: string[]) =>
    instants.map((publishedAt) => ({ status: 'scheduled' as const, publishedAt }));
  // Sundays at 02:30: in March that is 03:00, in October it comes twice.
  const spring = at('2027-03-21T01:30:00.000Z', '2027-03-28T01:00:00.000Z');
  expect(nextSlot(spring, now)).toMatchObject({ day: '2027-04-04', time: '02:30' });
  const out = spring.map((one) => ({ ...one, status: 'published' as const }));
  expect(nextSlot(out, now)).toMatchObject({ day: '2027-04-04', time: '02:30' });
  const autumn = at('2027-10-24T00:30:00.000Z', '2027-10-31T00:30:00.000Z');
  expect(nextSlot(autumn, now)).toMatchObject({ day: '2027-11-07', time: '02:30' });
  // A time that was chosen stays.
  const chosen = at('2027-03-21T01:30:00.000Z', '2027-03-28T16:00:00.000Z');
  expect(nextSlot(chosen, now)).toMatchObject({ day: '2027-04-04', time: '18:00' });
  const three = at('2027-03-21T02:00:00.000Z', '2027-03-28T01:00:00.000Z');
  expect(nextSlot(three, now)).toMatchObject({ day: '2027-04-04', time: '03:00' });
});
