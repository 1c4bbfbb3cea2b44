import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { damaged, parseControl, type Sequence } from './backup-lines.ts';
import { listSequences, listTables, type Table } from './catalog.ts';
import { statements } from './statements.ts';

/** Roughly this much is sent to the database at once, unless one row is larger. */
const batchCharacters = 1_000_000;
const batchRowsMax = 2_000;

/**
 * Loads the lines after `head` into existing, empty tables. Every table must occur once, with all
 * its columns, and the end line must match; else it throws and the caller's transaction rolls
 * back. Foreign keys and triggers are disabled meanwhile: rows come in any order, and already
 * contain what triggers wrote.
 */
export async function loadLines(
  tx: Database,
  head: string,
  lines: AsyncGenerator<string>,
): Promise<{ tables: number; rows: number }> {
  const constraints = await setConstraintsAside(tx);
  const missing = new Map((await listTables(tx)).map((table) => [table.name, table]));
  const digest = createHash('sha256').update(`${head}\n`);
  const loaded = { tables: 0, rows: 0 };
  let loader: TableLoader | null = null;
  let hasEnded = false;
  for await (const line of lines) {
    if (hasEnded) throw damaged();
    if (line.startsWith('[')) {
      if (!loader) throw damaged();
      await loader.add(line);
    } else {
      const control = parseControl(line);
      if ('table' in control) {
        const table = missing.get(control.table);
        if (loader || !table || !hasColumns(table, control.columns)) throw damaged();
        missing.delete(table.name);
        loader = new TableLoader(tx, table, control.columns);
      } else if ('tableEnd' in control) {
        const { rows, sha256 } = (await loader?.end()) ?? {};
        if (rows !== control.rows || sha256 !== control.sha256) throw damaged();
        loader = null;
        loaded.tables++;
        loaded.rows += control.rows;
      } else {
        const isWhole =
          !loader &&
          missing.size === 0 &&
          control.tables === loaded.tables &&
          control.rows === loaded.rows &&
          control.sha256 === digest.digest('hex');
        if (!isWhole) throw damaged();
        hasEnded = true;
        await setSequences(tx, control.sequences);
      }
    }
    if (!hasEnded) digest.update(`${line}\n`);
  }
  if (!hasEnded) throw damaged();
  for (const constraint of constraints) await tx.execute(sql.raw(constraint));
  return loaded;
}

function hasColumns({ columns }: Table, names: readonly string[]): boolean {
  return columns.length === names.length && columns.every(({ name }) => names.includes(name));
}

/** Inserts the rows of one table, many at a time. */
class TableLoader {
  readonly #tx: Database;
  readonly #insert: (rows: string) => ReturnType<typeof sql>;
  readonly #digest = createHash('sha256');
  #waiting: string[] = [];
  #waitingCharacters = 0;
  #rows = 0;

  constructor(tx: Database, { name, columns }: Table, order: readonly string[]) {
    this.#tx = tx;
    const names = sql.join(
      order.map((column) => sql.identifier(column)),
      sql`, `,
    );
    const typeOf = new Map(columns.map((column) => [column.name, column.type]));
    const values = sql.join(
      // Types come from the catalogue, not from the file.
      order.map((column, at) => sql.raw(`(r ->> ${at})::${typeOf.get(column) ?? 'text'}`)),
      sql`, `,
    );
    this.#insert = (rows) => sql`insert into ${sql.identifier(name)} (${names})
      overriding system value
      select ${values} from json_array_elements(${rows}::text::json) as r`;
  }

  async add(line: string): Promise<void> {
    this.#digest.update(`${line}\n`);
    this.#rows++;
    this.#waiting.push(line);
    this.#waitingCharacters += line.length;
    if (this.#waitingCharacters > batchCharacters || this.#waiting.length >= batchRowsMax) {
      await this.#flush();
    }
  }

  async end(): Promise<{ rows: number; sha256: string }> {
    await this.#flush();
    return { rows: this.#rows, sha256: this.#digest.digest('hex') };
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const rows = `[${this.#waiting.join(',')}]`;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    await this.#tx.execute(this.#insert(rows));
  }
}

/** @returns the statements that restore what is dropped here. */
async function setConstraintsAside(tx: Database): Promise<string[]> {
  const from = `from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const put = await statements(
    tx,
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as statement ${from}`,
  );
  const drop = await statements(
    tx,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
    ${from}`,
  );
  const triggers = (verb: string) =>
    statements(
      tx,
      `select distinct format('alter table %s ${verb} trigger user', tgrelid::regclass) as statement
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
    );
  const enable = await triggers('enable');
  for (const statement of [...drop, ...(await triggers('disable'))]) {
    await tx.execute(sql.raw(statement));
  }
  return [...put, ...enable];
}

async function setSequences(tx: Database, given: readonly Sequence[]): Promise<void> {
  const known = await listSequences(tx);
  if (known.length !== given.length) throw damaged();
  for (const { name, last, isCalled } of given) {
    if (!known.includes(name)) throw damaged();
    await tx.execute(
      sql`select setval(${`public.${name}`}::text::regclass, ${last}::text::bigint, ${isCalled}::boolean)`,
    );
  }
}
