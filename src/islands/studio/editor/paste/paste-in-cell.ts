import { Fragment, Slice, type Node, type ResolvedPos } from 'prosemirror-model';
import { chapterSchema } from '../schema.ts';

const { nodes } = chapterSchema;

/**
 * What a paste from one place to another has for the cell of a table, if both are in it: its words, each
 * block a line. As blocks they would divide the table.
 */
export function linesInCell(from: ResolvedPos, to: ResolvedPos, slice: Slice): Slice {
  const cell = cellAround(from);
  if (cell === null || cell !== cellAround(to)) return slice;
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
