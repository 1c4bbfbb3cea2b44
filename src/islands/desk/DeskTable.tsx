import { download } from '#browser/files/download.ts';
import type { Outcome } from '#browser/outcome.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { Button } from '../ui/button/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import { PageEnd } from '../ui/PageEnd.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages, type Page } from '../ui/use-pages.ts';

type Props<Row> = {
  title: string;
  /** The first cell of a row, its header; a phone shows each row as a block under it. */
  head: Column<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  empty: string;
  /** Path of the same rows as CSV. */
  file?: string;
  /** The form of its filters, which stand in the address. */
  filters?: Elements;
} & (
  | { rows: readonly Row[] }
  | {
      failed: string;
      /** Loads a page; must be stable between renders. */
      load: (cursor: string | undefined) => Promise<Outcome<Page<Row>>>;
    }
);

const nothing = () => Promise.reject(new Error('all rows are there'));

/** The list of the desk: rows that are there or come page by page, filters, links, a file. */
export function DeskTable<Row>(props: Props<Row>) {
  const { title, head, columns, keyOf, empty, file, filters } = props;
  const failed = 'failed' in props ? props.failed : '';
  const first = 'rows' in props ? { rows: props.rows, nextCursor: null } : undefined;
  const pages = usePages<Row>('load' in props ? props.load : nothing, first);
  const rows = first ? first.rows : pages.rows;
  return (
    <div className="desk-list">
      <h2>{title}</h2>
      {filters}
      {file !== undefined && <CsvButton path={file} />}
      {rows.length > 0 && (
        <DataTable
          name={title}
          head={head}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          kind="words"
        />
      )}
      {first ? (
        rows.length === 0 && <p className="desk-empty">{empty}</p>
      ) : (
        <PageEnd pages={pages} failed={failed} empty={<EmptyState sentence={empty} />} />
      )}
    </div>
  );
}

function CsvButton({ path }: { path: string }) {
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await download(path, 'csv');
    return outcome.ok ? null : { sentence: outcome.message };
  });
  return (
    <div>
      <Button variant="quiet" isBusy={isPending} onClick={() => run()}>
        Télécharger en CSV
      </Button>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
    </div>
  );
}
