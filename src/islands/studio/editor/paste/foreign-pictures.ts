/** Finds pictures of a paste that the novel does not have, and names them in its report. */
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state';
import type { TextPicture } from '#shared/text/text-pictures.ts';
import { isLocal, refusedName } from '../block-nodes.ts';
import type { PictureAddresses } from '../picture-view.ts';
import { chapterSchema } from '../schema.ts';
import { renamePictures, type Renamed } from './paste-report.ts';

const { nodes } = chapterSchema;

/** A copy from a chapter of another novel has its pictures, which would never show in this one. */
export const foreignPictures = ({ lacking }: Pick<PictureAddresses, 'lacking'>): Plugin =>
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
