/** Gives the pictures of a paste their names once the server has them. */
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state';
import type { TextPicture } from '#shared/text/text-pictures.ts';
import { isUnsent, refusedName } from '../block-nodes.ts';
import type { PictureQueue } from '../picture-queue.ts';
import type { PictureAddresses } from '../picture-view.ts';
import { renamePictures, type Renamed } from './paste-report.ts';

type World = { queue: PictureQueue; addresses: Pick<PictureAddresses, 'add'> };

/**
 * Sends what is in the queue while the text is open. A refused picture stays as a frame that no saved text
 * has. Only attributes change, outside of the history: undo and redo stay right.
 */
export const sentPictures = (world: World): Plugin =>
  new Plugin({
    view: (view) => {
      const settle = () => {
        const answered = withAnswers(view.state, world);
        if (answered) view.dispatch(answered);
      };
      const isWanted = (name: string) =>
        view.state.doc.children.some(({ attrs }) => attrs.hash === name);
      const stop = world.queue.start({ isWanted, onAnswer: settle });
      return {
        // An undo may bring back a picture that was answered while it was not in the text.
        update: ({ state }, before) => {
          if (state.doc.eq(before.doc)) return;
          settle();
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
      answer && 'kept' in answer
        ? { hash: answer.kept.hash, width: answer.kept.width, height: answer.kept.height }
        : { hash: refusedName() };
    if (answer && 'kept' in answer) addresses.add(answer.kept.hash, answer.kept.address);
    for (const [key, value] of Object.entries(change)) tr.setNodeAttribute(at, key, value);
    renamed.set(name, { change, reason: answer && 'refused' in answer ? answer.refused : null });
  });
  if (renamed.size === 0) return null;
  return renamePictures(tr.setMeta('addToHistory', false), renamed);
}
