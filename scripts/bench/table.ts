const numberFormat = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 });

/** A table in columns: the first to the left, the others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  console.log(line(head));
  console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}

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
