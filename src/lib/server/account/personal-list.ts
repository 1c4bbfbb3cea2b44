/** The words of the list of personal data: what the export shows of a table, and what erasure does. */
import { eq, getTableName, inArray, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';

/** What erasing an account does to the rows of a person, by the columns that lead to the person. */
export type Erasure = {
  columns: readonly PgColumn[];
  /** Why rows still lead to the account's shell afterwards; null: none do. */
  retained: string | null;
  /** @returns tags of the pages that change. */
  run: (tx: Database, userId: string) => Promise<string[]>;
};

/** Rows of a table that are a person's: what the export shows of them, and what erasure does. */
export type PersonalList = {
  /** Its name in the export. */
  key: string;
  /** In their order. What leads to a person is in one of them; none for a second list of a table. */
  erasure: readonly Erasure[];
  /** Columns that are left out, each with its reason. */
  omitted?: Readonly<Record<string, string>>;
  /** What makes the rows readable, from other tables. */
  extra?: Readonly<Record<string, SQL>>;
  /** Which rows are the user's. */
  of: (db: Database, userId: string) => SQL | undefined;
  /** Columns of the table that the list is ordered by, unique among one user's rows. */
  by: readonly [PgColumn, ...PgColumn[]];
  pageSizeRows?: number;
};

/** The rows are deleted. The columns are of one table. */
export const deletes = (first: PgColumn, ...others: PgColumn[]): Erasure => ({
  columns: [first, ...others],
  retained: null,
  run: async (tx, userId) => {
    const columns = [first, ...others];
    await tx.delete(first.table).where(or(...columns.map((column) => eq(column, userId))));
    return [];
  },
});

/** The rows are retained without the user's id. */
export const empties = (column: PgColumn): Erasure => ({
  columns: [column],
  retained: null,
  run: async (tx, userId) => {
    await tx.execute(sql`update ${column.table} set ${sql.identifier(column.name)} = null
      where ${column} = ${userId}`);
    return [];
  },
});

/** The rows are retained unchanged. */
export const retains = (column: PgColumn, retained: string): Erasure => ({
  columns: [column],
  retained,
  run: () => Promise.resolve([]),
});

/** Rows whose column is the user. */
export const isOf = (column: PgColumn) => (_: Database, userId: string) => eq(column, userId);

/** Drizzle omits the table's name in a field; with several tables it is needed. */
const named = (column: Column): SQL =>
  sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`;

/** A column of another table, from the row whose `key` is this row's `id`. */
export const lookUp = (wanted: Column, key: Column, id: Column): SQL =>
  sql`(select ${named(wanted)} from ${key.table} where ${named(key)} = ${named(id)})`;

/** The title of the novel whose id a column has. */
export const novelTitle = (id: Column) => ({ novelTitle: lookUp(novels.title, novels.id, id) });
/** The titles of the chapter whose id a column has, and of its novel. */
export const chapterTitles = (id: Column) => ({
  chapterTitle: lookUp(chapters.title, chapters.id, id),
  novelTitle: sql`(select ${named(novels.title)} from ${novels}
    join ${chapters} on ${named(chapters.novelId)} = ${named(novels.id)}
    where ${named(chapters.id)} = ${named(id)})`,
});

/** Rows of novels that the user owns. */
export const ofOwnNovels = (column: PgColumn) => (db: Database, userId: string) =>
  inArray(column, db.select({ id: novels.id }).from(novels).where(eq(novels.ownerId, userId)));
/** Rows of chapters of novels that the user owns. */
export const ofOwnChapters = (column: PgColumn) => (db: Database, userId: string) =>
  inArray(
    column,
    db
      .select({ id: chapters.id })
      .from(chapters)
      .innerJoin(novels, eq(novels.id, chapters.novelId))
      .where(eq(novels.ownerId, userId)),
  );
