import { NodeSelection, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef } from 'react';
import { tools } from './commands.ts';
import { chapterSchema } from './schema.ts';

/** Opens a note on a press on its mark, on Enter when selected, or a new one on its shortcut. */
export function useNoteKeys(view: EditorView | null, onNote: () => void): void {
  const open = useRef(onNote);
  useEffect(() => {
    open.current = onNote;
  });
  useEffect(() => {
    view?.setProps({
      handleClickOn: (_, __, node, at) => {
        if (node.type !== chapterSchema.nodes.note) return false;
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
        open.current();
        return true;
      },
      handleKeyDown: ({ state }, { key, code, ctrlKey, metaKey, altKey }) => {
        const isAsked =
          key === 'Enter'
            ? selectedNote(state) !== null
            : code === 'KeyF' && altKey && (ctrlKey || metaKey) && tools.note.run(state);
        if (isAsked) open.current();
        return isAsked;
      },
      // What is typed would take the place of the note.
      handleTextInput: ({ state }, _from, _to, text) => {
        if (selectedNote(state) === null) return false;
        leaveNote(view);
        view.dispatch(view.state.tr.insertText(text).scrollIntoView());
        return true;
      },
    });
  }, [view]);
}

/** HTML of the selected note, or null. */
export function selectedNote({ selection }: EditorView['state']): string | null {
  // `NodeSelection` is ProseMirror's.
  const isNote =
    selection instanceof NodeSelection && selection.node.type === chapterSchema.nodes.note;
  return isNote ? String(selection.node.attrs.html) : null;
}

/** Puts the cursor after the selected note, which what is typed next would replace. */
export function leaveNote(view: EditorView): void {
  const { state } = view;
  if (selectedNote(state) === null) return;
  const after = Selection.near(state.doc.resolve(state.selection.to));
  view.dispatch(state.tr.setSelection(after));
}
