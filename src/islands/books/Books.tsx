import { useCallback, useState } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import {
  getBookFile,
  getBookJournal,
  getBookTable,
  type BookPeriod,
  type BookTable,
} from '#shared/contracts/books.ts';
import { bookTables, verdictWrong, type BookTableName } from '#shared/money/book-tables.ts';
import {
  formatCount,
  formatEuros,
  formatPercent,
  formatShortDay,
  parisDay,
} from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import { paths } from '#shared/site/paths.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { DeskFilters } from '../desk/DeskFilters.tsx';
import { DeskLoaded } from '../desk/DeskLoaded.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { Select } from '../ui/select/Select.tsx';
import { BookAccounts } from './BookAccounts.tsx';

/** The publisher's books: the address says which table, and of which days. */
export function Books() {
  const { table, period } = chosenBy(new URLSearchParams(location.search), new Date());
  const { from, to, by } = period;
  const load = useCallback(
    () => call(getBookTable, { params: { table }, query: { from, to, by } }),
    [table, from, to, by],
  );
  return (
    <div className="books">
      <Chooser table={table} period={period} />
      <section className="desk-list">
        <h2>{bookTables[table]}</h2>
        <DeskLoaded load={load}>
          {(loaded) => <Shown name={bookTables[table]} table={loaded} />}
        </DeskLoaded>
      </section>
      <Files table={table} period={period} />
      <BookAccounts />
    </div>
  );
}

type Choice = { table: BookTableName; period: BookPeriod };

const tableNames = Object.keys(bookTables) as BookTableName[];

/** What an address asks for; this month's sales where it says nothing. The server checks the days. */
function chosenBy(address: URLSearchParams, now: Date): Choice {
  const from = address.get('du') ?? `${parisDay(now).slice(0, 7)}-01`;
  return {
    table: tableNames.find((name) => name === address.get('vue')) ?? 'ventes',
    period: {
      from,
      to: address.get('au') ?? lastDayOf(from),
      by: address.get('par') === 'jour' ? 'day' : 'month',
    },
  };
}

/** The last day of a day's month; what is no day has none. */
function lastDayOf(day: string): string {
  const next = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  if (Number.isNaN(next.getTime())) return day;
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return next.toISOString().slice(0, 10);
}

/** Tables with rows of days or of months. */
const tablesByDay: readonly BookTableName[] = ['ventes', 'encaissements', 'credits'];

function Chooser({ table, period: { from, to, by } }: Choice) {
  const [chosen, setChosen] = useState<string>(table);
  return (
    <DeskFilters action={paths.books} label="Afficher" from={from} to={to} isRequired>
      <Select
        name="vue"
        label="Tableau"
        options={tableNames.map((value) => ({ value, label: bookTables[value] }))}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {tablesByDay.some((one) => one === chosen) && (
        <Select
          name="par"
          label="Lignes"
          options={[
            { value: 'mois', label: 'Par mois' },
            { value: 'jour', label: 'Par jour' },
          ]}
          defaultValue={by === 'day' ? 'jour' : 'mois'}
        />
      )}
    </DeskFilters>
  );
}

/** More would make a page slow; the file has all of them. */
const rowsMax = 500;

type Row = { key: string; cells: BookTable['rows'][number] };

function Shown({ name, table }: { name: string; table: BookTable }) {
  const { columns, rows, sums, notes } = table;
  const cellOf =
    (at: number) =>
    ({ cells }: Row) =>
      shownCell(columns[at]?.kind, cells[at] ?? null);
  const [head, ...others] = columns.map(({ label, kind }, at): Column<Row> => ({
    label,
    isText: kind === 'text' || kind === 'verdict',
    cell: cellOf(at),
  }));
  const shown: Row[] = rows.slice(0, rowsMax).map((cells, at) => ({ key: String(at), cells }));
  if (sums !== null)
    shown.push({ key: 'sums', cells: ['Total', ...sums.slice(1).map((sum) => sum ?? '')] });
  return (
    <>
      {rows.length === 0 || !head ? (
        <EmptyState sentence="Rien dans cette période." />
      ) : (
        <div className={sums === null ? '' : 'has-sums'}>
          <DataTable
            name={name}
            head={head}
            columns={others}
            rows={shown}
            keyOf={({ key }) => key}
            kind="sums"
          />
        </div>
      )}
      {rows.length > rowsMax && (
        <p className="muted">{`Les ${rowsMax} premières lignes sur ${formatCount(rows.length)}\u00A0: le fichier les a toutes.`}</p>
      )}
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
    </>
  );
}

function shownCell(
  kind: BookTable['columns'][number]['kind'] | undefined,
  value: Row['cells'][number],
) {
  if (kind === 'verdict')
    return <strong className={value === verdictWrong ? 'is-wrong' : ''}>{value}</strong>;
  if (typeof value !== 'number') return value === null ? '–' : shownDay(value);
  if (kind === 'euros') return formatEuros(value);
  return kind === 'percent' ? formatPercent(value) : formatCount(value);
}

/** “octobre 2026” for `2026-10`, a day as days are written; other texts as they are. */
function shownDay(text: string): string {
  if (/^\d{4}-\d\d$/.test(text)) return monthName(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatShortDay(`${text}T12:00:00Z`) : text;
}

const noDayOver =
  'Aucun jour de cette période n’est fini\u00A0: le journal n’a que des jours finis. Choisissez un début plus tôt.';

const Files = ({ table, period }: Choice) => (
  <section className="desk-list" aria-labelledby="fichiers">
    <h2 id="fichiers">Fichiers</h2>
    <div className="desk-acts">
      <DownloadButton
        path={addressOf(getBookFile, { params: { table }, query: period })}
        kind="csv"
        label="Télécharger ce tableau en CSV"
        isLarge
      />
      <DownloadButton
        path={addressOf(getBookJournal, { query: period })}
        kind="text"
        label="Télécharger le journal des ventes"
        isLarge
        refusedBy={period.from < parisDay(new Date()) ? '' : noDayOver}
      />
    </div>
    <p className="muted">
      Le journal des ventes a la forme d’un fichier des écritures comptables, pour que votre
      comptable l’importe&nbsp;; il n’en tient pas lieu. Il a les jours finis de la période que
      Stripe a déjà donnés.
    </p>
  </section>
);
