import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
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

const linesSchema = z.object({ rows: z.array(z.object({ line: z.string() })) });
const sequenceRow = z.object({
  rows: z.tuple([z.object({ last: z.string(), isCalled: z.boolean() })]),
});

/** What a backup holds. */
export type Dumped = { tables: number; rows: number };

/**
 * Hands over a database as the lines of a backup, in pieces. Everything is read in one snapshot
 * while others go on writing; rows come by cursor. Refuses with `BackupRefused` a database without
 * our tables, or one that a newer program has migrated.
 */
export function dumpDatabase(
  { db, clock }: { db: Database; clock: Clock },
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
    let rows = 0;
    for (const table of tables) {
      await writeLine({ table: table.name, columns: table.columns.map(({ name }) => name) });
      const written = await dumpTable(tx, table, write);
      await writeLine({ tableEnd: table.name, ...written });
      rows += written.rows;
    }
    const sequences = await readSequences(tx);
    const sha256 = digest.copy().digest('hex');
    await writeLine({ end: true, tables: tables.length, rows, sequences, sha256 });
    return { tables: tables.length, rows };
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
  write: (lines: string) => Promise<void>,
): Promise<{ rows: number; sha256: string }> {
  const digest = createHash('sha256');
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  );
  await tx.execute(sql`declare backup_rows no scroll cursor for
    select json_build_array(${values})::text as line from ${sql.identifier(name)}`);
  const hasFiles = columns.some(({ type }) => type === 'bytea');
  let rows = 0;
  // The first rows tell how large they are.
  for (let wanted = 1; ;) {
    const result = await tx.execute(sql.raw(`fetch ${wanted} from backup_rows`));
    const lines = linesSchema.parse(result).rows.map(({ line }) => `${line}\n`);
    if (lines.length === 0) break;
    const text = lines.join('');
    digest.update(text);
    await write(text);
    rows += lines.length;
    const fitting = Math.floor((batchCharacters * lines.length) / text.length);
    if (!hasFiles) wanted = Math.min(batchRowsMax, wanted * 4, Math.max(1, fitting));
  }
  await tx.execute(sql`close backup_rows`);
  return { rows, sha256: digest.digest('hex') };
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
