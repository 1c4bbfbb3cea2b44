import { firstPeriodDay, periodDaysMax } from '#shared/constants.ts';
import { formatCount, formatEuros, formatPercent } from '#shared/site/formats.ts';

/** Days in Paris, both included. */
export type Period = { from: string; to: string };

const dayMs = 86_400_000;

/** Periods that end today, by their length in days. */
export const presets = [
  { days: 7, label: '7 jours' },
  { days: 30, label: '30 jours' },
  { days: 90, label: '90 jours' },
  { days: 365, label: 'Un an' },
] as const;

/** The last days up to one, `days` of them. */
export const lastDays = (to: string, days: number): Period => ({
  from: new Date(Date.parse(`${to}T12:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10),
  to,
});

/** Whether it is one that the server takes: days that exist, in their order, and not too many. */
export function isPeriod({ from, to }: Period): boolean {
  const length = Date.parse(to) - Date.parse(from);
  return (
    isDay(from) &&
    isDay(to) &&
    from >= firstPeriodDay &&
    length >= 0 &&
    length / dayMs < periodDaysMax
  );
}

/** A day that exists, as `2026-11-21`. */
function isDay(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/**
 * How a figure has changed, in words: “+3 (+50 %)”, “égal”. No share where there was nothing before.
 */
export function changeWords(now: number, before: number): string {
  const change = now - before;
  if (change === 0) return 'égal';
  const signed = `${signOf(change)}${formatCount(Math.abs(change))}`;
  if (before === 0) return signed;
  const percent = Math.round((change / Math.abs(before)) * 100);
  return `${signed} (${signOf(percent)}${formatPercent(Math.abs(percent))})`;
}

/** The same for cents: “+1,20 €”, “égal”. */
export function changeInEuros(nowCents: number, beforeCents: number): string {
  const change = nowCents - beforeCents;
  if (change === 0) return 'égal';
  return `${signOf(change)}${formatEuros(Math.abs(change))}`;
}

const signOf = (change: number): string => (change > 0 ? '+' : change < 0 ? '\u2212' : '');
