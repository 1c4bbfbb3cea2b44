/** Tables whose cells reference their headers: a column's, and each row's. */
import { styles, type Page } from './pdf-page.ts';
import type { Place, TextBlock, TextStyle } from './pdf-text.ts';

export type Column = { header: string; widthPoints: number; align?: 'left' | 'right' };
export type Row = { label: string; value: string; style?: TextStyle };

const gapPoints = 10;

type Cell = { block: TextBlock; place: Place };

/** A table with a header row; the first cell of each row is its header. Returns where it ends. */
export function writeTable(
  page: Page,
  y: number,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): number {
  const padding = page.scaled(6);
  const line = (texts: readonly string[], style: TextStyle, top: number) => {
    const cells = cellsOf(page, columns, texts, style, top);
    return { cells, bottom: top + Math.max(...cells.map(({ block }) => block.heightPoints)) };
  };
  const header = line(
    columns.map((column) => column.header),
    styles.label,
    y,
  );
  const table = [
    page.group(
      'TR',
      header.cells.map(({ block, place }) =>
        page.element('TH', () => page.draw(block, place), 'Column'),
      ),
    ),
  ];
  const rules = [header.bottom + padding];
  let bottom = header.bottom + padding;
  for (const texts of rows) {
    const row = line(texts, styles.body, bottom + padding);
    table.push(
      page.group(
        'TR',
        row.cells.map(({ block, place }, index) =>
          index === 0
            ? page.element('TH', () => page.draw(block, place), 'Row')
            : page.element('TD', () => page.draw(block, place)),
        ),
      ),
    );
    bottom = row.bottom + padding;
    rules.push(bottom);
  }
  page.add(page.group('Table', table));
  for (const rule of rules) page.rule({ x: page.left, y: rule, widthPoints: page.widthPoints });
  return bottom;
}

/** Pairs of a label and a value, one below the other. Returns where they end. */
export function writeRows(
  page: Page,
  box: { x: number; y: number; labelPoints: number; valuePoints: number; align: 'left' | 'right' },
  rows: readonly Row[],
): number {
  let { y } = box;
  const table = rows.map(({ label, value, style = styles.body }) => {
    const place = { x: box.x, y };
    const labelBlock = page.block(label, style, box.labelPoints - gapPoints);
    const valueBlock = page.block(value, style, box.valuePoints);
    const valuePlace = { x: box.x + box.labelPoints, y, align: box.align };
    y += Math.max(labelBlock.heightPoints, valueBlock.heightPoints) + page.scaled(3);
    return page.group('TR', [
      page.element('TH', () => page.draw(labelBlock, place), 'Row'),
      page.element('TD', () => page.draw(valueBlock, valuePlace)),
    ]);
  });
  page.add(page.group('Table', table));
  return y;
}

function cellsOf(
  page: Page,
  columns: readonly Column[],
  texts: readonly string[],
  style: TextStyle,
  y: number,
): Cell[] {
  let x = page.left;
  return columns.map((column, index) => {
    const isLast = index === columns.length - 1;
    const width = column.widthPoints - (isLast ? 0 : gapPoints);
    const place = { x, y, align: column.align ?? 'left' };
    x += column.widthPoints;
    return { block: page.block(texts[index] ?? '', style, width), place };
  });
}
