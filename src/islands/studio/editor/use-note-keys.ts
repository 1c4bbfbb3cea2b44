import { NodeSelection } from 'prosemirror-state';
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
