import { Fragment, Slice, type Mark, type Node } from 'prosemirror-model';
import { isSceneSeparator, usualGap } from '#shared/text/scene-separator.ts';
import { chapterSchema } from '../schema.ts';
import { isBlankText } from './blank-lines.ts';

const { paragraph, scene_separator, line_break } = chapterSchema.nodes;
/** The ends of a paragraph in the texts of all systems. */
const paragraphEnd = /\r\n?|[\n\f\u0085\u2029]/;
/** Word and Mac programs end a line within a paragraph so. */
const lineEnd = /[\v\u2028]/;
const blankLineEnd = /[\v\u2028](?=[ \t]*[\v\u2028])/g;

/**
 * A text without HTML, as it would have been typed: each line is a paragraph, signs alone on a line are a
 * scene break, and so is a blank line where they are rare.
 * @param marks of the words around it.
 */
export function readPlainText(text: string, marks: readonly Mark[]): Slice {
  const written = text.replaceAll('\t', ' ').replaceAll(blankLineEnd, '\n').split(paragraphEnd);
  // The spaces of a single line are between its words and those around it.
  const lines = written.length === 1 ? written : written.map((line) => line.trim());
  const blocks: { node: Node; blanksBefore: number }[] = [];
  let blanksBefore = 0;
  for (const line of lines) {
    if (isBlankText(line) && lines.length > 1) blanksBefore += 1;
    else {
      const node =
        isSceneSeparator(line) && lines.length > 1
          ? scene_separator.create()
          : paragraphOf(line, marks);
      blocks.push({ node, blanksBefore });
      blanksBefore = 0;
    }
  }
  const isGap = (index: number): boolean =>
    blocks[index]?.node.type === paragraph && blocks[index - 1]?.node.type === paragraph;
  const usual = usualGap(
    blocks.filter((_, index) => isGap(index)).map((block) => block.blanksBefore),
  );
  const nodes = blocks.flatMap(({ node, blanksBefore: blanks }, index) =>
    isGap(index) && blanks > usual ? [scene_separator.create(), node] : [node],
  );
  return new Slice(Fragment.from(nodes.length === 0 ? paragraph.create() : nodes), 0, 0);
}

function paragraphOf(text: string, marks: readonly Mark[]): Node {
  const parts = text.split(lineEnd);
  const content = parts.flatMap((part, index) => [
    ...(index > 0 ? [line_break.create()] : []),
    ...(part === '' ? [] : [chapterSchema.text(part, marks)]),
  ]);
  return paragraph.create(null, content);
}
