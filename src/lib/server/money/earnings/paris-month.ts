import { parisDay } from '#shared/site/formats.ts';
import { fromParis } from '#shared/time/paris-time.ts';

/** The month after `2026-12` is `2027-01`. */
export function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
}

/** The instant at which a month ends in Paris. */
export function endOfMonth(month: string): Date {
  const end = fromParis({ day: `${monthAfter(month)}-01`, time: '00:00' });
  if (!end) throw new Error(`${month} has no end in Paris`);
  return end;
}

/** The last day of a month, as `2026-10-31`. */
export function lastDayOf(month: string): string {
  const day = new Date(`${monthAfter(month)}-01T00:00:00Z`);
  day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** The month in Paris of an instant. */
export function monthOf(instant: Date): string {
  return parisDay(instant).slice(0, 7);
}
