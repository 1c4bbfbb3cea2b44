/** An amount in the currency's smallest unit, as in « 4,99 € ». All of ours have two decimals. */
export function formatAmount(amountCents: number, currency: string): string {
  const formatter = new Intl.NumberFormat('fr-FR', { style: 'currency', currency });
  return formatter.format(amountCents / 100);
}

/** A moment in seconds, as in « 21/11/2026 18:35:02 ». */
export function formatMoment(seconds: number): string {
  const formatter = new Intl.DateTimeFormat('fr-FR', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/Paris',
  });
  return formatter.format(seconds * 1000);
}
