import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { chapterSchema } from '../schema.ts';

const { nodes } = chapterSchema;

/**
 * What a paste has for a cell of a table, when the cursor is in one: its words, each block a line. As
 * blocks they would divide the table.
 */
export function linesInCell({ selection }: EditorState, slice: Slice): Slice {
  const cell = cellAround(selection.$from);
  if (cell === null || cell !== cellAround(selection.$to)) return slice;
  const lines: Fragment[] = [];
  slice.content.descendants((node) => {
    if (!node.isTextblock) return true;
    if (node.content.size > 0) lines.push(node.content);
    return false;
  });
  if (lines.length === 0) return slice.content.firstChild?.isInline ? slice : Slice.empty;
  const joined = lines.reduce((before, line) =>
    before.append(Fragment.from(nodes.line_break.create())).append(line),
  );
  return new Slice(Fragment.from(nodes.paragraph.create(null, joined)), 1, 1);
}

function cellAround(place: ResolvedPos): Node | null {
  const depths = Array.from({ length: place.depth + 1 }, (_, depth) => place.depth - depth);
  const depth = depths.find((one) => place.node(one).type === nodes.table_cell);
  return depth === undefined ? null : place.node(depth);
}
