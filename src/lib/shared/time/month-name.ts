const name = () =>
  new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** “octobre 2026” from `2026-10`. */
export function monthName(month: string): string {
  return name().format(new Date(`${month}-15T00:00:00Z`));
}

/** “52,5 %” from 5250 hundredths of a percent. */
export function formatShare(basisPoints: number): string {
  return new Intl.NumberFormat('fr-FR', {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(basisPoints / 10_000);
}
