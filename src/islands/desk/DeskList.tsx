import './desk.css';
import { useState } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import { DataTable, type Column } from '../studio/figures/DataTable.tsx';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import type { Elements } from '../ui/elements.ts';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { PageEnd } from '../ui/PageEnd.tsx';
import { usePages, type Page } from '../ui/use-pages.ts';
import { useLostFocus } from './use-lost-focus.ts';

/** Says what was done, and changes the rows. */
export type Done<Row> = (sentence: string, change?: (row: Row) => Row) => void;

type Props<Row> = {
  title: string;
  /** Above the rows: the form of the filters, which stand in the address; a link. */
  filters?: Elements;
  /** Above the rows, if there are any. */
  hint?: string;
  empty: string;
  /** By default the row's `_id`. */
  keyOf?: (row: Row) => string;
  /** Path of the same rows as CSV. */
  file?: string;
} & (
  | { rows: readonly Row[] }
  | {
      failed: string;
      /** Loads a page; must be stable between renders. */
      load: (cursor: string | undefined) => Promise<Outcome<Page<Row>>>;
    }
) &
  (
    | {
        /** The first cell of a row, its header; a phone shows each row as a block under it. */
        head: Column<Row>;
        columns: readonly Column<Row>[];
        kind?: 'words' | 'sums';
        /** What may be done about a row. */
        act?: (row: Row, done: Done<Row>) => Elements;
      }
    | {
        /** Rows of prose, which no table has room for. */
        card: (row: Row, done: Done<Row>) => Elements;
      }
  );

const nothing = () => Promise.reject(new Error('all rows are there'));
const idOf = (row: object): string => ('_id' in row ? String(row._id) : '');

/** The list of the desk: rows that are there or come page by page, filters, links, acts, a file. */
export function DeskList<Row extends object>(props: Props<Row>) {
  const { title, filters, hint, empty, keyOf = idOf, file } = props;
  const first = 'rows' in props ? { rows: props.rows, nextCursor: null } : undefined;
  const pages = usePages<Row>('load' in props ? props.load : nothing, first);
  const rows = first ? first.rows : pages.rows;
  const [said, setSaid] = useState({ sentence: '' });
  const heading = useLostFocus<HTMLHeadingElement>(said);
  const done: Done<Row> = (sentence, change) => {
    setSaid({ sentence });
    if (change) pages.change((known) => known.map(change));
  };
  return (
    <div className="desk-list">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {filters}
      {hint && rows.length > 0 && <p className="muted">{hint}</p>}
      {file !== undefined && (
        <DownloadButton path={file} kind="csv" label="Télécharger en CSV" isLarge />
      )}
      <Notice kind="success" role="status">
        {said.sentence}
      </Notice>
      {rows.length > 0 &&
        ('card' in props ? (
          <ul className="desk-cards">
            {rows.map((row) => (
              <li key={keyOf(row)}>{props.card(row, done)}</li>
            ))}
          </ul>
        ) : (
          <DataTable
            name={title}
            head={props.head}
            columns={
              props.act
                ? [...props.columns, { label: 'Suite', cell: (row) => props.act?.(row, done) }]
                : props.columns
            }
            rows={rows}
            keyOf={keyOf}
            kind={props.kind ?? 'words'}
          />
        ))}
      {'load' in props ? (
        <PageEnd pages={pages} failed={props.failed} empty={<EmptyState sentence={empty} />} />
      ) : (
        rows.length === 0 && <p className="muted">{empty}</p>
      )}
    </div>
  );
}
