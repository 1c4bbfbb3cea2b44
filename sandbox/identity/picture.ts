import sharp from 'sharp';
import type { Person } from '../people.ts';

const sizePixels = 96;

/** A person's picture as Google would serve it: WebP, head and shoulders in two colours. */
export function drawPicture(picture: NonNullable<Person['picture']>): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="${sizePixels}" height="${sizePixels}">
    <rect width="96" height="96" fill="${picture.background}"/>
    <circle cx="48" cy="38" r="18" fill="${picture.figure}"/>
    <ellipse cx="48" cy="94" rx="34" ry="32" fill="${picture.figure}"/>
  </svg>`;
  return sharp(Buffer.from(svg)).webp().toBuffer();
}
