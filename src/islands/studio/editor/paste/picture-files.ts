/** Picture files that are pasted or dropped: one opens the dialog of a picture, several are described after. */
import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { pictureLimits, pictureTypes, unnamedPicture } from '#shared/text/text-pictures.ts';
import { unknownSize } from '../block-nodes.ts';
import {
  askWithFile,
  noRoomForPicture,
  pictureTooLarge,
  putPictures,
  roomForPictures,
} from '../picture-commands.ts';
import type { PictureQueue } from '../picture-queue.ts';
import { addToReport, type PastePart } from './paste-report.ts';

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
  if (!isOne || !askWithFile(view, file)) putFiles(view, queue, files);
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
    ...{ hash: queue.add(file), alt: unnamedPicture },
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
