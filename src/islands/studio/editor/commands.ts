/** Commands of the editor's toolbar and keyboard. */
import { baseKeymap, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MarkType, NodeType, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { blockTools, type BlockToolName, type Tool } from './block-tools.ts';
import { undoReplacement } from './input-help.ts';
import { chapterSchema } from './schema.ts';

const { nodes, marks } = chapterSchema;

export type ToolName =
  | 'undo'
  | 'redo'
  | 'em'
  | 'strong'
  | 'part'
  | 'subpart'
  | 'quote'
  | 'verse'
  | BlockToolName
  | 'separator'
  | 'note'
  | 'ruby'
  | 'typography';

const insertSeparator: Command = (state, dispatch) => {
  if (dispatch) {
    const { tr } = state;
    const parts = [nodes.scene_separator.create(), nodes.paragraph.create()];
    const { $from } = state.selection;
    const isInPlace = $from.parent.isTextblock && $from.parent.content.size === 0 && fits($from);
    const at = isInPlace ? $from.before() : $from.after(1);
    tr.replaceWith(at, isInPlace ? $from.after() : at, parts);
    tr.setSelection(TextSelection.near(tr.doc.resolve(at + 2)));
    dispatch(tr.scrollIntoView());
  }
  return true;
};

/** Whether a scene break may take the place of this paragraph: in a quotation it may not. */
const fits = ($from: ResolvedPos): boolean =>
  $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), nodes.scene_separator);

/** Enter where a new scene begins: its first line is there already. */
const stayInNewScene: Command = ({ selection: { $from, empty } }) => {
  if (!empty || $from.parent.type !== nodes.paragraph || $from.parent.content.size > 0)
    return false;
  return $from.node(-1).maybeChild($from.index(-1) - 1)?.type === nodes.scene_separator;
};

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create()).scrollIntoView());
  return true;
};

const toggleQuote: Command = (state, dispatch) =>
  isWithin(state, nodes.blockquote)
    ? lift(state, dispatch)
    : wrapIn(nodes.blockquote)(state, dispatch);

const toggleVerse: Command = (state, dispatch) => {
  const verse = !isVerse(state);
  return setBlockType(nodes.paragraph, { verse })(state, dispatch);
};

const toggleHeading =
  (level: number): Command =>
  (state, dispatch) =>
    isHeading(state, level)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : // A heading has no notes: they would be lost.
        !hasNote(state) && setBlockType(nodes.heading, { level })(state, dispatch);

/** Opens the note dialog. */
const canHaveNote: Command = ({ selection: { $to, $from } }) =>
  $from.sameParent($to) && $to.parent.type === nodes.paragraph;

/** Opens the ruby dialog. */
const canHaveRuby: Command = (state) => !state.selection.$from.parent.type.spec.code;

