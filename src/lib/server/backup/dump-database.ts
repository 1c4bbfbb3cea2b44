import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { PicturesUnavailable, type Bucket } from '#server/core/bucket.ts';
import type { Clock } from '#server/core/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { findLastMigration, refuseForeignDatabase } from '#server/core/db/migrate.ts';
import { withoutTimeLimit } from '#server/core/db/timeouts.ts';
import { programVersion } from '#server/core/project-root.ts';
import {
  BackupRefused,
  formatVersion,
  type BackupHead,
  type ControlLine,
  type Sequence,
} from './backup-lines.ts';
import { listSequences, listTables, type Table } from './catalog.ts';

/** About this much of a table is in memory at a time; of one with files, a row. */
const batchCharacters = 1_000_000;
const batchRowsMax = 2_000;
/** Of a table of pictures: as many are read from the bucket at once. */
const picturesAtOnce = 8;

const linesSchema = z.object({ rows: z.array(z.object({ line: z.string() })) });
const rowSchema = z.array(z.string().nullable());
const sequenceRow = z.object({
  rows: z.tuple([z.object({ last: z.string(), isCalled: z.boolean() })]),
});

/** What a backup holds. */
export type Dumped = {
  tables: number;
  rows: number;
  /** Of the pictures in the bucket, how many it contains, and how many were not there. */
  objects: number;
  missing: number;
};

/**
 * Hands over a database as the lines of a backup, in pieces. Everything is read in one snapshot
 * while others go on writing; rows come by cursor. Pictures in the bucket come with their bytes, as if
 * they were in the database: a backup is whole without the bucket. Refuses with `BackupRefused` a database without
 * our tables, or one that a newer program has migrated; fails with `PicturesUnavailable`.
 */
export function dumpDatabase(
  { db, bucket, clock }: { db: Database; bucket: Bucket | null; clock: Clock },
  take: (lines: string) => Promise<void>,
): Promise<Dumped> {
  const digest = createHash('sha256');
  const write = async (lines: string) => {
    digest.update(lines);
    await take(lines);
  };
  const writeLine = (line: BackupHead | ControlLine) => write(`${JSON.stringify(line)}\n`);
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return db.transaction(async (tx) => {
    // As texts that mean the same wherever they are read.
    await tx.execute(sql`select set_config('TimeZone', 'UTC', true),
      set_config('DateStyle', 'ISO', true), set_config('bytea_output', 'hex', true)`);
    await withoutTimeLimit(tx);
    await writeLine({
      format: 'feuilleton-backup',
      formatVersion,
      createdAt: clock.now().toISOString(),
      version: programVersion(),
      migration: await migrationOf(tx),
    });
    const tables = await listTables(tx);
    const dumped: Dumped = { tables: tables.length, rows: 0, objects: 0, missing: 0 };
    for (const table of tables) {
      await writeLine({ table: table.name, columns: table.columns.map(({ name }) => name) });
      const { objects, missing, ...written } = await dumpTable(tx, table, bucket, write);
      await writeLine({ tableEnd: table.name, ...written });
      dumped.rows += written.rows;
      dumped.objects += objects;
      dumped.missing += missing;
    }
    const { rows } = dumped;
    const sequences = await readSequences(tx);
    const sha256 = digest.copy().digest('hex');
    await writeLine({ end: true, tables: tables.length, rows, sequences, sha256 });
    return dumped;
  }, snapshot);
}

async function migrationOf(tx: Database): Promise<string> {
  await refuseForeignDatabase(tx);
  const last = await findLastMigration(tx);
  if (!last?.tag)
    throw new BackupRefused('La base de données est vide : il n’y a rien à sauvegarder.');
  return last.tag;
}

async function dumpTable(
  tx: Database,
  { name, columns }: Table,
  bucket: Bucket | null,
  write: (lines: string) => Promise<void>,
): Promise<Omit<Dumped, 'tables'> & { sha256: string }> {
  const digest = createHash('sha256');
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  );
  await tx.execute(sql`declare backup_rows no scroll cursor for
    select json_build_array(${values})::text as line from ${sql.identifier(name)}`);
  const hasFiles = columns.some(({ type }) => type === 'bytea');
  const keyAt = columns.findIndex((column) => column.name === 'object_key');
  const bytesAt = columns.findIndex((column) => column.name === 'bytes');
  const found = { rows: 0, objects: 0, missing: 0 };

  /** The row of a picture in the bucket, with its bytes in place of their key. */
  async function withBytes(line: string): Promise<string> {
    const row = rowSchema.parse(JSON.parse(line));
    const key = row[keyAt];
    if (key === null || key === undefined) return line;
    if (!bucket) throw new PicturesUnavailable('unset', key);
    const bytes = await bucket.get(key);
    if (!bytes) {
      found.missing++;
      return line;
    }
    found.objects++;
    const filled = row.with(keyAt, null).with(bytesAt, String.raw`\x` + bytes.toString('hex'));
    return JSON.stringify(filled);
  }

  const holdsPictures = keyAt !== -1 && bytesAt !== -1;
  // The first rows tell how large they are.
  for (let wanted = holdsPictures ? picturesAtOnce : 1; ;) {
    const result = await tx.execute(sql.raw(`fetch ${wanted} from backup_rows`));
    const given = linesSchema.parse(result).rows.map(({ line }) => line);
    if (given.length === 0) break;
    const lines = holdsPictures ? await Promise.all(given.map(withBytes)) : given;
    const text = lines.map((line) => `${line}\n`).join('');
    digest.update(text);
    await write(text);
    found.rows += lines.length;
    const fitting = Math.floor((batchCharacters * lines.length) / text.length);
    if (!hasFiles) wanted = Math.min(batchRowsMax, wanted * 4, Math.max(1, fitting));
  }
  await tx.execute(sql`close backup_rows`);
  return { ...found, sha256: digest.digest('hex') };
}

/** Sequences are in no snapshot: at worst they are a little ahead, which leaves a gap and no double. */
async function readSequences(tx: Database): Promise<Sequence[]> {
  const sequences: Sequence[] = [];
  for (const name of await listSequences(tx)) {
    const result = await tx.execute(
      sql`select last_value::text as last, is_called as "isCalled" from ${sql.identifier(name)}`,
    );
    const [state] = sequenceRow.parse(result).rows;
    sequences.push({ name, ...state });
  }
  return sequences;
}
