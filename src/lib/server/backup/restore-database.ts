import { sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { findLastMigration, listMigrations, migrateWithin } from '#server/core/db/migrate.ts';
import { withoutTimeLimit } from '#server/core/db/timeouts.ts';
import { invoiceCounters } from '#server/core/db/schema/invoices.ts';
import type { NumberParts } from '#server/money/invoices/invoice-number.ts';
import {
  BackupRefused,
  damaged,
  ofNewerProgram,
  parseHead,
  type BackupHead,
} from './backup-lines.ts';
import { loadLines } from './load-lines.ts';
import { statements } from './statements.ts';

/** How a backup is to be restored. */
export type RestoreOptions = {
  /** What the database holds goes; else only an empty one is taken. */
  replaces: boolean;
  /** Ends the sessions that the backup holds: some may have been ended since. */
  signsOut: boolean;
  /** Last numbers that were given out after the backup was taken. */
  lastNumbers: LastNumbers;
};

/** What was restored. */
export type Restored = { head: BackupHead; tables: number; rows: number };

/**
 * Restores a backup's lines in one transaction: makes the tables as they were for it, loads them,
 * and runs the migrations that came since. The caller's database has not been migrated and nobody
 * else uses it. Refuses with `BackupRefused`, after which nothing has changed, a database that is
 * not empty (unless it is to be replaced), tables that are not ours, a backup of a newer program,
 * and one that is cut short or altered.
 */
export function restoreDatabase(
  db: Database,
  lines: AsyncGenerator<string>,
  { replaces, signsOut, lastNumbers }: RestoreOptions,
): Promise<Restored> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('TimeZone', 'UTC', true),
      set_config('DateStyle', 'ISO', true)`);
    await withoutTimeLimit(tx);
    const first = await lines.next();
    const head = parseHead(first.done ? undefined : first.value);
    const latest = listMigrations().at(-1)?.tag;
    if (latest === undefined || !listMigrations().some(({ tag }) => tag === head.migration)) {
      throw ofNewerProgram(head);
    }
    await makeRoom(tx, replaces);
    await migrateWithin(tx, { upTo: head.migration });
    const loaded = await loadLines(tx, first.done ? '' : first.value, lines).catch(
      (error: unknown) => {
        throw isRefusedData(error) ? damaged(error) : error;
      },
    );
    await migrateWithin(tx, { after: head.migration, upTo: latest });
    if (signsOut) await tx.execute(sql`delete from sessions`);
    await raiseInvoiceCounters(tx, lastNumbers);
    return { head, ...loaded };
  });
}

/** Leaves the database without any table. Triggers forbid emptying some; they go with their table. */
async function makeRoom(tx: Database, replaces: boolean): Promise<void> {
  const tables = await statements(
    tx,
    `select format('drop table public.%I cascade', relname) as statement
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const isOurs = (await findLastMigration(tx)) !== null;
  if (tables.length === 0 && !isOurs) return;
  if (!isOurs) {
    throw new BackupRefused(
      'La base de données contient des tables qui ne sont pas de Feuilleton.',
    );
  }
  if (!replaces) {
    throw new BackupRefused(
      'La base de données n’est pas vide : --replace NOM y remplace tout par la sauvegarde.',
    );
  }
  const routines = await statements(
    tx,
    `select format('drop routine public.%I(%s) cascade', p.proname,
      pg_get_function_identity_arguments(p.oid)) as statement
    from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists
      (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  for (const drop of [...tables, ...routines]) await tx.execute(sql.raw(drop));
  await tx.execute(sql`drop schema drizzle cascade`);
}

/** Rows that PostgreSQL does not take: no value of their type (22…), or against a constraint (23…). */
function isRefusedData(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && /^2[23]/.test(String(cause.code));
}

/** The last numbers issued, one per kind and year. */
export type LastNumbers = readonly NumberParts[];

/**
 * Continues the numbering of invoices and credit notes after these numbers, so that none is
 * issued twice after a restore. A counter that is already higher stays.
 */
export async function raiseInvoiceCounters(tx: Database, numbers: LastNumbers): Promise<void> {
  for (const { kind, year, sequence } of numbers) {
    await tx
      .insert(invoiceCounters)
      .values({ kind, year, lastNumber: sequence })
      .onConflictDoUpdate({
        target: [invoiceCounters.year, invoiceCounters.kind],
        set: { lastNumber: sql`greatest(${invoiceCounters.lastNumber}, excluded.last_number)` },
      });
  }
}

/** The last numbers that a database has issued, for every year. */
export async function findLastNumbers(db: Database): Promise<NumberParts[]> {
  const rows = await db
    .select()
    .from(invoiceCounters)
    .orderBy(invoiceCounters.year, invoiceCounters.kind);
  return rows.map(({ kind, year, lastNumber: sequence }) => ({ kind, year, sequence }));
}
