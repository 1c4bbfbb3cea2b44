/**
 * The picture library with the formats that the site accepts alone. All server code imports it from
 * here: other decoders (SVG, PDF, TIFF…) would parse a file before its format is refused, and a small
 * SVG can keep librsvg busy for minutes.
 */
import sharp, { type Sharp } from 'sharp';

const readers = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer'];

// For the whole process, worker threads included (https://sharp.pixelplumbing.com/api-utility/#block).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}`) });

export default sharp;

/** More pixels than any screen shows of a cover or a drawing. */
const pixelsMax = 25_000_000;
/** A header may promise more than its file has: solid colour compresses so far, pictures do not. */
const unsuspiciousPixels = 1_000_000;
const pixelsPerByteMax = 5_000;
/** A picture of as many pixels takes half a second, and several on a busy machine. */
const decodeWithinSeconds = 10;

/** A picture whose header is read and whose pixels are not. */
export type OpenPicture = {
  format: string;
  /** Of the upright picture. */
  width: number;
  height: number;
  /** Decodes it, within a time limit; fails on what is broken. */
  decode: () => Sharp;
};

/**
 * Reads the header of what a person gave: a JPEG, PNG, WebP, GIF or AVIF.
 * @returns null if it is none, `too-large` for more than 25 million pixels, or for more than so small a
 * file holds
 */
export async function openPicture(bytes: Uint8Array): Promise<OpenPicture | 'too-large' | null> {
  try {
    const { format, compression, autoOrient } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata();
    if (format === 'heif' && compression !== 'av1') return null;
    const { width, height } = autoOrient;
    const pixels = width * height;
    const isEmpty = pixels > unsuspiciousPixels && pixels > bytes.byteLength * pixelsPerByteMax;
    if (pixels > pixelsMax || isEmpty) return 'too-large';
    const decode = () =>
      sharp(bytes, { limitInputPixels: pixelsMax })
        .timeout({ seconds: decodeWithinSeconds })
        .autoOrient();
    return { format, width, height, decode };
  } catch {
    return null;
  }
}
