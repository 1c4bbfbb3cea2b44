/** A chapter's text between its HTML and the editor's document. */
import { DOMParser as SchemaParser, DOMSerializer, type Node } from 'prosemirror-model';
import { gatherNotes } from './gather-notes.ts';
import { chapterSchema } from './schema.ts';

const parser = SchemaParser.fromSchema(chapterSchema);
const serializer = DOMSerializer.fromSchema(chapterSchema);

/** Takes any HTML; what no chapter may have is not in the document. */
export function parseChapter(html: string): Node {
  // A document of its own runs and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  gatherNotes(body);
  return parser.parse(body);
}

/** HTML of the allowed subset, a block to a line, notes last; '' for a text without a word. */
export function chapterHtml(doc: Node): string {
  const isEmpty = doc.childCount === 1 && doc.firstChild?.isTextblock && isBlank(doc.firstChild);
  if (isEmpty) return '';
  const target = document.createElement('div');
  serializer.serializeFragment(doc.content, {}, target);
  const notes = [...target.querySelectorAll<HTMLElement>('sup[data-note]')].map(spreadNote);
  return [...[...target.children].map(({ outerHTML }) => outerHTML), ...notes].join('\n'); // Serializes.
}

/** Leaves a note's marker in its place. @returns the note, as it stands after the text. */
function spreadNote(mark: HTMLElement, index: number): string {
  const number = index + 1;
  const marker = document.createElement('sup');
  const link = document.createElement('a');
  link.href = `#note-${number}`;
  link.textContent = String(number);
  marker.append(link);
  mark.replaceWith(marker);
  return `<aside id="note-${number}">${mark.dataset.note ?? ''}</aside>`;
}

/** Whether a paragraph has neither a word nor a note. */
export const isBlank = (block: Node): boolean =>
  block.textContent.replaceAll('\u00A0', ' ').trim() === '' &&
  !block.children.some(({ type }) => type === chapterSchema.nodes.note);

/** Whether two texts say the same in the same form, however their HTML is written. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || parseChapter(one).eq(parseChapter(other));
