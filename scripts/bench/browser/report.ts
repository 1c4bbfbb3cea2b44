/** What the browser's bench prints: for each row the medians, how far apart its visits are, its goal. */
import { formatDecimals, formatWhole, median } from '../table.ts';
import { printTable } from '#scripts/print-table.ts';

/** A figure that a kind of visit gives. */
export type Row = { name: string; unit: 'ms' | 'fichiers' | 'requêtes' | 'kB'; goal: number };

/** One visit's figures for each checkout: `values[checkout][visit]`. */
export type Measured = { row: Row; values: readonly (readonly number[])[] };

/** The lower and upper quartile: half of the visits lie between them. */
export function quartiles(numbers: readonly number[]): [number, number] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return [sorted[Math.floor(last * 0.25)] ?? 0, sorted[Math.ceil(last * 0.75)] ?? 0];
}

/** The cells of a row: medians with their quartiles, the ratio of two checkouts, the goal. */
export function cellsOf({ row, values }: Measured): string[] {
  const format = (value: number) =>
    row.unit === 'kB' ? formatDecimals(value, 1) : formatWhole(value);
  const medians = values.map(median);
  const [before = 0] = medians;
  const now = medians.at(-1) ?? 0;
  return [
    `${row.name} (${row.unit})`,
    ...values.flatMap((visits, index) => [
      format(medians[index] ?? 0),
      quartiles(visits).map(format).join('–'),
    ]),
    ...(values.length > 1 ? [formatDecimals(now / before, 2)] : []),
    format(row.goal),
    now <= row.goal ? 'oui' : 'non',
  ];
}

/** Prints the table. @param checkouts names, in the order of the values. */
export function printBrowserTable(
  checkouts: readonly string[],
  measured: readonly Measured[],
  rounds: number,
): void {
  console.log(
    `\nNavigateur : médianes de ${rounds} visites, et entre quels quartiles la moitié d’entre elles ` +
      'se trouve. Une différence plus petite que cet écart n’est que du bruit.\n' +
      'Téléphone : processeur ÷ 4, 150 ms d’aller-retour, 1,6 Mbit/s (CDP, non Lighthouse) ; ' +
      'l’établissement de la connexion y est compté pour un aller-retour.\n' +
      '4G lente : 562 ms par requête, 1,44 Mbit/s, processeur ÷ 6.\n',
  );
  const ratio = checkouts.length > 1 ? ['rapport'] : [];
  printTable(
    ['', ...checkouts.flatMap((name) => [name, 'quartiles']), ...ratio, 'but', 'tenu'],
    measured.map(cellsOf),
  );
}
