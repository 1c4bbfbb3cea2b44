import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { toParis, type ParisTime } from '#shared/paris-time.ts';
import type { Rhythm } from '#shared/rhythm.ts';
import { tomorrowEvening } from './ParisInstant.tsx';

type Earlier = Pick<StudioChapterBody, 'status' | 'publishedAt'>;

const dayMs = 86_400_000;
/** The author's days of the week are those on which chapters are scheduled in so many days. */
const rhythmDays = 14;

/** When a chapter is proposed to come out, and the days of the week of those before it. */
type NextSlot = ParisTime & {
  /** Those on which chapters come out, that of the proposed day among them; 0 is Sunday. */
  weekdays: readonly number[];
};

/**
 * When a chapter is proposed to come out: after the last scheduled one before it, at the same time in
 * Paris, on the next of the weekdays on which those come out; tomorrow at 18:00 without any.
 */
export function nextSlot(earlier: readonly Earlier[], now: Date): NextSlot {
  const scheduled = scheduledTimes(earlier);
  const last = scheduled.at(-1);
  if (!last) {
    const first = tomorrowEvening(now, toParis);
    return { ...first, weekdays: [noonOf(first.day).getUTCDay()] };
  }
  const lastNoon = noonOf(last.day);
  const weekdays = new Set(
    scheduled
      .map(({ day }) => noonOf(day))
      .filter((noon) => lastNoon.getTime() - noon.getTime() < rhythmDays * dayMs)
      .map((noon) => noon.getUTCDay()),
  );
  // The last one's own weekday is among them: a week later at most.
  const next = [1, 2, 3, 4, 5, 6, 7]
    .map((days) => new Date(lastNoon.getTime() + days * dayMs))
    .find((noon) => weekdays.has(noon.getUTCDay()));
  const day = (next ?? lastNoon).toISOString().slice(0, 10);
  return { day, time: last.time, weekdays: [...weekdays] };
}

/** When those come out that are scheduled, the first one first. */
const scheduledTimes = (chapters: readonly Earlier[]): ParisTime[] =>
  chapters
    .filter(({ status }) => status === 'scheduled')
    .flatMap(({ publishedAt }) => (publishedAt === null ? [] : [toParis(new Date(publishedAt))]))
    .toSorted((one, other) => (one.day + one.time < other.day + other.time ? -1 : 1));

/** A day as an instant that can be counted with: days in Paris may have 23 or 25 hours. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/**
 * The rhythm that a novel has, after the last scheduled one of its other chapters.
 * @param chosen those that get new dates: their own count only if no other is scheduled, and then
 *   they begin on their first day again.
 */
export function proposedRhythm(
  others: readonly Earlier[],
  now: Date,
  chosen: readonly Earlier[] = [],
): Rhythm {
  const [first] = scheduledTimes(chosen);
  if (first && scheduledTimes(others).length === 0) {
    const { time, weekdays } = nextSlot(chosen, now);
    return { weekdays, time, fromDay: first.day };
  }
  const { day, time, weekdays } = nextSlot(others, now);
  return { weekdays, time, fromDay: day };
}
