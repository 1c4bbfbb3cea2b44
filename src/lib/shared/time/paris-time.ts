/** Days and times of day in Paris, as in forms, and their instants. */

/** “2026-11-21” and “18:30”. */
export type ParisTime = { day: string; time: string };

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The day and the time of day in Paris at an instant. */
export function toParis(instant: Date): ParisTime {
  const found = Object.fromEntries(
    parts.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = found;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

/**
 * The instant of a day and time in Paris; null for an invalid one, or for a time that is skipped
 * in March. Of the hour that occurs twice in October, the first.
 */
export function fromParis({ day, time }: ParisTime): Date | null {
  const asUtc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Paris is one or two hours ahead of UTC: summer first, which is the earlier instant.
  for (const hoursAhead of [2, 1]) {
    const instant = new Date(asUtc - hoursAhead * 3_600_000);
    const shown = toParis(instant);
    if (shown.day === day && shown.time === time) return instant;
  }
  return null;
}
