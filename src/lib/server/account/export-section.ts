import { and, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';

/** A list of the export: rows of one table, with what makes them readable. */
export type ExportSection = {
  key: string;
  /** Names of the tables to read; the first one is listed, the others only provide columns. */
  tables: readonly [string, ...string[]];
  /** Columns of the first table that are left out. */
  omitted: readonly string[];
  /** A page of the user's rows after a cursor (null: from the start). */
  readPage: (db: Database, userId: string, after: Place | null) => Promise<ExportPage>;
};

/** Values of the columns that the list is ordered by. */
type Place = readonly (string | number)[];

/** Serialized rows, and the cursor of the next page (null at the end). */
type ExportPage = { rows: Record<string, unknown>[]; next: Place | null };

type Fields = Record<string, PgColumn | SQL>;

type Source = {
  table: PgTable;
  lenders?: readonly string[];
  /** Columns that are left out; each has its reason next to it. */
  omitted?: readonly string[];
  extra?: Fields;
  of: (db: Database, userId: string) => SQL | undefined;
  /** Unique among one user's rows. */
  by: readonly PgColumn[];
  pageSize?: number;
};

const pageSizeRows = 500;
const place = 'place in the list';

/** A list of the export: a table, read in pages by its own order. */
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
    tables: [getTableName(table), ...lenders],
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
