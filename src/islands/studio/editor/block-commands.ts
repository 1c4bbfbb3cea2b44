/** Commands on tables, boxes and centred lines. */
import { setBlockType, lift, wrapIn } from 'prosemirror-commands';
import type { Node, NodeType } from 'prosemirror-model';
import { Plugin, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { tableLimits } from '#shared/text/text-blocks.ts';
import { chapterSchema } from './schema.ts';

const { nodes } = chapterSchema;
const firstSize = { rows: 3, columns: 2 } as const;

/** Where the selection is in a table. */
type TablePlace = { at: number; table: Node; row: number; column: number };

export function tablePlace({ selection: { $from } }: EditorState): TablePlace | null {
  const { depth } = $from;
  if ($from.parent.type !== nodes.table_cell) return null;
  return {
    at: $from.before(depth - 2),
    table: $from.node(depth - 2),
    row: $from.index(depth - 2),
    column: $from.index(depth - 1),
  };
}

export function isWithinNode({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === type) return true;
  }
  return false;
}

export const isCentered = ({ selection: { $from } }: EditorState): boolean =>
  $from.parent.attrs.centered === true;

export const toggleCentered: Command = (state, dispatch) =>
  setBlockType(nodes.paragraph, { centered: !isCentered(state) })(state, dispatch);

export const toggleBox: Command = (state, dispatch) =>
  tablePlace(state) === null &&
  (isWithinNode(state, nodes.box) ? lift(state, dispatch) : wrapIn(nodes.box)(state, dispatch));

const row = (columns: number, isHeader: boolean): Node =>
  nodes.table_row.create(
    null,
    Array.from({ length: columns }, () => nodes.table_cell.create({ isHeader })),
  );

/** A table with a row of headings, in place of an empty paragraph or after the block. */
export const insertTable: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (tablePlace(state) || isWithinNode(state, nodes.blockquote)) return false;
  if (dispatch) {
    const { tr } = state;
    const { rows, columns } = firstSize;
    const table = nodes.table.create(
      null,
      Array.from({ length: rows }, (_, index) => row(columns, index === 0)),
    );
    const isEmpty = $from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 0;
    const at = isEmpty ? $from.before() : $from.after();
    const end = isEmpty ? $from.after() : at;
    const isLast = end === tr.doc.content.size;
    tr.replaceWith(at, end, isLast ? [table, nodes.paragraph.create()] : table);
    tr.setSelection(TextSelection.near(tr.doc.resolve(at + 3)));
    dispatch(tr.scrollIntoView());
  }
  return true;
};

/** Replaces the table's rows; the cursor goes to a cell of the new ones. */
function change(
  rowsOf: (rows: Node[], place: TablePlace) => { rows: Node[]; row: number; column: number } | null,
): Command {
  return (state, dispatch) => {
    const place = tablePlace(state);
    const changed = place && rowsOf([...place.table.children], place);
    if (!changed) return false;
    if (dispatch) {
      const { tr } = state;
      const table = nodes.table.create(null, changed.rows);
      tr.replaceWith(place.at, place.at + place.table.nodeSize, table);
      let at = place.at + 1;
      for (const one of changed.rows.slice(0, changed.row)) at += one.nodeSize;
      at += 1;
      for (const one of changed.rows[changed.row]?.children.slice(0, changed.column) ?? []) {
        at += one.nodeSize;
      }
      tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)));
      dispatch(tr.scrollIntoView());
    }
    return true;
  };
}

export const addRow = change((rows, { row: at, column, table }) =>
  rows.length >= tableLimits.rows
    ? null
    : {
        rows: rows.toSpliced(at + 1, 0, row(table.firstChild?.childCount ?? 1, false)),
        row: at + 1,
        column,
      },
);

export const removeRow = change((rows, { row: at, column }) =>
  rows.length < 2
    ? null
    : { rows: rows.toSpliced(at, 1), row: Math.min(at, rows.length - 2), column },
);

