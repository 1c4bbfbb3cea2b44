import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { contrast, darkened, mainColourOf } from '#server/catalogue/covers.ts';

const paper = [251, 248, 242] as const;
const parts = (hex: string) =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

describe('the colour of a cover', () => {
  test.each([
    ['white', [255, 255, 255]],
    ['yellow', [255, 220, 0]],
    ['red', [164, 36, 59]],
    ['black', [0, 0, 0]],
  ] as const)('of %s is dark enough for light text', (_, given) => {
    expect(contrast(parts(darkened(given)), paper)).toBeGreaterThanOrEqual(4.5);
  });

  test('that is dark enough stays what it is', () => {
    expect(darkened([35, 64, 74])).toBe('#23404a');
  });

  test('is what most of the picture has', async () => {
    const blue = { r: 20, g: 40, b: 120 };
    const spot = await sharp({ create: { width: 20, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await sharp({
      create: { width: 100, height: 150, channels: 3, background: blue },
    })
      .composite([{ input: spot }])
      .png()
      .toBuffer();
    const [red, green, bluest] = parts(await mainColourOf(picture));
    expect(bluest).toBeGreaterThan(red + 40);
    expect(bluest).toBeGreaterThan(green + 40);
  });
});
