import type { Database } from '#server/core/db/database.ts';
import { isRefusal, type Refusal } from '#server/core/http/refusal.ts';
import { namesOfPictures, storedPicture } from '#shared/text/text-pictures.ts';
import { countWords } from '#shared/text/words.ts';
import type { Book } from '../book/book.ts';
import { placeBytes, type PictureWorld } from '#server/core/picture-bytes.ts';
import {
  encodeTextPicture,
  storeTextPicture,
  type EncodedPicture,
  type PlacedPicture,
} from './text-pictures.ts';

/** For all pictures of an import: a proxy waits no longer for an answer. */
const withinMs = 120_000;

type Run = <Encoded>(task: () => Promise<Encoded>) => Promise<Encoded | undefined>;

/**
 * Encodes the pictures that these chapters of a book show, which takes seconds and belongs outside a
 * transaction.
 * @param run does one after the other, or refuses with undefined
 * @returns null if the server is too busy for it, or they take too long
 */
export async function encodePicturesOf(
  run: Run,
  book: Pick<Book, 'pictures'>,
  chosen: readonly Pick<WithText, 'html'>[],
): Promise<EncodedPicture[] | null> {
  const shown = new Set(chosen.flatMap(({ html }) => namesOfPictures(html)));
  const encoded: EncodedPicture[] = [];
  const endMs = performance.now() + withinMs;
  for (const { hash, bytes } of book.pictures.filter((one) => shown.has(one.hash))) {
    const picture = await run(() => encodeTextPicture(bytes));
    if (picture === undefined || performance.now() > endMs) return null;
    if (picture && picture !== 'too-large') encoded.push({ ...picture, hash });
  }
  return encoded;
}

type WithText = { html: string; wordCount: number };
const figures = new RegExp(`<figure>${storedPicture.source}</figure>`, 'g');

/**
 * The chapters with the words of pictures that could not be read in their places, and how many
 * pictures these were.
 */
export function withReadPictures<Chapter extends WithText>(
  chosen: readonly Chapter[],
  encoded: readonly EncodedPicture[],
): { chapters: Chapter[]; picturesRefused: number } {
  const known = new Set(encoded.map(({ hash }) => hash));
  const refused = new Set<string>();
  const chapters = chosen.map((chapter) => {
    const html = chapter.html.replaceAll(figures, (figure, hash: string, alt: string) => {
      if (known.has(hash)) return figure;
      refused.add(hash);
      return `<p>[${alt}]</p>`;
    });
    return html === chapter.html ? chapter : { ...chapter, html, wordCount: countWords(html) };
  });
  return { chapters, picturesRefused: refused.size };
}

/** As `placeBytes`, before the transaction of `storePictures`. */
export async function placePictures(
  world: PictureWorld,
  encoded: readonly EncodedPicture[],
): Promise<PlacedPicture[]> {
  const placed: PlacedPicture[] = [];
  for (const picture of encoded) {
    placed.push({ ...picture, variants: await placeBytes(world, picture.variants) });
  }
  return placed;
}

/** Keeps them for a novel, in the transaction that adds its chapters. */
export async function storePictures(
  tx: Database,
  novelId: string,
  placed: readonly PlacedPicture[],
  now: Date,
): Promise<Refusal | null> {
  for (const picture of placed) {
    const refusal = await storeTextPicture(tx, novelId, picture, now);
    if (isRefusal(refusal)) return refusal;
  }
  return null;
}
