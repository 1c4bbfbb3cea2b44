import {
  getBookAccounts,
  getBookFile,
  getBookJournal,
  getBookTable,
  setBookAccounts,
  type BookPeriod,
  type BookTable,
} from '#shared/contracts/books.ts';
import type { BookTableName } from '#shared/money/book-tables.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { App } from '#server/app.ts';
import { noteAct } from '#server/core/db/note-act.ts';
import { bookAccounts } from '#server/core/db/schema/books.ts';
import { toByteStream } from '#server/core/http/byte-stream.ts';
import { requirePower } from '#server/people/identity/guards.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { bookCsv } from './book-table.ts';
import { checksTable } from './checks-table.ts';
import { creditsTable, unspentTable } from './credit-tables.ts';
import { readDocuments } from './documents.ts';
import { evidenceTable } from './evidence-table.ts';
import { journalLines, readAccounts } from './journal.ts';
import { findSettledDay } from './read-balance.ts';
import {
  ossTable,
  paymentsTable,
  reportingTable,
  salesTable,
  thresholdTable,
  type VatRules,
} from './sales-tables.ts';
import { movementsTable, payoutsTable } from './stripe-tables.ts';

type World = Pick<App, 'db'> & { config: VatRules };
type JournalWorld = Pick<App, 'db' | 'clock' | 'payments'>;

/** A table of the books. */
export async function makeBookTable(
  { db, config }: World,
  table: BookTableName,
  period: BookPeriod,
): Promise<BookTable> {
  const year = period.to.slice(0, 4);
  const ofYears = (first: number, last: number) =>
    readDocuments(db, { from: `${first}-01-01`, to: `${last}-12-31` }, { abroadOnly: true });
  switch (table) {
    case 'ventes':
      return salesTable(await readDocuments(db, period), period);
    case 'encaissements':
      return movementsTable(db, period);
    case 'versements':
      return payoutsTable(db, period);
    case 'credits':
      return creditsTable(db, period);
    case 'non-depenses':
      return unspentTable(db, period);
    case 'e-reporting':
      return reportingTable(await readDocuments(db, period), config);
    case 'e-reporting-pro':
      return reportingTable(await readDocuments(db, period), config, { ofBusinesses: true });
    case 'e-reporting-paiements':
      return paymentsTable(await readDocuments(db, period), config);
    case 'oss':
      return ossTable(await ofYears(Number(year), Number(year)), config);
    case 'seuil-oss':
      // Credit notes of the year after count in the year of the sale.
      return thresholdTable(await ofYears(Number(year) - 1, Number(year) + 1), [
        `${Number(year) - 1}`,
        year,
      ]);
    case 'pays':
      return evidenceTable(db, period);
    case 'controles':
      return checksTable(db, period, config);
  }
}

/** The journal's lines of days that are over and read: their entries keep their numbers. */
export async function openJournal(app: JournalWorld, wanted: BookPeriod) {
  const settled = (await findSettledDay(app)) ?? addDays(wanted.from, -1);
  const period = { ...wanted, to: wanted.to < settled ? wanted.to : settled };
  const name = `${period.to < period.from ? named('journal-sans-jour-fini', wanted) : named('journal-des-ventes', period)}.txt`;
  return { lines: journalLines(app.db, period), name };
}

const admin = requirePower('seeMoney');
/** The name of a file, without its ending. */
export const named = (what: string, { from, to }: BookPeriod) => `${what}_${from}_${to}`;

export const calls = [
  endpoint(getBookTable, admin, ({ app, params, query }) =>
    makeBookTable(app, params.table, query),
  ),

  endpoint(getBookFile, admin, async ({ app, params, query }) => {
    const table = await makeBookTable(app, params.table, query);
    const file = Buffer.from(bookCsv(table));
    return { file, type: 'text/csv; charset=utf-8', name: `${named(params.table, query)}.csv` };
  }),

  endpoint(getBookJournal, admin, async ({ app, query }) => {
    const { lines, name } = await openJournal(app, query);
    const stream = toByteStream(lines, (error) => {
      app.log.error({ err: error }, 'a journal of sales broke off');
    });
    return { stream, type: 'text/plain; charset=utf-8', name };
  }),

  endpoint(getBookAccounts, admin, ({ app }) => readAccounts(app.db)),

  endpoint(setBookAccounts, admin, async ({ app, caller, body }) => {
    await app.db.transaction(async (tx) => {
      for (const { role, number, label } of body.accounts) {
        await tx
          .insert(bookAccounts)
          .values({ role, number, label })
          .onConflictDoUpdate({ target: bookAccounts.role, set: { number, label } });
      }
      const reason = body.accounts.map(({ role, number }) => `${role} ${number}`).join(', ');
      const act = { actorId: caller.user.id, act: 'accounts.set', reason };
      await noteAct(tx, act, app.clock.now());
    });
    return readAccounts(app.db);
  }),
];
