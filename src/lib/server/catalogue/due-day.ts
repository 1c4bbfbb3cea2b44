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

function partsOf(date: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}