export const addColumn = change((rows, { row: at, column, table }) =>
  (table.firstChild?.childCount ?? 0) >= tableLimits.columns
    ? null
    : {
        rows: rows.map((one) =>
          nodes.table_row.create(
            null,
            one.children.toSpliced(
              column + 1,
              0,
              nodes.table_cell.create({ isHeader: one.child(column).attrs.isHeader === true }),
            ),
          ),
        ),
        row: at,
        column: column + 1,
      },
);

export const removeColumn = change((rows, { row: at, column, table }) => {
  const columns = table.firstChild?.childCount ?? 1;
  if (columns < 2) return null;
  return {
    rows: rows.map((one) => nodes.table_row.create(null, one.children.toSpliced(column, 1))),
    row: at,
    column: Math.min(column, columns - 2),
  };
});

export const isHeaderRow = (state: EditorState): boolean =>
  state.selection.$from.parent.attrs.isHeader === true;

/** The row of the cursor has headings, or no more. */
export const toggleHeaderRow = change((rows, { row: at, column, table }) => {
  const isHeader = table.child(at).child(column).attrs.isHeader !== true;
  const cells = table
    .child(at)
    .children.map(({ content }) => nodes.table_cell.create({ isHeader }, content));
  return { rows: rows.with(at, nodes.table_row.create(null, cells)), row: at, column };
});

export const removeTable: Command = (state, dispatch) => {
  const place = tablePlace(state);
  if (!place) return false;
  if (dispatch) {
    const { tr } = state;
    tr.replaceWith(place.at, place.at + place.table.nodeSize, nodes.paragraph.create());
    tr.setSelection(TextSelection.near(tr.doc.resolve(place.at + 1)));
    dispatch(tr.scrollIntoView());
  }
  return true;
};

const moveCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const place = tablePlace(state);
    if (!place) return false;
    const columns = place.table.child(place.row).childCount;
    const index = place.row * columns + place.column + by;
    // Beyond the table the key leaves the text, as elsewhere.
    if (index < 0 || index >= columns * place.table.childCount) return false;
    let at = place.at + 1;
    for (let number = 0; number < Math.floor(index / columns); number += 1) {
      at += place.table.child(number).nodeSize;
    }
    const target = place.table.child(Math.floor(index / columns));
    at += 1;
    for (let number = 0; number < index % columns; number += 1) at += target.child(number).nodeSize;
    const cell = target.child(index % columns);
    const end = at + 1 + cell.content.size;
    dispatch?.(
      state.tr.setSelection(TextSelection.create(state.doc, at + 1, end)).scrollIntoView(),
    );
    return true;
  };

const breakInCell: Command = (state, dispatch) => {
  if (!tablePlace(state)) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create()).scrollIntoView());
  return true;
};

/** A key at the edge of a cell would join it with the next one. */
const stayInCell =
  (edge: 'start' | 'end'): Command =>
  (state) => {
    const { selection } = state;
    const $cursor = selection instanceof TextSelection ? selection.$cursor : null;
    if (!tablePlace(state) || !$cursor) return false;
    return edge === 'start'
      ? $cursor.parentOffset === 0
      : $cursor.parentOffset === $cursor.parent.content.size;
  };

/** Before the editor's other keys. */
export const tableKeys: Record<string, Command> = {
  Enter: breakInCell,
  Tab: moveCell(1),
  'Shift-Tab': moveCell(-1),
  Backspace: stayInCell('start'),
  Delete: stayInCell('end'),
};

/** Rows that a deletion over several cells left shorter are filled. */
export const evenRows = () =>
  new Plugin({
    appendTransaction: (transactions, _, state) => {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const { tr } = state;
      state.doc.descendants((node, at) => {
        if (node.type !== nodes.table) return !node.isTextblock;
        const columns = Math.max(...node.children.map(({ childCount }) => childCount));
        node.forEach((one, offset) => {
          if (one.childCount >= columns) return;
          const { isHeader } = one.child(one.childCount - 1).attrs;
          const missing = Array.from({ length: columns - one.childCount }, () =>
            nodes.table_cell.create({ isHeader: isHeader === true }),
          );
          tr.insert(tr.mapping.map(at + 1 + offset + one.nodeSize - 1), missing);
        });
        return false;
      });
      return tr.docChanged ? tr : null;
    },
  });
