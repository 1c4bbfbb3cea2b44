import type { ReactNode } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import styles from './tables.css?inline';

adoptStyles(styles);

/**
 * @param title the label in full, where it is an abbreviation.
 * @param short the label in a cell of a phone, where the whole is too long.
 */
export type Column<Row> = {
  label: string;
  title?: string;
  short?: string;
  /** Words among sums: at the start of their column. */
  isText?: boolean;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  /** Names the region that scrolls. */
  name: string;
  /** The rows' own headers. */
  head: Column<Row>;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /**
   * On a phone, `plain`: it is a table there too; `once`: the labels of few columns are above all
   * rows; `narrow`: many short cells are in a line; `flow`: cells follow one another, each after its
   * label. `words`: so, and cells are words, which break. `long`: so, and the rows scroll by themselves.
   * `sums`: sums, days and numbers, which do not break.
   */
  kind?: 'plain' | 'once' | 'narrow' | 'flow' | 'words' | 'long' | 'sums';
};

const classOf = (isText?: boolean) => (isText ? 'is-text' : undefined);

/** A table that a phone shows row by row, each cell under its label, so that nothing is cut off. */
export function DataTable<Row>({ name, head, columns, rows, keyOf, kind }: Props<Row>) {
  const look = kind === 'words' ? ' is-flow is-words' : kind ? ` is-${kind}` : '';
  return (
    <div className={`table-scroll${look}`} tabIndex={0} role="region" aria-label={name}>
      {/* Their roles in words: with other boxes, on a phone, some browsers forget them. */}
      <table role="table">
        <thead>
          <tr role="row">
            {[head, ...columns].map(({ label, title, isText }) => (
              <th key={label} scope="col" role="columnheader" className={classOf(isText)}>
                {title ? <abbr title={title}>{label}</abbr> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              <th scope="row" role="rowheader" data-label={head.label}>
                {head.cell(row)}
              </th>
              {columns.map(({ label, short = label, isText, cell }) => (
                // eslint-disable-next-line jsx-a11y-x/no-interactive-element-to-noninteractive-role -- `cell` is the implicit role of `td`
                <td key={label} role="cell" data-label={short} className={classOf(isText)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
