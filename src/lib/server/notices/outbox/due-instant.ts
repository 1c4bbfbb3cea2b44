import { fromParis, toParis } from '#shared/time/paris-time.ts';
import type { noticePaces } from '#server/core/db/schema/outbox.ts';

/** How often somebody is told. */
export type Pace = (typeof noticePaces)[number];

/** Hours of silence in Paris: from one whole hour up to another, the next day's where it is earlier. */
export type QuietHours = { fromHour: number; untilHour: number };

/** Minimum time between two messages about one novel to one reader; later releases are merged into the second. */
export const pauseMs = 30 * 60_000;
/** How far back releases are looked for that such a message may have told: quiet hours hold back less. */
export const lookBackMs = 2 * 24 * 3_600_000;

/** When digests are sent, in Paris: every evening, and on Saturday mornings. */
const dailyHour = 18;
const weeklyHour = 10;
const saturday = 6;
const dayMs = 24 * 3_600_000;

/**
 * When to tell somebody what came out: at once, or at the next digest after it, and in either case
 * after their hours of silence. Paris has a summer time: hours are those of the clock on the wall.
 */
export function dueInstant(pace: Exclude<Pace, 'off'>, quiet: QuietHours | null, now: Date): Date {
  const wanted = pace === 'at_once' ? now : nextDigest(pace, now);
  return quiet === null ? wanted : afterQuiet(quiet, wanted);
}

/** This instant, or the end of the hours of silence that it is in. */
export function afterQuiet({ fromHour, untilHour }: QuietHours, instant: Date): Date {
  const { day, time } = toParis(instant);
  const hour = Number(time.slice(0, 2));
  const isOverMidnight = fromHour > untilHour;
  const isQuiet = isOverMidnight
    ? hour >= fromHour || hour < untilHour
    : hour >= fromHour && hour < untilHour;
  if (!isQuiet) return instant;
  const endsTomorrow = isOverMidnight && hour >= fromHour;
  return atHour(endsTomorrow ? dayAfter(day) : day, untilHour);
}

function nextDigest(pace: 'daily' | 'weekly', now: Date): Date {
  let { day } = toParis(now);
  for (let tries = 0; tries < 9; tries++, day = dayAfter(day)) {
    if (pace === 'weekly' && weekday(day) !== saturday) continue;
    const instant = atHour(day, pace === 'daily' ? dailyHour : weeklyHour);
    if (instant > now) return instant;
  }
  throw new Error('a week has a Saturday');
}

/** The hour that is skipped in March is the next one; of the one that comes twice, the first. */
function atHour(day: string, hour: number): Date {
  const time = `${String(hour).padStart(2, '0')}:00`;
  return fromParis({ day, time }) ?? atHour(day, hour + 1);
}

const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
const dayAfter = (day: string) => new Date(noonOf(day) + dayMs).toISOString().slice(0, 10);
const weekday = (day: string) => new Date(noonOf(day)).getUTCDay();
