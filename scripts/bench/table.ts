const numberFormat = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 });

/** The median; 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** `12 345`, with spaces that line up in a terminal. */
export function formatWhole(value: number): string {
  return numberFormat.format(value).replaceAll(/\s/g, ' ');
}

/** `1,23` */
export function formatDecimals(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('.', ',');
}
