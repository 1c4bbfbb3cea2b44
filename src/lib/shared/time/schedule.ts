import { fromParis } from './paris-time.ts';

/** “On Mondays and Fridays at 18:00, from the 1st of December on”, in Paris. */
export type Schedule = {
  /** 0 is Sunday, as in `Date`. */
  weekdays: readonly number[];
  time: string;
  fromDay: string;
};

const dayMs = 86_400_000;
/** A day without the wanted time, when clocks go forward, is looked at half an hour later, twice. */
const skippedMinutes = 30;

/**
 * The next `count` instants of a schedule after `now`, in order. None without a weekday, or with a day or
 * a time that are none. A time that is skipped when clocks go forward is the first one after it.
 */
export function slotsOf(schedule: Schedule, count: number, now: Date): Date[] {
  const { weekdays, time, fromDay } = schedule;
  const wanted = new Set(weekdays);
  const slots: Date[] = [];
  // Noon in UTC is on the same day in Paris, whose days may have 23 or 25 hours.
  let noonMs = Date.parse(`${fromDay}T12:00:00Z`);
  if (wanted.size === 0 || Number.isNaN(noonMs) || !/^\d\d:\d\d$/.test(time)) return [];
  // A year that is half typed is “0002”: its days are not gone through one by one.
  const daysPast = Math.floor((now.getTime() - noonMs) / dayMs);
  noonMs += Math.max(0, daysPast) * dayMs;
  for (; slots.length < count; noonMs += dayMs) {
    const noon = new Date(noonMs);
    if (!wanted.has(noon.getUTCDay())) continue;
    const slot = atOrAfter(noon.toISOString().slice(0, 10), time);
    if (slot === null) return [];
    if (slot > now) slots.push(slot);
  }
  return slots;
}

function atOrAfter(day: string, time: string): Date | null {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  for (const later of [0, skippedMinutes, 2 * skippedMinutes]) {
    const total = hours * 60 + minutes + later;
    const shifted = [Math.floor(total / 60), total % 60];
    const [hour = '', minute = ''] = shifted.map((part) => String(part).padStart(2, '0'));
    const instant = fromParis({ day, time: `${hour}:${minute}` });
    if (instant) return instant;
  }
  return null;
}
