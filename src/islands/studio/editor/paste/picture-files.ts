/** Picture files that are pasted or dropped: each needs words, so that the dialog of a picture opens. */
import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { pictureTypes } from '#shared/text-pictures.ts';
import { askWithFile } from '../picture-commands.ts';
import { addToReport } from './paste-report.ts';

/**
 * The first of several files is taken: one picture is described at a time. A text that has all the
 * pictures it may have names the file in the report of the paste.
 */
export const pictureFiles = (): Plugin =>
  new Plugin({
    props: {
      handlePaste: (view, { clipboardData }) => take(view, clipboardData),
      handleDrop: (view, event) => {
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (!take(view, event.dataTransfer)) return false;
        const { tr } = view.state;
        if (place) view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(place.pos))));
        return true;
      },
    },
  });

function take(view: EditorView, data: DataTransfer | null): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => pictureTypes.includes(type));
  // Word processors add a picture of the text that they copy.
  if (!file || data?.getData('text/plain').trim() !== '') return false;
  if (!askWithFile(view, file)) {
    const { tr, selection, doc: before } = view.state;
    const parts = [{ kind: 'image' as const, shown: file.name, at: selection.from }];
    view.dispatch(addToReport(tr, { parts, before }));
  }
  return true;
}
