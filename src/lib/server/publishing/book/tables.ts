import { tableLimits } from '#shared/text/text-blocks.ts';
import type { Cell } from '../normalize-table.ts';
import { isFramed } from './boxes.ts';
import { elementKind } from './element-kinds.ts';
import type { DocumentStyle } from './document-style.ts';
import { isInnerLink } from './element-style.ts';
import {
  childElements,
  elementsNamed,
  fullText,
  isElement,
  isText,
  localName,
  tokens,
  walk,
  type Element,
} from './markup.ts';

const rowGroups = new Set(['thead', 'tbody', 'tfoot']);
/** A longer cell belongs to a page that a table lays out. */
const cellCharactersMax = 600;

/** Rows of cells; those of nested tables are not among them. */
function rowsOf(table: Element): Element[][] {
  return childElements(table)
    .flatMap((child) => (rowGroups.has(localName(child)) ? childElements(child) : [child]))
    .filter((row) => localName(row) === 'tr')
    .map((row) => childElements(row).filter((cell) => /^t[hd]$/.test(localName(cell))));
}

/**
 * Whether a table is kept as one. In a book many only lay out a page, or are its contents or notes:
 * their words become paragraphs. One column or row is a table where it has a border or heads.
 */
export function isDataTable(table: Element, style: DocumentStyle, isTyped: boolean): boolean {
  const rows = rowsOf(table);
  const cells = rows.flat();
  if (cells.length === 0 || elementsNamed(table, 'table').length > 0) return false;
  if (isTyped) return true;
  const columns = Math.max(...rows.map(({ length }) => length));
  const isLayout =
    table.attribs.role === 'presentation' ||
    columns > tableLimits.columns ||
    ((columns < 2 || rows.length < 2) &&
      cells.every((cell) => localName(cell) === 'td' && !isFramed(cell, style)) &&
      !isFramed(table, style)) ||
    elementsNamed(table, 'h1', 'h2', 'h3', 'h4', 'blockquote', 'hr').length > 0 ||
    leadsElsewhere(table, rows) ||
    cells.some((cell) => fullText(cell).length > cellCharactersMax);
  return !isLayout;
}

/** Links to other places of the book than notes; a row that begins with its mark is a note itself. */
function leadsElsewhere(table: Element, rows: readonly Element[][]): boolean {
  const marks = new Set(rows.flatMap(([first]) => (first ? openingLink(first) : null) ?? []));
  return elementsNamed(table, 'a').some((link) => {
    if (!('href' in link.attribs) || !isInnerLink(link)) return false;
    const isCall = ['footnote-reference', 'footnote-words'].includes(elementKind(link));
    return !isCall || marks.has(link);
  });
}

/** The link that the first words of a cell are in. */
function openingLink(cell: Element): Element | null {
  const open: Element[] = [];
  let found: Element[] | null = null;
  walk(
    cell,
    (node) => {
      if (isText(node) && node.data.trim() !== '') found ??= [...open];
      if (found !== null || !isElement(node)) return false;
      if (localName(node) === 'a') open.push(node);
      return true;
    },
    (element) => {
      if (open.at(-1) === element) open.pop();
    },
  );
  return (found as Element[] | null)?.at(-1) ?? null;
}

/** A table of one cell, which often stands for a box. */
export const isSingleCell = (table: Element): boolean => {
  const cells = rowsOf(table).flat();
  return cells.length === 1 && tokens(table.attribs.role)[0] !== 'presentation';
};

/** The cells of a table; a cell over several columns is followed by empty ones. */
export function readCells(table: Element, htmlOf: (cell: Element) => string): Cell[][] {
  return rowsOf(table).map((row) =>
    row.flatMap((cell) => {
      const span = Math.min(Number.parseInt(cell.attribs.colspan ?? '1', 10) || 1, 12);
      const isHeader = localName(cell) === 'th';
      const empty = Array.from({ length: Math.max(0, span - 1) }, () => ({ isHeader, html: '' }));
      return [{ isHeader, html: htmlOf(cell) }, ...empty];
    }),
  );
}