export const tools: Record<ToolName, Tool> = {
  undo: {
    label: 'Annuler',
    shape: 'M4 9h10a5.5 5.5 0 0 1 0 11h-3M8 5 4 9l4 4',
    shortcut: 'Ctrl+Z',
    run: (state, dispatch) => undoDepth(state) > 0 && undo(state, dispatch),
    isOn: null,
  },
  redo: {
    label: 'Rétablir',
    shape: 'M20 9H10a5.5 5.5 0 0 0 0 11h3m3-15 4 4-4 4',
    shortcut: 'Ctrl+Maj+Z',
    run: (state, dispatch) => redoDepth(state) > 0 && redo(state, dispatch),
    isOn: null,
  },
  em: {
    label: 'Italique',
    shape: 'M10 4h8M6 20h8m.5-16-5 16',
    shortcut: 'Ctrl+I',
    keys: 'Mod-i',
    run: toggleMark(marks.em),
    isOn: (state) => hasMark(state, marks.em),
  },
  strong: {
    label: 'Gras',
    shape: 'M18.5 7.5a7.3 7.3 0 1 0 .7 6V13H13',
    shortcut: 'Ctrl+B',
    keys: 'Mod-b',
    run: toggleMark(marks.strong),
    isOn: (state) => hasMark(state, marks.strong),
  },
  part: {
    label: 'Intertitre',
    shape: 'M3 5h11M8.5 5v14m8.5-6 2.5-2v8',
    shortcut: 'Ctrl+Alt+2',
    keys: 'Mod-Alt-2',
    run: toggleHeading(2),
    isOn: (state) => isHeading(state, 2),
  },
  subpart: {
    label: 'Petit intertitre',
    shape: 'M3.5 8h8.5M7.75 8v11m8.25-5.5a2.2 2.2 0 0 1 4.4 0c0 2-4.4 3-4.4 5.5h4.6',
    shortcut: 'Ctrl+Alt+3',
    keys: 'Mod-Alt-3',
    run: toggleHeading(3),
    isOn: (state) => isHeading(state, 3),
  },
  quote: {
    label: 'Citation',
    shape: 'M10 6c-3.5 1-5 3.5-5 7v5h5v-5H5m15-7c-3.5 1-5 3.5-5 7v5h5v-5h-5',
    shortcut: 'Ctrl+Maj+9',
    keys: 'Mod-Shift-9',
    run: toggleQuote,
    isOn: (state) => isWithin(state, nodes.blockquote),
  },
  verse: {
    label: 'Vers',
    shape: 'M5 4h8M5 9h13M5 15h6m-6 5h11',
    shortcut: 'Ctrl+Maj+8',
    keys: 'Mod-Shift-8',
    run: toggleVerse,
    isOn: isVerse,
  },
  ...blockTools,
  separator: {
    label: 'Changement de scène',
    shape: 'M12 5v14M6 8.5l12 7m0-7-12 7',
    shortcut: 'Ctrl+Maj+Entrée',
    keys: 'Mod-Shift-Enter',
    run: insertSeparator,
    isOn: null,
  },
  note: {
    label: 'Note de bas de page',
    shape: 'M4 19v-9m0 3a3.5 3.5 0 0 1 7 0v6m5-13 2.5-2v8',
    shortcut: 'Ctrl+Alt+F',
    run: canHaveNote,
    isOn: null,
  },
  ruby: {
    label: 'Lecture d’un mot (ruby)',
    shape: 'm6 20 6-12 6 12M8.5 15.5h7M5 4h5m4 0h5',
    shortcut: '',
    run: canHaveRuby,
    isOn: null,
  },
  typography: {
    label: 'Relire la typographie',
    shape: 'm6 8-3.5 4L6 16m5-8-3.5 4 3.5 4m2-8 3.5 4-3.5 4m5-8 3.5 4-3.5 4',
    shortcut: '',
    // The editor opens the list of what it proposes.
    run: () => true,
    isOn: null,
  },
};

export const toolNames = Object.keys(tools) as ToolName[];

/** The editor's keymap: the tools' shortcuts, undo and redo, line breaks, and editing keys. */
export const editorKeys: Record<string, Command>[] = [
  {
    Backspace: undoReplacement,
    Enter: stayInNewScene,
    'Mod-z': undo,
    'Mod-Z': redo,
    'Mod-Shift-z': redo,
    'Mod-y': redo,
    'Shift-Enter': breakLine,
    ...Object.fromEntries(
      Object.values(tools).flatMap(({ keys, run }) => (keys === undefined ? [] : [[keys, run]])),
    ),
  },
  baseKeymap,
];

/** Whether the selection, or what is typed next, has a mark. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

function hasNote({ doc, selection: { from, to, $from, $to } }: EditorState): boolean {
  let isFound = false;
  const [start, end] = [Math.min(from, $from.start()), Math.max(to, $to.end())];
  doc.nodesBetween(start, end, ({ type }) => {
    isFound ||= type === nodes.note;
  });
  return isFound;
}

function isWithin({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type === type) return true;
  }
  return false;
}

function isVerse({ selection: { $from } }: EditorState): boolean {
  return $from.parent.attrs.verse === true;
}

function isHeading({ selection: { $from } }: EditorState, level: number): boolean {
  return $from.parent.type === nodes.heading && $from.parent.attrs.level === level;
}
