import { parisDay } from '../site/formats.ts';

const hourMs = 3_600_000;

/**
 * The instant at which a day (`2026-12-05`) begins in Paris, one or two hours before it does in
 * UTC. The clock never changes at midnight there.
 */
export function startOfParisDay(day: string): Date {
  const utcMs = Date.parse(`${day}T00:00:00Z`);
  const summer = new Date(utcMs - 2 * hourMs);
  return parisDay(summer) === day ? summer : new Date(utcMs - hourMs);
}
