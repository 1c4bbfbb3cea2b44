/** The geometry of a chapter in pages: columns side by side, of which the window shows one or two. */
export type Pages = {
  /** Of the window, in pixels: turning a page moves the text by it. */
  width: number;
  /** Columns that the window shows. */
  columns: number;
  /** Where a column's text begins, in pixels from the window's top. */
  top: number;
  /** Of a column's text, in pixels. */
  height: number;
};

/** A point in the text: from the first page's left edge and the window's top, in pixels. */
type Point = { x: number; y: number };

/** The column of a point, counted from 0 through the chapter. */
export function columnOf({ width, columns }: Pages, { x }: Point): number {
  return Math.floor((x * columns) / width);
}

/** What the window shows at once, counted from 0, that has a point. */
export function pageOf({ width }: Pages, { x }: Point): number {
  return Math.floor(x / width);
}

/**
 * How far the point is from a page's beginning, in pixels down its columns; negative before it.
 * Letters may be higher than their line, and then begin above the column.
 */
export function alongPages(pages: Pages, page: number, point: Point): number {
  const column = columnOf(pages, point) - page * pages.columns;
  const down = Math.min(Math.max(point.y - pages.top, 0), pages.height);
  return column * pages.height + down;
}

/** The columns that a page shows, numbered from 1; those after the chapter's end are none. */
export function columnNumbers(
  { columns }: Pages,
  page: number,
  columnCount: number,
): { first: number; last: number } {
  const first = page * columns + 1;
  return { first, last: Math.max(first, Math.min(first + columns - 1, columnCount)) };
}

/** Whether a page would hold too few lines to be read as one. */
export function isTooLow({ height }: Pick<Pages, 'height'>, lineHeight: number): boolean {
  return height / lineHeight < linesMin;
}

const linesMin = 5;
