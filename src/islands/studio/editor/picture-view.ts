import type { NodeViewConstructor } from 'prosemirror-view';
import { call } from '#browser/call.ts';
import { listTextPictures } from '#shared/contracts/text-pictures.ts';
import type { TextPicture } from '#shared/text/text-pictures.ts';
import { isLocal, isRefused } from './block-nodes.ts';

/** Where the pictures of a chapter's novel are, for its author. */
export type PictureAddresses = {
  add: (hash: string, address: string) => void;
  /** Undefined where there is no such picture, or no connection. */
  find: (hash: string) => Promise<string | undefined>;
  /** Those of them that the novel does not have; none where that cannot be asked. */
  lacking: (hashes: readonly string[]) => Promise<string[]>;
};

/** Asked for at the first picture that is shown. */
export function createPictureAddresses(chapterId: string): PictureAddresses {
  const known = new Map<string, string>();
  let loading: Promise<boolean> | null = null;
  const load = async (): Promise<boolean> => {
    const answer = await call(listTextPictures, {
      params: { id: chapterId },
    });
    if (!answer.ok) {
      loading = null;
      return false;
    }
    for (const { hash, address } of answer.data.pictures) known.set(hash, address);
    return true;
  };
  return {
    add: (hash, address) => void known.set(hash, address),
    find: async (hash) => {
      if (!known.has(hash)) await (loading ??= load());
      return known.get(hash);
    },
    lacking: async (hashes) => {
      const unknown = () => hashes.filter((hash) => !known.has(hash));
      // Another tab may have added one since.
      if (unknown().length === 0 || !(await (loading = load()))) return [];
      return unknown();
    },
  };
}

/** Draws a picture in the editor: the text has its name, not its address. */
export const pictureView =
  (addresses: PictureAddresses): NodeViewConstructor =>
  (node) => {
    const { hash, alt, width, height } = node.attrs as TextPicture;
    const dom = document.createElement('figure');
    const words = document.createElement('figcaption');
    if (isLocal(hash)) {
      const frame = document.createElement('div');
      frame.className = 'unsent-picture';
      Object.assign(frame.style, { width: `${width}px`, aspectRatio: `${width} / ${height}` });
      const state = isRefused(hash) ? 'pas gardée, absente du texte' : 'pas encore envoyée';
      words.textContent = `${alt}\u00A0: ${state}`;
      dom.append(frame, words);
      return { dom };
    }
    const image = document.createElement('img');
    Object.assign(image, { alt, width, height });
    words.textContent = alt;
    void addresses.find(hash).then((address) => {
      if (address !== undefined) image.src = address;
    });
    dom.append(image, words);
    return { dom };
  };
