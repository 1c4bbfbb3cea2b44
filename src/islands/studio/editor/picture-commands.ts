/** Pictures of a text: what is selected, what is put in. */
import { NodeSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { pictureLimits, type TextPicture } from '#shared/text-pictures.ts';
import { chapterSchema } from './schema.ts';

const { nodes } = chapterSchema;

/**
 * Asks for the dialog that adds a picture, or edits the selected one's alternative text. Its detail is
 * the file to add, if that is known.
 */
export const pictureAsked = 'picture-asked';

/** Opens the dialog with a file for a new picture. @returns whether the text has room for it. */
export function askWithFile(view: EditorView, file: File): boolean {
  if (isFull(view.state)) return false;
  view.dom.dispatchEvent(new CustomEvent<File>(pictureAsked, { detail: file }));
  return true;
}

export const askForPicture: Command = (state, dispatch, view) => {
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
  const { tr, selection } = state;
  const node = nodes.picture.create(picture);
  if (selectedPicture(state) !== null) return tr.replaceSelectionWith(node);
  const { $from } = selection;
  const isEmpty = $from.depth === 1 && $from.parent.content.size === 0;
  const at = $from.depth === 0 ? selection.to : isEmpty ? $from.before(1) : $from.after(1);
  const end = isEmpty ? $from.after(1) : at;
  const isLast = end === tr.doc.content.size;
  tr.replaceWith(at, end, isLast ? [node, nodes.paragraph.create()] : node);
  return tr.setSelection(NodeSelection.create(tr.doc, at));
}

function isFull({ doc }: EditorState): boolean {
  const pictures = doc.children.filter(({ type }) => type === nodes.picture);
  return pictures.length >= pictureLimits.perChapter;
}
