/** The icons of the installed site: drawn as SVG in `src/app`, written as PNG for `manifest.webmanifest`. */
import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';

const icons = [
  { drawing: 'icone', sizesPixels: [192, 512] },
  // For a launcher that cuts its own shape: the drawing stays within the middle 80 %.
  { drawing: 'icone-pleine', sizesPixels: [192, 512] },
  { drawing: 'reprendre', sizesPixels: [96] },
  { drawing: 'bibliotheque', sizesPixels: [96] },
];
/** Dots per inch at which a drawing without a size is as wide as its view box, in pixels. */
const dotsPerInch = 72;

/** @param folder of the built client's files. */
export async function writeAppIcons(folder: string): Promise<void> {
  await mkdir(`${folder}/app`, { recursive: true });
  // Our own drawings; the server reads no SVG (`src/lib/server/core/picture-library.ts`).
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  for (const { drawing, sizesPixels } of icons) {
    const svg = await readFile(new URL(`../../src/app/${drawing}.svg`, import.meta.url));
    const [, width = '24'] = /viewBox="0 0 (\d+)/.exec(svg.toString()) ?? [];
    for (const pixels of sizesPixels) {
      const density = (dotsPerInch * pixels) / Number(width);
      await sharp(svg, { density })
        .resize(pixels, pixels)
        .png({ compressionLevel: 9 })
        .toFile(`${folder}/app/${drawing}-${pixels}.png`);
    }
  }
}
