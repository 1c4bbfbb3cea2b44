import { and, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';

/** A list of the export: rows of one table, with what makes them readable. */
export type ExportSection = {
  key: string;
  /** Tables whose rows it shows; the first is read, the others lend it columns. */
  tables: readonly [PgTable, ...PgTable[]];
  /** Columns of the first table that are left out. */
  omitted: readonly string[];
  /** A page of the person's rows after a place in the list (null: from its beginning). */
  readPage: (db: Database, userId: string, after: Place | null) => Promise<ExportPage>;
};

/** Values of the columns that put a list in order. */
type Place = readonly (string | number)[];

/** Rows as they are written, and where the list goes on (null at its end). */
type ExportPage = { rows: Record<string, unknown>[]; next: Place | null };

type Fields = Record<string, PgColumn | SQL>;

type Source = {
  table: PgTable;
  lenders?: readonly PgTable[];
  /** What of the table is left out, by the name of its column: see the reasons beside each. */
  omitted?: readonly string[];
  extra?: Fields;
  of: (db: Database, userId: string) => SQL | undefined;
  /** Unique among one person's rows. */
  by: readonly PgColumn[];
  pageSize?: number;
};

const pageSizeRows = 500;
const place = 'place in the list';

/** A list of the export from the table it shows, read in pages by an order of its own. */
export function section(key: string, source: Source): ExportSection {
  const { table, lenders = [], omitted = [], extra = {}, by, pageSize = pageSizeRows } = source;
  const own = Object.entries(getTableColumns(table)).filter(([name]) => !omitted.includes(name));
  const order = sql.join([...by], sql`, `);
  const fields: Fields = {
    ...Object.fromEntries(own),
    ...extra,
    [place]: sql`json_build_array(${order})`,
  };
  return {
    key,
    tables: [table, ...lenders],
    omitted,
    readPage: async (db, userId, after) => {
      const values = sql.join(
        (after ?? []).map((value) => sql`${value}`),
        sql`, `,
      );
      const rows: Record<string, unknown>[] = await db
        .select(fields)
        .from(table)
        .where(and(source.of(db, userId), after ? sql`(${order}) > (${values})` : undefined))
        .orderBy(...by)
        .limit(pageSize + 1);
      const isMore = rows.length > pageSize;
      const shown = rows.slice(0, pageSize);
      const next = isMore ? ((shown.at(-1)?.[place] ?? null) as Place | null) : null;
      for (const row of shown) Reflect.deleteProperty(row, place);
      return { rows: shown, next };
    },
  };
}
