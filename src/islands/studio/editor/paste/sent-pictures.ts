/** Gives the pictures of a paste their names once the server has them, and takes out what it refuses. */
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state';
import { unnamedPicture, type TextPicture } from '#shared/text-pictures.ts';
import { isUnsent } from '../block-nodes.ts';
import { takeOutPicture } from '../picture-commands.ts';
import type { PictureQueue } from '../picture-queue.ts';
import type { PictureAddresses } from '../picture-view.ts';
import { addToReport, type PastePart } from './paste-report.ts';

type World = { queue: PictureQueue; addresses: Pick<PictureAddresses, 'add'> };

/** Sends what is in the queue while the text is open. Answers are no steps of undo. */
export const sentPictures = (world: World): Plugin =>
  new Plugin({
    // An undo may bring back a picture that was answered while it was not in the text.
    appendTransaction: (transactions, _, state) =>
      transactions.some(({ docChanged }) => docChanged) ? withAnswers(state, world) : null,
    view: (view) => ({
      destroy: world.queue.start(() => {
        const answered = withAnswers(view.state, world);
        if (answered) view.dispatch(answered);
      }),
    }),
  });

/** Null if no picture of the text has an answer. One that this page does not know cannot be sent any more. */
function withAnswers({ tr, doc }: EditorState, { queue, addresses }: World): Transaction | null {
  const parts: PastePart[] = [];
  doc.forEach((node, start) => {
    const { hash: name, alt } = node.attrs as TextPicture;
    if (!isUnsent(name) || queue.isWaiting(name)) return;
    const at = tr.mapping.map(start);
    const answer = queue.answerFor(name);
    if (answer && 'kept' in answer) {
      const { hash, width, height, address } = answer.kept;
      addresses.add(hash, address);
      // By attribute: a picture that is selected stays so.
      for (const [key, value] of Object.entries({ hash, width, height })) {
        tr.setNodeAttribute(at, key, value);
      }
    } else {
      takeOutPicture(tr, at);
      const shown = alt === unnamedPicture ? '' : alt;
      parts.push({ kind: 'image', shown, at, ...(answer && { reason: answer.refused }) });
    }
  });
  if (!tr.docChanged) return null;
  tr.setMeta('addToHistory', false);
  return parts.length === 0 ? tr : addToReport(tr, { parts, before: doc });
}
