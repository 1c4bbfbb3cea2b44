/** Commands of the editor's toolbar and keyboard. */
import { baseKeymap, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MarkType, NodeType, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { blockTools, type BlockToolName } from './block-tools.ts';
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

export type Tool = {
  label: string;
  /** Content of the button. */
  sign: string;
  /** French label; `keys` is the shortcut. */
  shortcut: string;
  keys?: string;
  run: Command;
  /** Whether the selection has it; null for stateless commands. */
  isOn: ((state: EditorState) => boolean) | null;
};

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
    sign: '↶',
    shortcut: 'Ctrl+Z',
    run: (state, dispatch) => undoDepth(state) > 0 && undo(state, dispatch),
    isOn: null,
  },
  redo: {
    label: 'Rétablir',
    sign: '↷',
    shortcut: 'Ctrl+Maj+Z',
    run: (state, dispatch) => redoDepth(state) > 0 && redo(state, dispatch),
    isOn: null,
  },
  em: {
    label: 'Italique',
    sign: 'I',
    shortcut: 'Ctrl+I',
    keys: 'Mod-i',
    run: toggleMark(marks.em),
    isOn: (state) => hasMark(state, marks.em),
  },
  strong: {
    label: 'Gras',
    sign: 'G',
    shortcut: 'Ctrl+B',
    keys: 'Mod-b',
    run: toggleMark(marks.strong),
    isOn: (state) => hasMark(state, marks.strong),
  },
  part: {
    label: 'Intertitre',
    sign: 'T1',
    shortcut: 'Ctrl+Alt+2',
    keys: 'Mod-Alt-2',
    run: toggleHeading(2),
    isOn: (state) => isHeading(state, 2),
  },
  subpart: {
    label: 'Petit intertitre',
    sign: 'T2',
    shortcut: 'Ctrl+Alt+3',
    keys: 'Mod-Alt-3',
    run: toggleHeading(3),
    isOn: (state) => isHeading(state, 3),
  },
  quote: {
    label: 'Citation',
    sign: '❝',
    shortcut: 'Ctrl+Maj+9',
    keys: 'Mod-Shift-9',
    run: toggleQuote,
    isOn: (state) => isWithin(state, nodes.blockquote),
  },
  verse: {
    label: 'Vers',
    sign: '≋',
    shortcut: 'Ctrl+Maj+8',
    keys: 'Mod-Shift-8',
    run: toggleVerse,
    isOn: isVerse,
  },
  ...blockTools,
  separator: {
    label: 'Changement de scène',
    sign: '✻',
    shortcut: 'Ctrl+Maj+Entrée',
    keys: 'Mod-Shift-Enter',
    run: insertSeparator,
    isOn: null,
  },
  note: {
    label: 'Note de bas de page',
    sign: 'n¹',
    shortcut: 'Ctrl+Alt+F',
    run: canHaveNote,
    isOn: null,
  },
  ruby: {
    label: 'Lecture d’un mot (ruby)',
    sign: 'ル',
    shortcut: '',
    run: canHaveRuby,
    isOn: null,
  },
  typography: {
    label: 'Relire la typographie',
    sign: '«\u202F»',
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

function hasMark(state: EditorState, type: MarkType): boolean {
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
