import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { cleanPastedHtml, withoutEmptyBlocks } from './clean-paste.ts';
import { editorKeys } from './commands.ts';
import { inputHelp } from './input-help.ts';

export type ViewOptions = {
  place: HTMLElement;
  doc: Node;
  language: string;
  /** After every transaction; `isChanged` where the text is another one. */
  onState: (state: EditorState, isChanged: boolean) => void;
};

/** The text of a chapter that can be written in. */
export function createView({ place, doc, language, onState }: ViewOptions): EditorView {
  const plugins = [history(), inputHelp(), ...editorKeys.map((keys) => keymap(keys))];
  const view = new EditorView(place, {
    state: EditorState.create({ doc, plugins }),
    attributes: {
      class: 'chapter-text',
      // Its own text is the author's to select and copy.
      'data-exempt': '',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Texte du chapitre',
      lang: language,
      spellcheck: 'true',
    },
    transformPastedHTML: cleanPastedHtml,
    transformPasted: withoutEmptyBlocks,
    dispatchTransaction: (transaction) => {
      const state = view.state.apply(transaction);
      view.updateState(state);
      onState(state, transaction.docChanged);
    },
  });
  return view;
}
