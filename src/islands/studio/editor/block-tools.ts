/** Tools for centred lines, boxes, tables and pictures. */
import {
  addColumn,
  addRow,
  insertTable,
  isCentered,
  isHeaderRow,
  isWithinNode,
  removeColumn,
  removeRow,
  removeTable,
  toggleBox,
  toggleCentered,
  toggleHeaderRow,
} from './block-commands.ts';
import { requestPicture, selectedPicture } from './picture-commands.ts';
import { chapterSchema } from './schema.ts';
import type { Command, EditorState } from 'prosemirror-state';

export type Tool = {
  label: string;
  /** Lines of the button's icon, in a square of 24. */
  shape: string;
  /** French label; `keys` is the shortcut. */
  shortcut: string;
  keys?: string;
  run: Command;
  /** Whether the selection has it; null for stateless commands. */
  isOn: ((state: EditorState) => boolean) | null;
};

export type BlockToolName = 'centered' | 'box' | 'table' | 'picture';

/** Part of the toolbar. */
export const blockTools: Record<BlockToolName, Tool> = {
  centered: {
    label: 'Ligne centrée',
    shape: 'M4 6h16M8 12h8M6 18h12',
    shortcut: 'Ctrl+Maj+E',
    keys: 'Mod-Shift-e',
    run: toggleCentered,
    isOn: isCentered,
  },
  box: {
    label: 'Encadré',
    shape: 'M3 5h18v14H3zm4 5h10M7 14h6',
    shortcut: 'Ctrl+Maj+7',
    keys: 'Mod-Shift-7',
    run: toggleBox,
    isOn: (state) => isWithinNode(state, chapterSchema.nodes.box),
  },
  table: {
    label: 'Tableau',
    shape: 'M3 5h18v14H3zm0 5h18M9 10v9m6-9v9',
    shortcut: '',
    run: insertTable,
    isOn: (state) => isWithinNode(state, chapterSchema.nodes.table),
  },
  picture: {
    label: 'Image',
    shape: 'M3 5h18v14H3zm0 11 5-5 4 4 3-3 6 5M15.5 9h.01',
    shortcut: '',
    run: requestPicture,
    isOn: (state) => selectedPicture(state) !== null,
  },
};

/** Shown while the cursor is in a table. */
export const tableTools: readonly Omit<Tool, 'shape' | 'shortcut' | 'keys'>[] = [
  { label: 'Ajouter une ligne', run: addRow, isOn: null },
  { label: 'Ajouter une colonne', run: addColumn, isOn: null },
  { label: 'Ligne d’en-tête', run: toggleHeaderRow, isOn: isHeaderRow },
  { label: 'Retirer la ligne', run: removeRow, isOn: null },
  { label: 'Retirer la colonne', run: removeColumn, isOn: null },
  { label: 'Supprimer le tableau', run: removeTable, isOn: null },
];
