import { pictureLimits } from '#shared/text/text-pictures.ts';
import { elementsNamed, type Document } from './markup.ts';
import { measurePicture } from './measure-picture.ts';
import type { BookPicture, PictureFinder } from './pictures.ts';
import { limits } from './refusals.ts';
import { picturesElsewhereSentences } from './report.ts';

/** A Markdown text as a document; its notes are elements that links lead to. */
export type MarkdownText = { text: string; root: Document; unread: readonly string[] };

/** The file that a text calls by an address beside it; null without one. */
export type PictureFiles = (address: string) => Promise<Uint8Array | null>;

/** A text that comes alone has no files beside it. */
export const noFiles: PictureFiles = () => Promise.resolve(null);

const dataAddress = /^data:image\/[a-z.+-]{1,20};base64,/i;
const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Files that turn out to be none cost time too. */
const triedMax = 1_000;

/**
 * The pictures that Markdown texts show: written into them (`data:`), or files beside them. Nothing
 * is fetched. The report names those that are elsewhere or cannot be read.
 */
export async function readPicturesOf(
  texts: readonly (MarkdownText & { readFile: PictureFiles })[],
): Promise<{
  texts: (MarkdownText & { pictures: PictureFinder })[];
  pictures: BookPicture[];
  report: string[];
}> {
  const pictures: BookPicture[] = [];
  const hashes = new Set<string>();
  const lost: string[] = [];
  let tried = 0;
  let left: number = limits.picturesBytes;
  const withPictures: (MarkdownText & { pictures: PictureFinder })[] = [];
  for (const { readFile, ...text } of texts) {
    const found = new Map<string, BookPicture | null>();
    for (const { attribs } of elementsNamed(text.root, 'img')) {
      const address = attribs.src ?? '';
      if (address === '' || found.has(address)) continue;
      tried += 1;
      const isFull = pictures.length >= limits.pictures || tried > triedMax;
      const bytes = isFull ? null : await bytesOf(address, readFile);
      const picture =
        bytes && bytes.length <= Math.min(left, pictureLimits.uploadBytes)
          ? await measurePicture(bytes)
          : null;
      found.set(address, picture);
      if (picture === null) lost.push(/^data:/i.test(address) ? '' : address);
      else if (!hashes.has(picture.hash)) {
        // A vignette of every chapter is kept once.
        hashes.add(picture.hash);
        pictures.push(picture);
        left -= picture.bytes.length;
      }
    }
    withPictures.push({ ...text, pictures: (address) => found.get(address) ?? null });
  }
  return { texts: withPictures, pictures, report: picturesElsewhereSentences(lost) };
}

async function bytesOf(address: string, readFile: PictureFiles): Promise<Uint8Array | null> {
  const [start] = dataAddress.exec(address) ?? [];
  if (start !== undefined) return Buffer.from(address.slice(start.length), 'base64');
  return isElsewhere.test(address) ? null : readFile(address);
}
