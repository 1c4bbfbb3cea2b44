import sharp from '#server/core/picture-library.ts';
import { storedSize, nameOfPicture, type BookPicture } from './pictures.ts';

const formats = new Set(['jpeg', 'png', 'webp', 'gif']);
/** A smaller one is an ornament. */
const leastPixels = 48;

/** A picture of a book by its file; null for an ornament, or a file that is no picture. */
export async function measurePicture(bytes: Uint8Array): Promise<BookPicture | null> {
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    if (!formats.has(format) || Math.min(width, height) < leastPixels) return null;
    return { hash: nameOfPicture(bytes), ...storedSize({ width, height }), bytes };
  } catch {
    return null;
  }
}
