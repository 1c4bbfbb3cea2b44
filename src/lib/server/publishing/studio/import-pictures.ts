import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { isRefusal, type Refusal } from '#server/http/refusal.ts';
import { namesOfPictures, storedPicture } from '#shared/text-pictures.ts';
import type { Book, BookChapter } from '../book/book.ts';
import { encodeTextPicture, keepTextPicture, type EncodedPicture } from './text-pictures.ts';

/**
 * Encodes the pictures of the chapters chosen of a book, which takes seconds and belongs outside a
 * transaction. Null if the server is too busy for it.
 */
export async function encodePicturesOf(
  { pictures }: Pick<App, 'pictures'>,
  book: Pick<Book, 'pictures'>,
  chosen: readonly BookChapter[],
): Promise<EncodedPicture[] | null> {
  const shown = new Set(chosen.flatMap(({ html }) => namesOfPictures(html)));
  const encoded: EncodedPicture[] = [];
  for (const { hash, bytes } of book.pictures.filter((one) => shown.has(one.hash))) {
    const picture = await pictures.run(() => encodeTextPicture(bytes));
    if (picture === undefined) return null;
    if (picture) encoded.push({ ...picture, hash });
  }
  return encoded;
}

/** The chapters with the words of pictures that could not be read in their places. */
export function withReadPictures(
  chosen: readonly BookChapter[],
  encoded: readonly EncodedPicture[],
): BookChapter[] {
  const known = new Set(encoded.map(({ hash }) => hash));
  return chosen.map((chapter) => ({
    ...chapter,
    html: chapter.html.replaceAll(
      new RegExp(`<figure>${storedPicture.source}</figure>`, 'g'),
      (figure, hash: string, alt: string) => (known.has(hash) ? figure : `<p>[${alt}]</p>`),
    ),
  }));
}

/** Keeps them for a novel, in the transaction that adds its chapters. */
export async function keepPictures(
  tx: Database,
  novelId: string,
  encoded: readonly EncodedPicture[],
  now: Date,
): Promise<Refusal | null> {
  for (const picture of encoded) {
    const refusal = await keepTextPicture(tx, novelId, picture, now);
    if (isRefusal(refusal)) return refusal;
  }
  return null;
}
