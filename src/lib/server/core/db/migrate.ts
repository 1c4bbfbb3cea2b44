import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { z } from 'zod';
import { programVersion, projectRoot } from '../project-root.ts';
import type { Database } from './database.ts';
import { DatabaseRefused } from './database-refused.ts';

/** Folder of the SQL migrations, in order. */
export const migrationsFolder = fileURLToPath(new URL('database/migrations', projectRoot));

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
});
const noteSchema = z.object({ rows: z.array(z.object({ note: z.string().nullable() })) });
const appliedSchema = z.object({ rows: z.array(z.object({ at: z.coerce.number() })) });

/** Names of this program's migrations, oldest first, and the timestamps that identify them in the database. */
export function listMigrations(): { tag: string; when: number }[] {
  const journal: unknown = JSON.parse(
    readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8'),
  );
  return journalSchema.parse(journal).entries;
}

/**
 * The last migration applied to a database: `tag` is null if this program does not know it.
 * Null: none was applied.
 */
export async function findLastMigration(db: Database): Promise<{ tag: string | null } | null> {
  const last = (await listApplied(db)).at(-1);
  if (last === undefined) return null;
  return { tag: listMigrations().find(({ when }) => when === last)?.tag ?? null };
}

/**
 * @throws DatabaseRefused `newerTables` where the last migration is one that this program does not
 * know: it would write what they do not mean.
 */
export async function refuseForeignDatabase(db: Database): Promise<void> {
  const last = await findLastMigration(db);
  if (last?.tag !== null) return;
  throw new DatabaseRefused('newerTables', { needed: neededProgram(await findMigrator(db)) });
}

/** The program that an operator needs, given the version that `findMigrator` returns. */
export const neededProgram = (version: string | null): string =>
  version === null
    ? 'une version plus récente de Feuilleton'
    : `Feuilleton ${version} ou plus récent`;

/**
 * The version of the program that applied the last migration; null where none has noted it. It
 * stands in a comment on the table of migrations, which every program can read (decision 144).
 */
export async function findMigrator(db: Database): Promise<string | null> {
  const [, version = null, tag] =
    /^Feuilleton (\d[\w.+-]*), (.*)$/.exec((await readNote(db)) ?? '') ?? [];
  // A note of a migration that this program has is older than the one that it lacks.
  return listMigrations().some((known) => known.tag === tag) ? null : version;
}

/** Notes which program applied the last migration, unless the one that did has noted it. */
export async function noteMigrator(db: Database): Promise<void> {
  const newest = listMigrations().at(-1)?.tag ?? '';
  if ((await readNote(db))?.endsWith(`, ${newest}`)) return;
  const note = `Feuilleton ${programVersion()}, ${newest}`;
  await db.execute(
    sql.raw(`comment on table drizzle.__drizzle_migrations is ${pg.escapeLiteral(note)}`),
  );
}

async function readNote(db: Database): Promise<string | null> {
  const read = await db.execute(
    sql`select obj_description(to_regclass('drizzle.__drizzle_migrations'), 'pg_class') as note`,
  );
  return noteSchema.parse(read).rows[0]?.note ?? null;
}

/** The timestamps of the migrations applied to a database, oldest first. */
async function listApplied(db: Database): Promise<number[]> {
  const made = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') as name`);
  const [found] = z
    .object({ rows: z.array(z.object({ name: z.string().nullable() })) })
    .parse(made).rows;
  if (!found?.name) return [];
  const applied = await db.execute(
    sql`select created_at as at from drizzle.__drizzle_migrations order by created_at`,
  );
  return appliedSchema.parse(applied).rows.map(({ at }) => at);
}

/**
 * Applies the migrations after one and up to another, inside the caller's transaction, and records
 * them. Drizzle's own migrator begins its own transaction.
 */
export async function migrateWithin(
  tx: Database,
  { after = null, upTo }: { after?: string | null; upTo: string },
): Promise<void> {
  const tags = listMigrations().map(({ tag }) => tag);
  const wanted = new Set(tags.slice(tags.indexOf(after ?? '') + 1, tags.indexOf(upTo) + 1));
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  for (const [at, migration] of readMigrationFiles({ migrationsFolder }).entries()) {
    if (!wanted.has(tags[at] ?? '')) continue;
    for (const statement of migration.sql) await tx.execute(sql.raw(statement));
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`);
  }
  if (wanted.has(tags.at(-1) ?? '')) await noteMigrator(tx);
}
