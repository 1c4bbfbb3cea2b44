/** A chapter's text between its HTML and the editor's document. */
import { DOMParser as SchemaParser, DOMSerializer, type Node } from 'prosemirror-model';
import { chapterSchema } from './schema.ts';

const parser = SchemaParser.fromSchema(chapterSchema);
const serializer = DOMSerializer.fromSchema(chapterSchema);

/** Takes any HTML; what no chapter may have is not in the document. */
export function parseChapter(html: string): Node {
  // A document of its own runs and loads nothing.
  return parser.parse(new DOMParser().parseFromString(html, 'text/html').body);
}

/** HTML of the allowed subset, a block to a line; '' for a text without a word. */
export function chapterHtml(doc: Node): string {
  const isEmpty =
    doc.childCount === 1 && doc.textContent.trim() === '' && doc.firstChild?.isTextblock;
  if (isEmpty) return '';
  const target = document.createElement('div');
  serializer.serializeFragment(doc.content, {}, target);
  return [...target.children].map(({ outerHTML }) => outerHTML).join('\n');
}

/** Whether two texts say the same in the same form, however their HTML is written. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || parseChapter(one).eq(parseChapter(other));
