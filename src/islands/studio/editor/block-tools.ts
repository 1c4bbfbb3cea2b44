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
import { askForPicture, selectedPicture } from './picture-commands.ts';
import type { Tool } from './commands.ts';
import { chapterSchema } from './schema.ts';

export type BlockToolName = 'centered' | 'box' | 'table' | 'picture';

/** Part of the toolbar. */
export const blockTools: Record<BlockToolName, Tool> = {
  centered: {
    label: 'Ligne centrée',
    sign: '≡',
    shortcut: 'Ctrl+Maj+E',
    keys: 'Mod-Shift-e',
    run: toggleCentered,
    isOn: isCentered,
  },
  box: {
    label: 'Encadré',
    sign: '▣',
    shortcut: 'Ctrl+Maj+7',
    keys: 'Mod-Shift-7',
    run: toggleBox,
    isOn: (state) => isWithinNode(state, chapterSchema.nodes.box),
  },
  table: {
    label: 'Tableau',
    sign: '▦',
    shortcut: '',
    run: insertTable,
    isOn: (state) => isWithinNode(state, chapterSchema.nodes.table),
  },
  picture: {
    label: 'Image',
    sign: '▨',
    shortcut: '',
    run: askForPicture,
    isOn: (state) => selectedPicture(state) !== null,
  },
};

/** Shown while the cursor is in a table. */
export const tableTools: readonly Omit<Tool, 'sign' | 'shortcut' | 'keys'>[] = [
  { label: 'Ajouter une ligne', run: addRow, isOn: null },
  { label: 'Ajouter une colonne', run: addColumn, isOn: null },
  { label: 'Ligne d’en-tête', run: toggleHeaderRow, isOn: isHeaderRow },
  { label: 'Retirer la ligne', run: removeRow, isOn: null },
  { label: 'Retirer la colonne', run: removeColumn, isOn: null },
  { label: 'Supprimer le tableau', run: removeTable, isOn: null },
];
