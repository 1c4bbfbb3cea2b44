import { pictureLimits } from '#shared/text/text-pictures.ts';
import { measurePicture } from '../measure-picture.ts';
import type { BookPicture } from '../pictures.ts';
import { isBookRefused, limits } from '../refusals.ts';
import type { Archive } from './archive.ts';
import { coverItem } from './cover.ts';
import type { PackageDocument } from './package.ts';

/** The pictures of a book that its texts may show, by their paths, without the cover. */
export async function readPictures(
  archive: Archive,
  book: PackageDocument,
): Promise<Map<string, BookPicture>> {
  const found = new Map<string, BookPicture>();
  const cover = coverItem(book);
  let total = 0;
  for (const { path, mediaType, properties } of book.manifest.values()) {
    if (path === null || !mediaType.startsWith('image/') || !archive.names.has(path)) continue;
    if (path === cover?.path || properties.includes('cover-image')) continue;
    const size = archive.sizeBytes(path);
    if (size > pictureLimits.uploadBytes || total + size > limits.picturesBytes) continue;
    if (found.size >= limits.pictures) break;
    const bytes = await readBytes(archive, path);
    const picture = bytes && (await measurePicture(bytes));
    if (!picture) continue;
    total += size;
    found.set(path, picture);
  }
  return found;
}

async function readBytes(archive: Archive, path: string): Promise<Uint8Array | null> {
  try {
    return await archive.read(path, pictureLimits.uploadBytes);
  } catch (error) {
    // A zip bomb is refused wherever it is; a damaged picture is left out.
    if (!isBookRefused(error) || error.refusal.code === 'HOSTILE_FILE') throw error;
    return null;
  }
}
