import { and, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { personalData } from './personal-data.ts';
import type { PersonalList } from './personal-list.ts';

const about =
  'Tout ce que Feuilleton détient à votre sujet, sauf les secrets techniques. Les instants sont en temps universel, les montants en centimes.';

/**
 * All data stored about a user, as chunks of one JSON text: an object with a list per kind. Reads
 * page by page, so that memory does not grow with the account; concurrent changes may or may not be
 * included.
 */
export async function* exportAccount(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
): AsyncGenerator<string> {
  yield `{\n"about": ${JSON.stringify(about)},\n"exportedAt": ${JSON.stringify(clock.now())}`;
  for (const list of personalData) {
    yield `,\n${JSON.stringify(list.key)}: [`;
    let separator = '\n';
    let page = await readPage(db, userId, list, null);
    for (;;) {
      // One chunk per page: rows are small, and a stream pulled row by row is slow.
      if (page.rows.length > 0) {
        yield separator + page.rows.map((row) => JSON.stringify(row)).join(',\n');
        separator = ',\n';
      }
      if (page.next === null) break;
      page = await readPage(db, userId, list, page.next);
    }
    yield ']';
  }
  yield '\n}\n';
}

/** The name that the file is saved under: `mes-donnees-feuilleton_2026-11-21.json`. */
export function exportFileName(day: string): string {
  return `mes-donnees-feuilleton_${day}.json`;
}

/** Values of the columns that a list is ordered by. */
type Place = readonly (string | number)[];

const usualPageSizeRows = 500;
const place = 'place in the list';

/** A page of the user's rows after a cursor (null: from the start), and the next one (null at the end). */
async function readPage(
  db: Database,
  userId: string,
  { omitted = {}, extra = {}, of, by, pageSizeRows = usualPageSizeRows }: PersonalList,
  after: Place | null,
): Promise<{ rows: Record<string, unknown>[]; next: Place | null }> {
  const [{ table }] = by;
  const own = Object.entries(getTableColumns(table)).filter(([name]) => !(name in omitted));
  const order = sql.join([...by], sql`, `);
  const fields: Record<string, PgColumn | SQL> = {
    ...Object.fromEntries(own),
    ...extra,
    [place]: sql`json_build_array(${order})`,
  };
  const values = sql.join(
    (after ?? []).map((value) => sql`${value}`),
    sql`, `,
  );
  const rows: Record<string, unknown>[] = await db
    .select(fields)
    .from(table)
    .where(and(of(db, userId), after ? sql`(${order}) > (${values})` : undefined))
    .orderBy(...by)
    .limit(pageSizeRows + 1);
  const shown = rows.slice(0, pageSizeRows);
  const isMore = rows.length > pageSizeRows;
  const next = isMore ? ((shown.at(-1)?.[place] ?? null) as Place | null) : null;
  for (const row of shown) Reflect.deleteProperty(row, place);
  return { rows: shown, next };
}
