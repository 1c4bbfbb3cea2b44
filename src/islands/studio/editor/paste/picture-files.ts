/** Picture files that are pasted or dropped: one opens the dialog of a picture, several are described after. */
import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { pictureLimits, pictureTypes, unnamedPicture } from '#shared/text-pictures.ts';
import { askWithFile, pictureTooLarge, putPictures, roomForPictures } from '../picture-commands.ts';
import type { PictureQueue } from '../picture-queue.ts';
import { addToReport, undescribedIn, type PastePart } from './paste-report.ts';

type Queue = Pick<PictureQueue, 'add'>;

/** A text that has all the pictures it may have names the files in the report of the paste. */
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
  const files = [...(data?.files ?? [])].filter(({ type }) => pictureTypes.includes(type));
  const [file, ...more] = files;
  // Word processors add a picture of the text that they copy.
  if (!file || data?.getData('text/plain').trim() !== '') return false;
  const place = dropped && view.posAtCoords(dropped);
  if (place) {
    const { tr } = view.state;
    view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(place.pos))));
  }
  if (more.length > 0 || !askWithFile(view, file)) putFiles(view, queue, files);
  return true;
}

const noRoom = `Un chapitre a ${pictureLimits.perChapter} images au plus.`;

/** Until its size is known. */
const frame = { width: 400, height: 300 } as const;

function putFiles(view: EditorView, queue: Queue, files: readonly File[]): void {
  const { state } = view;
  const before = state.doc;
  const small = files.filter(({ size }) => size <= pictureLimits.uploadBytes);
  const taken = small.slice(0, roomForPictures(state));
  const pictures = taken.map((file) => ({ hash: queue.add(file), alt: unnamedPicture, ...frame }));
  const tr = pictures.length === 0 ? state.tr : putPictures(state, pictures);
  const from = tr.selection.from;
  const lost = files
    .filter((file) => !taken.includes(file))
    .map((file): PastePart => ({
      kind: 'image',
      shown: file.name,
      at: from,
      reason: small.includes(file) ? noRoom : pictureTooLarge,
    }));
  const parts = [...undescribedIn(tr.doc, from, from + pictures.length), ...lost];
  view.dispatch(addToReport(tr, { parts, before }).scrollIntoView());
}
