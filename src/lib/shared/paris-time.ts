/** Days and times of day in Paris, as forms have them, and the instants that they stand for. */

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

/** The day and the time of day that a clock in Paris shows then. */
export function toParis(instant: Date): ParisTime {
  const found = Object.fromEntries(
    parts.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = found;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

/**
 * The instant at which a clock in Paris shows this; null for what is no day or time, or for a time
 * that the clocks leave out in March. Of the hour that they show twice in October, the first.
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
