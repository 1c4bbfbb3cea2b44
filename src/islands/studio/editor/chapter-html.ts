/** Converts a chapter's text between HTML and the editor's document. */
import { DOMParser as SchemaParser, DOMSerializer, Fragment, type Node } from 'prosemirror-model';
import { isLocal, isUnsent } from './block-nodes.ts';
import { gatherNotes } from './gather-notes.ts';
import { chapterSchema } from './schema.ts';
import { splitQuotes } from './split-quotes.ts';

const parser = SchemaParser.fromSchema(chapterSchema);
const serializer = DOMSerializer.fromSchema(chapterSchema);

/** Accepts any HTML; disallowed content is dropped. */
export function parseChapter(html: string): Node {
  // A detached document executes and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  gatherNotes(body);
  splitQuotes(body);
  return parser.parse(body);
}

/**
 * HTML of the allowed subset, one block per line, notes last; '' for an empty text. Pictures that the
 * server does not have are left out.
 * @param isUnsentNamed puts the words of those that it does not have yet in their places.
 */
export function chapterHtml(doc: Node, { isUnsentNamed = false } = {}): string {
  const blocks = doc.children.flatMap((block) => {
    const { hash, alt } = block.attrs;
    if (!isLocal(hash)) return [block];
    return isUnsentNamed && isUnsent(hash) ? [wordsInPlace(String(alt))] : [];
  });
  if (blocks.length < 2 && blocks.every((block) => block.isTextblock && isBlank(block))) return '';
  const target = document.createElement('div');
  serializer.serializeFragment(Fragment.from(blocks), {}, target);
  const notes = [...target.querySelectorAll<HTMLElement>('sup[data-note]')].map(spreadNote);
  return [...[...target.children].map(({ outerHTML }) => outerHTML), ...notes].join('\n'); // Serializes.
}

const wordsInPlace = (alt: string): Node =>
  chapterSchema.nodes.paragraph.create(
    null,
    chapterSchema.text(`[Image non envoyée\u00A0: ${alt}]`),
  );

/** Replaces a note by its marker. @returns the note, for the end of the text. */
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

/** Whether a paragraph has neither text nor a note. */
export const isBlank = (block: Node): boolean =>
  block.textContent.replaceAll('\u00A0', ' ').trim() === '' &&
  !block.children.some(({ type }) => type === chapterSchema.nodes.note);

/** Whether two texts have equal content and formatting, however their HTML is written. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || parseChapter(one).eq(parseChapter(other));
