import { formatNear } from '#shared/site/formats.ts';

const format = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Paris',
});

/** “mercredi 2 décembre” in Paris, with no-break spaces; with the year where it is not this one. */
export function formatDueDay(date: Date, now: Date): string {
  const { weekday, day, month, year } = partsOf(date);
  const ordinal = day === '1' ? '1er' : day;
  const words = [weekday, ordinal, month, ...(year === partsOf(now).year ? [] : [year])];
  return words.join('\u00A0');
}

/** “Gratuit demain à 18:00”, “Gratuit dans 3 jours, lundi 30 novembre”, “Gratuit le mercredi 9 décembre”. */
export function freeWords(date: Date, now: Date): string {
  const near = formatNear(date, now);
  if (near === null) return `Gratuit le ${formatDueDay(date, now)}`;
  // With the day, since a page may be read from a copy that was kept some days ago.
  return near.startsWith('dans')
    ? `Gratuit ${near}, ${formatDueDay(date, now)}`
    : `Gratuit ${near}`;
}

function partsOf(date: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}
