import { pictureLimits } from '#shared/text-pictures.ts';
import { keptSize, nameOfPicture, type BookPicture } from '../pictures.ts';
import { isBookRefused, limits } from '../refusals.ts';
import type { Archive } from './archive.ts';
import type { PackageDocument } from './package.ts';
import sharp from '#server/picture-library.ts';

/** Of one book: the texts come out of the same archive. */
const picturesBytesMax = 40 * 1024 * 1024;
const formats = new Set(['jpeg', 'png', 'webp', 'gif']);
/** A smaller one is an ornament. */
const leastPixels = 48;

/** The pictures of a book that its texts may show, by their paths, without the cover. */
export async function readPictures(
  archive: Archive,
  book: PackageDocument,
): Promise<Map<string, BookPicture>> {
  const found = new Map<string, BookPicture>();
  let total = 0;
  for (const { path, mediaType, properties, id } of book.manifest.values()) {
    if (path === null || !mediaType.startsWith('image/') || !archive.names.has(path)) continue;
    if (properties.includes('cover-image') || id === book.coverId) continue;
    const size = archive.sizeBytes(path);
    if (size > pictureLimits.uploadBytes || total + size > picturesBytesMax) continue;
    if (found.size >= limits.pictures) break;
    const bytes = await readBytes(archive, path);
    const picture = bytes && (await measure(bytes));
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

async function measure(bytes: Uint8Array): Promise<BookPicture | null> {
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    if (!formats.has(format) || Math.min(width, height) < leastPixels) return null;
    return { hash: nameOfPicture(bytes), ...keptSize({ width, height }), bytes };
  } catch {
    return null;
  }
}
