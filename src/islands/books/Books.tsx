import { useCallback } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { download } from '#browser/files/download.ts';
import {
  getBookFile,
  getBookJournal,
  getBookTable,
  type BookPeriod,
  type BookTable,
} from '#shared/contracts/books.ts';
import { bookTables, type BookTableName } from '#shared/money/book-tables.ts';
import { messages } from '#shared/messages.ts';
import { formatCount, formatEuros, formatPercent, parisDay } from '#shared/site/formats.ts';
import { paths } from '#shared/site/paths.ts';
import { addDays } from '#shared/time/add-days.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { FailureNotice, Notice } from '../ui/notice/Notice.tsx';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Select } from '../ui/select/Select.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { BookAccounts } from './BookAccounts.tsx';
import styles from './books.css?inline';

adoptStyles(styles);

/** The publisher's books, for admins: the address says which table, and of which days. */
export function Books() {
  return (
    <RequireUser>
      {(user) =>
        user.role === 'admin' ? (
          <Chosen {...chosenBy(new URLSearchParams(location.search), new Date())} />
        ) : (
          <Notice kind="error" role="alert">
            {messages.moderationForbidden}
          </Notice>
        )
      }
    </RequireUser>
  );
}

type Choice = { table: BookTableName; period: BookPeriod };

const tableNames = Object.keys(bookTables) as BookTableName[];

/** What an address asks for; this month's sales where it says nothing that can be shown. */
export function chosenBy(address: URLSearchParams, now: Date): Choice {
  const first = `${parisDay(now).slice(0, 7)}-01`;
  const dayOf = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(address.get(name) ?? '')?.[0];
  const du = dayOf('du') ?? first;
  return {
    table: tableNames.find((name) => name === address.get('vue')) ?? 'ventes',
    period: {
      du,
      au: dayOf('au') ?? lastOfMonth(du),
      par: address.get('par') === 'jour' ? 'jour' : 'mois',
    },
  };
}

const lastOfMonth = (day: string) => addDays(nextMonth(day), -1);
const nextMonth = (day: string) => `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;
const monthBefore = (day: string) => `${addDays(`${day.slice(0, 8)}01`, -1).slice(0, 8)}01`;

function Chosen({ table, period }: Choice) {
  const { du, au, par } = period;
  const load = useCallback(
    () => call(getBookTable, { params: { table }, query: { du, au, par } }),
    [table, du, au, par],
  );
  const [loaded, loadAgain] = useLoaded(load);
  return (
    <div className="books">
      <Chooser table={table} period={period} />
      <section>
        <h2>{bookTables[table]}</h2>
        {loaded.kind === 'loading' && <Spinner label="Chargement..." />}
        {loaded.kind === 'failed' && (
          <LoadFailure message={loaded.failure.message} onRetry={loadAgain} />
        )}
        {loaded.kind === 'loaded' && <Shown name={bookTables[table]} table={loaded.data} />}
      </section>
      <Files table={table} period={period} />
      <BookAccounts />
    </div>
  );
}

/** A form that the address answers: it works with the browser's “back”, and can be sent to somebody. */
function Chooser({ table, period }: Choice) {
  const { du, par } = period;
  const monthOf = (first: string) =>
    `${paths.books}?${new URLSearchParams({ vue: table, du: first, au: lastOfMonth(first), par }).toString()}`;
  return (
    <form className="books-choice" method="get" action={paths.books}>
      <Select
        name="vue"
        label="Tableau"
        options={tableNames.map((value) => ({ value, label: bookTables[value] }))}
        defaultValue={table}
      />
      <TextField name="du" label="Du" type="date" required defaultValue={du} />
      <TextField name="au" label="Au" type="date" required defaultValue={period.au} />
      <Select
        name="par"
        label="Lignes"
        options={[
          { value: 'mois', label: 'Par mois' },
          { value: 'jour', label: 'Par jour' },
        ]}
        defaultValue={par}
      />
      <Button type="submit">Afficher</Button>
      <p className="books-months">
        <a href={monthOf(monthBefore(du))}>Mois précédent</a>
        <a href={monthOf(nextMonth(du))}>Mois suivant</a>
      </p>
    </form>
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
  const [head, ...others] = columns.map(({ label }, at): Column<Row> => ({
    label,
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
  if (typeof value !== 'number') return value ?? '–';
  if (kind === 'euros') return formatEuros(value);
  return kind === 'percent' ? formatPercent(value) : formatCount(value);
}

function Files({ table, period }: Choice) {
  const { run, isPending, refusal } = useAction(async (kind: 'csv' | 'text') => {
    const path =
      kind === 'csv'
        ? addressOf(getBookFile, { params: { table }, query: period })
        : addressOf(getBookJournal, { query: period });
    const outcome = await download(path, kind);
    return outcome.ok ? null : { sentence: outcome.message };
  });
  return (
    <section aria-labelledby="fichiers">
      <h2 id="fichiers">Fichiers</h2>
      <div className="books-acts">
        <Button variant="quiet" isBusy={isPending} onClick={() => run('csv')}>
          Télécharger ce tableau en CSV
        </Button>
        <Button variant="quiet" isBusy={isPending} onClick={() => run('text')}>
          Télécharger le journal des ventes
        </Button>
      </div>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <p className="muted">
        Le journal des ventes a la forme d’un fichier des écritures comptables, pour que votre
        comptable l’importe ; il n’en tient pas lieu. Il a les jours finis de la période.
      </p>
    </section>
  );
}
