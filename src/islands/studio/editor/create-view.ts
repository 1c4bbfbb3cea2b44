import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { evenRows, tableKeys } from './block-commands.ts';
import { editorKeys } from './commands.ts';
import { inputHelp } from './input-help.ts';
import { foreignPictures } from './paste/foreign-pictures.ts';
import { pasteReport } from './paste/paste-report.ts';
import { pictureFiles } from './paste/picture-files.ts';
import { sentPictures } from './paste/sent-pictures.ts';
import type { PictureQueue } from './picture-queue.ts';
import { pictureView, type PictureAddresses } from './picture-view.ts';
import { chapterSchema } from './schema.ts';

const placeholder = 'Écrivez ici…';
/** Heights of the bar; on a wide screen the tools of a table may have two rows below it. */
const barHeight = { phone: 128, wide: 200 } as const;

export type ViewOptions = {
  place: HTMLElement;
  doc: Node;
  language: string;
  /** Id of the heading that names the chapter. */
  describedBy: string;
  /** Of the pictures in the text. */
  addresses: PictureAddresses;
  /** Sends those that a paste brings. */
  queue: PictureQueue;
  /** Called after every transaction; `isChanged` if the text differs. */
  onState: (state: EditorState, isChanged: boolean) => void;
};

/** The editable text of a chapter. */
export function createView(options: ViewOptions): EditorView {
  const { place, doc, language, describedBy, addresses, queue, onState } = options;
  const keys = [tableKeys, ...editorKeys].map((one) => keymap(one));
  const pasting = [
    pictureFiles(queue),
    pasteReport(queue),
    sentPictures({ queue, addresses }),
    foreignPictures(addresses),
  ];
  const plugins = [history(), inputHelp(language), ...pasting, ...keys, evenRows()];
  const top = matchMedia('(min-width: 42rem)').matches ? barHeight.wide : barHeight.phone;
  const underTheBar = { top, right: 0, bottom: 32, left: 0 };
  const view = new EditorView(place, {
    state: EditorState.create({ doc, plugins }),
    attributes: ({ doc: { childCount, firstChild } }) => ({
      class: 'chapter-text',
      // Authors may select and copy their own text.
      'data-exempt': '',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Texte du chapitre',
      'aria-describedby': describedBy,
      'aria-placeholder': placeholder,
      ...(childCount === 1 &&
        firstChild?.type === chapterSchema.nodes.paragraph &&
        firstChild.content.size === 0 && { 'data-placeholder': placeholder }),
      lang: language,
      spellcheck: 'true',
    }),
    nodeViews: { picture: pictureView(addresses) },
    // The sticky bar must not cover the edited line.
    scrollThreshold: underTheBar,
    scrollMargin: underTheBar,
    dispatchTransaction: (transaction) => {
      const state = view.state.apply(transaction);
      view.updateState(state);
      onState(state, transaction.docChanged);
    },
  });
  return view;
}
