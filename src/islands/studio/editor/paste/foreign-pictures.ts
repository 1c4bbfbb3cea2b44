/** Takes pictures that the novel does not have out of a paste, and adds them to its report. */
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state';
import type { TextPicture } from '#shared/text-pictures.ts';
import { takeOutPicture } from '../picture-commands.ts';
import type { PictureAddresses } from '../picture-view.ts';
import { isUnsent } from '../block-nodes.ts';
import { chapterSchema } from '../schema.ts';
import { addToReport, type PastePart } from './paste-report.ts';

const { nodes } = chapterSchema;

/** A copy from a chapter of another novel has its pictures, which would never show in this one. */
export const foreignPictures = ({ lacking }: Pick<PictureAddresses, 'lacking'>): Plugin =>
  new Plugin({
    props: {
      transformPasted: (slice, view) => {
        const pasted = slice.content.content
          .filter(({ type }) => type === nodes.picture)
          .map(({ attrs }) => (attrs as TextPicture).hash)
          .filter((hash) => !isUnsent(hash));
        const before = view.state.doc;
        // The answer comes after the paste.
        if (pasted.length > 0) {
          void lacking(pasted).then((hashes) => {
            const dropped = view.isDestroyed ? null : withoutPictures(view.state, hashes);
            if (dropped) view.dispatch(addToReport(dropped.tr, { parts: dropped.parts, before }));
          });
        }
        return slice;
      },
    },
  });

/** Null if the text shows none of them. An undo of the paste does not bring them back. */
function withoutPictures(
  { tr, doc }: EditorState,
  hashes: readonly string[],
): { tr: Transaction; parts: PastePart[] } | null {
  const parts: PastePart[] = [];
  doc.forEach((node, start) => {
    const { hash, alt } = node.attrs as TextPicture;
    if (node.type !== nodes.picture || !hashes.includes(hash)) return;
    const at = tr.mapping.map(start);
    takeOutPicture(tr, at);
    parts.push({ kind: 'image', shown: alt, at });
  });
  return parts.length === 0 ? null : { tr: tr.setMeta('addToHistory', false), parts };
}
