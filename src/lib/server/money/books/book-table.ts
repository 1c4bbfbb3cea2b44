import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { BookPeriod, BookTable } from '#shared/contracts/books.ts';
import { addDays } from '#shared/time/add-days.ts';
import { startOfParisDay } from '#shared/time/paris-day.ts';
import type { Database } from '#server/core/db/database.ts';
import { csvHead, csvLine, type CsvValue } from '#server/core/csv.ts';

type Kind = BookTable['columns'][number]['kind'];
type Cell = BookTable['rows'][number][number];

/** A column, and its value in a row. */
export type BookColumn<Row> = [label: string, kind: Kind, valueOf: (row: Row) => Cell];

/** A table of these rows; its counts and euros are summed up unless `sums` is null. */
export function bookTable<Row>(
  columns: readonly BookColumn<Row>[],
  rows: readonly Row[],
  { notes = [], sums }: { notes?: string[]; sums?: null } = {},
): BookTable {
  const cells = rows.map((row) => columns.map(([, , valueOf]) => valueOf(row)));
  const added = columns.map(([, kind], at) =>
    kind !== 'count' && kind !== 'euros'
      ? null
      : cells.reduce((sum, row) => sum + Number(row[at] ?? 0), 0),
  );
  return {
    columns: columns.map(([label, kind]) => ({ label, kind })),
    rows: cells,
    sums: sums === null || rows.length === 0 ? null : added,
    notes,
  };
}

/** A table as a CSV file: without its sums, which a spreadsheet adds up. */
export function bookCsv({ columns, rows }: BookTable): string {
  const lines = rows.map((row) =>
    csvLine(
      row.map((value, at): CsvValue =>
        columns[at]?.kind === 'euros' && typeof value === 'number' ? { cents: value } : value,
      ),
    ),
  );
  return [csvHead(columns.map(({ label }) => label)), ...lines].join('');
}

/** The instants between which a period's days lie in Paris. */
export function boundsOf({ from, to }: Pick<BookPeriod, 'from' | 'to'>): {
  start: Date;
  end: Date;
} {
  return { start: startOfParisDay(from), end: startOfParisDay(addDays(to, 1)) };
}

/** The row's name of a day: the day itself, or its month. */
export const partOf = (day: string, { by }: Pick<BookPeriod, 'by'>) =>
  by === 'day' ? day : day.slice(0, 7);

/** Groups rows by a key, in the order in which the keys come first. */
export function groupsOf<Row>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => unknown[],
): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** Rows of a written statement, parsed. */
export async function rowsOf<Schema extends z.ZodType>(
  db: Database,
  query: SQL,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  return z.object({ rows: z.array(schema) }).parse(await db.execute(query)).rows;
}

/** The day in Paris of an instant's column, in SQL. */
export const dayOf = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'Europe/Paris', 'YYYY-MM-DD')`);

export const sumOf = <Row>(rows: readonly Row[], valueOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + valueOf(row), 0);
