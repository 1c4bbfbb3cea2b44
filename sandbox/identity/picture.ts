import sharp from 'sharp';
import type { Person } from '../people.ts';

const sizePixels = 96;

/** Middle and radii of an ellipse, in pixels. */
type Ellipse = { x: number; y: number; width: number; height: number };

const figure: readonly Ellipse[] = [
  { x: 48, y: 38, width: 18, height: 18 },
  { x: 48, y: 94, width: 34, height: 32 },
];

/**
 * A person's picture as Google would serve it: WebP, head and shoulders in two colours. Drawn pixel by
 * pixel: the server in the same process reads no SVG (`src/lib/server/core/picture-library.ts`).
 */
export function drawPicture(picture: NonNullable<Person['picture']>): Promise<Buffer> {
  const [ink, paper] = [rgbOf(picture.figure), rgbOf(picture.background)];
  const pixels = Array.from({ length: sizePixels ** 2 }, (_, index) => {
    const [x, y] = [index % sizePixels, Math.floor(index / sizePixels)];
    return figure.some((shape) => isInside(shape, x + 0.5, y + 0.5)) ? ink : paper;
  });
  const raw = { width: sizePixels, height: sizePixels, channels: 3 } as const;
  return sharp(Uint8Array.from(pixels.flat()), { raw }).webp().toBuffer();
}

const isInside = (shape: Ellipse, x: number, y: number): boolean =>
  ((x - shape.x) / shape.width) ** 2 + ((y - shape.y) / shape.height) ** 2 <= 1;

/** Red, green and blue of “#a4243b”, each 0 to 255. */
const rgbOf = (colour: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
