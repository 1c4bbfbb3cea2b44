/** What sections of the export have in common: whose rows, and titles from other tables. */
import { eq, getTableName, inArray, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';

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
