import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState, Plugin, type Transaction, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import {
  type TextPicture,
  pictureLimits,
  pictureTypes,
  unnamedPicture,
} from '#shared/text/text-pictures.ts';
import { evenRows, tableKeys } from './block-commands.ts';
import { editorKeys } from './commands.ts';
import { inputHelp } from './input-help.ts';
import {
  pasteReport,
  renamePictures,
  type Renamed,
  addToReport,
  type PastePart,
} from './paste/paste-report.ts';
import type { PictureQueue } from './picture-queue.ts';
import { pictureView, type PictureAddresses } from './picture-view.ts';
import { chapterSchema } from './schema.ts';
import { isLocal, refusedName, isUnsent, unknownSize } from './block-nodes.ts';
import {
  requestWithFile,
  noRoomForPicture,
  pictureTooLarge,
  putPictures,
  roomForPictures,
} from './picture-commands.ts';

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

/** Finds pictures of a paste that the novel does not have, and names them in its report. */

const { nodes } = chapterSchema;

/** A copy from a chapter of another novel has its pictures, which would never show in this one. */
const foreignPictures = ({ lacking }: Pick<PictureAddresses, 'lacking'>): Plugin =>
  new Plugin({
    props: {
      transformPasted: (slice, view) => {
        const pasted = slice.content.content
          .filter(({ type }) => type === nodes.picture)
          .map(({ attrs }) => (attrs as TextPicture).hash)
          .filter((hash) => !isLocal(hash));
        // The answer comes after the paste.
        if (pasted.length > 0) {
          void lacking(pasted).then((hashes) => {
            const refused = view.isDestroyed ? null : refuse(view.state, hashes);
            if (refused) view.dispatch(refused);
          });
        }
        return slice;
      },
    },
  });

/** Null if the text shows none of them. */
function refuse({ tr, doc }: EditorState, hashes: readonly string[]): Transaction | null {
  const renamed: Renamed = new Map();
  doc.forEach(({ attrs }, at) => {
    const { hash: name } = attrs as TextPicture;
    if (!hashes.includes(name)) return;
    const change = renamed.get(name)?.change ?? { hash: refusedName() };
    tr.setNodeAttribute(at, 'hash', change.hash);
    renamed.set(name, { change, reason: null });
  });
  if (renamed.size === 0) return null;
  return renamePictures(tr.setMeta('addToHistory', false), renamed);
}

/** Gives the pictures of a paste their names once the server has them. */

type World = { queue: PictureQueue; addresses: Pick<PictureAddresses, 'add'> };

/**
 * Sends what is in the queue while the text is open. A refused picture stays as a frame that no saved text
 * has. Only attributes change, outside of the history: undo and redo stay right.
 */
export const sentPictures = (world: World): Plugin =>
  new Plugin({
    view: (view) => {
      const finish = () => {
        const answered = withAnswers(view.state, world);
        if (answered) view.dispatch(answered);
      };
      const isWanted = (name: string) =>
        view.state.doc.children.some(({ attrs }) => attrs.hash === name);
      const stop = world.queue.start({ isWanted, onAnswer: finish });
      return {
        // An undo may bring back a picture that was answered while it was not in the text.
        update: ({ state }, before) => {
          if (state.doc.eq(before.doc)) return;
          finish();
          world.queue.wake();
        },
        destroy: stop,
      };
    },
  });

/** Null if no picture of the text has an answer. */
function withAnswers({ tr, doc }: EditorState, { queue, addresses }: World): Transaction | null {
  const renamed: Renamed = new Map();
  doc.forEach((node, at) => {
    const { hash: name } = node.attrs as TextPicture;
    const answer = isUnsent(name) ? queue.answerFor(name) : null;
    if (answer === null) return;
    const change =
      answer && 'stored' in answer
        ? { hash: answer.stored.hash, width: answer.stored.width, height: answer.stored.height }
        : { hash: refusedName() };
    if (answer && 'stored' in answer) addresses.add(answer.stored.hash, answer.stored.address);
    for (const [key, value] of Object.entries(change)) tr.setNodeAttribute(at, key, value);
    renamed.set(name, { change, reason: answer && 'refused' in answer ? answer.refused : null });
  });
  if (renamed.size === 0) return null;
  return renamePictures(tr.setMeta('addToHistory', false), renamed);
}

/** Picture files that are pasted or dropped: one opens the dialog of a picture, several are described after. */

type Queue = Pick<PictureQueue, 'add'>;

/** The report of the paste names the files that the text cannot take. */
export const pictureFiles = (queue: Queue): Plugin =>
  new Plugin({
    props: {
      handlePaste: (view, { clipboardData }) => take(view, queue, clipboardData),
      handleDrop: (view, event) =>
        take(view, queue, event.dataTransfer, { left: event.clientX, top: event.clientY }),
    },
  });

function take(
  view: EditorView,
  queue: Queue,
  data: DataTransfer | null,
  dropped?: { left: number; top: number },
): boolean {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  const [file, ...more] = files;
  // Word processors add a picture of the text that they copy.
  if (!file || data?.getData('text/plain').trim() !== '') return false;
  const place = dropped && view.posAtCoords(dropped);
  if (place) {
    const { tr } = view.state;
    view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(place.pos))));
  }
  const isOne = more.length === 0 && pictureTypes.includes(file.type);
  if (!isOne || !requestWithFile(view, file)) putFiles(view, queue, files);
  return true;
}

function putFiles(view: EditorView, queue: Queue, files: readonly File[]): void {
  const { state } = view;
  const room = roomForPictures(state);
  const lost: Omit<PastePart, 'at'>[] = [];
  const taken: File[] = [];
  for (const file of files) {
    const reason = whyNot(file, room - taken.length);
    if (reason === null) taken.push(file);
    else lost.push({ kind: 'image', shown: file.name, reason });
  }
  const pictures = taken.map((file) => ({
    hash: queue.add(file),
    alt: unnamedPicture,
    ...unknownSize,
  }));
  const tr = pictures.length === 0 ? state.tr : putPictures(state, pictures);
  const at = tr.selection.from;
  const said = {
    parts: lost.map((part) => ({ ...part, at })),
    pictures: pictures.map(({ hash }) => hash),
  };
  view.dispatch(addToReport(tr, said).scrollIntoView());
}

/** Null for a file that the text can take. */
function whyNot({ type, size }: File, room: number): string | null {
  if (!pictureTypes.includes(type)) return 'Le site lit des images JPEG, PNG, WebP, AVIF et GIF.';
  if (size > pictureLimits.uploadBytes) return pictureTooLarge;
  return room > 0 ? null : noRoomForPicture;
}
