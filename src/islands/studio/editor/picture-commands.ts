/** Pictures of a text: what is selected, what is put in. */
import type { Node } from 'prosemirror-model';
import { NodeSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { formatFileLimit } from '#shared/site/formats.ts';
import { pictureLimits, type TextPicture } from '#shared/text/text-pictures.ts';
import { isRefused, isUnsent } from './block-nodes.ts';
import { chapterSchema } from './schema.ts';

const { nodes } = chapterSchema;

/** Of a file that is larger than the site takes. */
export const pictureTooLarge = `Cette image dépasse ${formatFileLimit(pictureLimits.uploadBytes)}\u00A0: réduisez-la, ou enregistrez-la en JPEG ou en WebP.`;

/**
 * Asks for the dialog that adds a picture, or edits the selected one's alternative text. Its detail is
 * the file to add, if that is known.
 */
export const pictureAsked = 'picture-asked';

/** Opens the dialog with a file for a new picture. @returns whether the text has room for it. */
export function requestWithFile(view: EditorView, file: File): boolean {
  if (isFull(view.state)) return false;
  view.dom.dispatchEvent(new CustomEvent<File>(pictureAsked, { detail: file }));
  return true;
}

export const requestPicture: Command = (state, dispatch, view) => {
  if (isFull(state) && selectedPicture(state) === null) return false;
  if (dispatch) view?.dom.dispatchEvent(new Event(pictureAsked));
  return true;
};

export function selectedPicture({ selection }: EditorState): TextPicture | null {
  const isPicture = selection instanceof NodeSelection && selection.node.type === nodes.picture;
  return isPicture ? (selection.node.attrs as TextPicture) : null;
}

/** In place of the selected one, else after the outermost block of the cursor. */
export function putPicture(state: EditorState, picture: TextPicture): Transaction {
  const { tr } = state;
  if (selectedPicture(state) === null) return putPictures(state, [picture]);
  return tr.replaceSelectionWith(nodes.picture.create(picture));
}

/** After the outermost block of the cursor; the first is selected. */
export function putPictures(state: EditorState, pictures: readonly TextPicture[]): Transaction {
  const { tr, selection } = state;
  const added = pictures.map((picture) => nodes.picture.create(picture));
  const { $from } = selection;
  const isEmpty = $from.depth === 1 && $from.parent.content.size === 0;
  const at = $from.depth === 0 ? selection.to : isEmpty ? $from.before(1) : $from.after(1);
  const end = isEmpty ? $from.after(1) : at;
  const isLast = end === tr.doc.content.size;
  tr.replaceWith(at, end, isLast ? [...added, nodes.paragraph.create()] : added);
  return tr.setSelection(NodeSelection.create(tr.doc, at));
}

/** How many more pictures the text may have in place of what is selected. */
export function roomForPictures({ doc, selection: { from, to } }: EditorState): number {
  let count = 0;
  doc.forEach(({ type, attrs }, at) => {
    const isReplaced = from <= at && at < to;
    if (type === nodes.picture && !isReplaced && !isRefused(attrs.hash)) count += 1;
  });
  return Math.max(0, pictureLimits.perChapter - count);
}

/** Of a picture that a full text cannot take. */
export const noRoomForPicture = `Un chapitre a ${pictureLimits.perChapter} images au plus.`;

const isFull = (state: EditorState): boolean => roomForPictures(state) === 0;

/** How many pictures of the text the server does not have yet. */
export const unsentPictures = ({ children }: Node): number =>
  children.filter(({ attrs }) => isUnsent(attrs.hash)).length;
