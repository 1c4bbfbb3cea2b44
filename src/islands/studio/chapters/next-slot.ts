import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { fromParis, toParis, type ParisTime } from '#shared/time/paris-time.ts';
import { slotsOf, type Schedule } from '#shared/time/schedule.ts';
import { tomorrowEvening } from './ParisInstant.tsx';

type Earlier = Pick<StudioChapterBody, 'status' | 'publishedAt'>;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The author's days of the week are those on which chapters are scheduled in so many days. */
const scheduleDays = 14;

/** When a chapter is proposed to come out, and the days of the week of those before it. */
type NextSlot = ParisTime & {
  /** Those on which chapters come out, that of the proposed day among them; 0 is Sunday. */
  weekdays: readonly number[];
};

/**
 * When a chapter is proposed to come out: after the last scheduled one before it, or the last that came
 * out on schedule, at the same time in Paris, on the next of the weekdays on which those come out;
 * tomorrow at 18:00 without any. Always to come.
 */
export function nextSlot(earlier: readonly Earlier[], now: Date): NextSlot {
  const waiting = scheduledTimes(earlier);
  const scheduled = waiting.length > 0 ? waiting : timesOf(earlier.filter(cameOutOnSchedule));
  const last = scheduled.at(-1);
  if (!last) {
    const first = tomorrowEvening(now, toParis);
    return { ...first, weekdays: [noonOf(first.day).getUTCDay()] };
  }
  const lastNoon = noonOf(last.day);
  const weekdays = new Set(
    scheduled
      .map(({ day }) => noonOf(day))
      .filter((noon) => lastNoon.getTime() - noon.getTime() < scheduleDays * dayMs)
      .map((noon) => noon.getUTCDay()),
  );
  const fromDay = new Date(lastNoon.getTime() + dayMs).toISOString().slice(0, 10);
  const time = habitualTime(timesOf(earlier.filter(isOnSchedule)), last);
  const schedule = { weekdays: [...weekdays], time, fromDay };
  const [next] = slotsOf(schedule, 1, now);
  const day = next ? toParis(next).day : fromDay;
  return { day, time, weekdays: [...weekdays] };
}

/**
 * The time of day of the last slot; where that came later only because clocks went forward (`slotsOf`),
 * the time of those before it.
 */
function habitualTime(times: readonly ParisTime[], last: ParisTime): string {
  const skipped = times.findLast(({ day, time }) => {
    const isEarlier = day < last.day && fromParis({ day: last.day, time }) === null;
    const schedule = { weekdays: [noonOf(last.day).getUTCDay()], time, fromDay: last.day };
    const [slot] = isEarlier ? slotsOf(schedule, 1, new Date(0)) : [];
    return slot !== undefined && toParis(slot).time === last.time;
  });
  return skipped?.time ?? last.time;
}

const isOnSchedule = (chapter: Earlier): boolean =>
  chapter.status === 'scheduled' || cameOutOnSchedule(chapter);

/** What was published by hand came out in the middle of a minute. */
const cameOutOnSchedule = ({ status, publishedAt }: Earlier): boolean =>
  status === 'published' && publishedAt !== null && Date.parse(publishedAt) % minuteMs === 0;

/** When those come out that are scheduled, the first one first. */
const scheduledTimes = (chapters: readonly Earlier[]): ParisTime[] =>
  timesOf(chapters.filter(({ status }) => status === 'scheduled'));

const timesOf = (chapters: readonly Earlier[]): ParisTime[] =>
  chapters
    .flatMap(({ publishedAt }) => (publishedAt === null ? [] : [toParis(new Date(publishedAt))]))
    .toSorted((one, other) => (one.day + one.time < other.day + other.time ? -1 : 1));

/** A day as an instant that can be counted with: days in Paris may have 23 or 25 hours. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/**
 * The schedule that a novel has, after the last scheduled one of its other chapters.
 * @param chosen those that get new dates: their own count only if no other is scheduled, and then
 *   they begin on their first day again.
 */
export function proposedSchedule(
  others: readonly Earlier[],
  now: Date,
  chosen: readonly Earlier[] = [],
): Schedule {
  const [first] = scheduledTimes(chosen);
  if (first && scheduledTimes(others).length === 0) {
    const { time, weekdays } = nextSlot(chosen, now);
    return { weekdays, time, fromDay: first.day };
  }
  const { day, time, weekdays } = nextSlot(others, now);
  return { weekdays, time, fromDay: day };
}
