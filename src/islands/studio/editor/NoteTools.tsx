import { toggleMark } from 'prosemirror-commands';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { hasMark, tools } from './commands.ts';
import { noteSchema } from './schema.ts';
import { ToolButton } from './ToolButton.tsx';

const noteTools = (['em', 'strong'] as const).map((name) => {
  const type = noteSchema.marks[name];
  if (!type) throw new Error(`A note has no ${name}`);
  return {
    ...tools[name],
    name,
    run: toggleMark(type),
    isOn: (of: EditorState) => hasMark(of, type),
  };
});

/** The shortcuts of the tools. */
export const noteToolKeys = Object.fromEntries(noteTools.map(({ keys = '', run }) => [keys, run]));

type Props = {
  /** Of the note's text; null before it is there. */
  view: EditorView | null;
  state: EditorState | null;
};

/** What a note's words can have: the same buttons as in the editor's toolbar. */
export function NoteTools({ view, state }: Props) {
  return (
    <div className="note-tools" role="group" aria-label="Mise en forme de la note">
      {noteTools.map(({ name, label, shape, shortcut, run, isOn }) => (
        <ToolButton
          key={name}
          {...{ label, shape, shortcut }}
          className={`tool-${name}`}
          aria-pressed={state !== null && isOn(state)}
          onClick={() => {
            if (!view) return;
            run(view.state, view.dispatch, view);
            view.focus();
          }}
        />
      ))}
    </div>
  );
}
