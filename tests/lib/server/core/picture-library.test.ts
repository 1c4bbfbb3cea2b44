import { expect, test } from 'vitest';
import sharp, { openPicture } from '#server/core/picture-library.ts';

const pixel = sharp({ create: { width: 2, height: 3, channels: 3, background: '#456' } });

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s is read', async (format) => {
  const { width, height } = await sharp(await pixel.clone().toFormat(format).toBuffer()).metadata();
  expect([width, height]).toEqual([2, 3]);
});

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
  ['PDF', Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n')],
])('%s is refused without being parsed', async (_, bytes) => {
  await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format');
});

test('TIFF is refused', async () => {
  const bytes = await pixel.clone().toFormat('tiff').toBuffer();
  await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format');
});

test('a picture of too many pixels, or of too few bytes for them, is not decoded', async () => {
  const create = { width: 4_000, height: 4_000, channels: 3 as const, background: '#456' };
  const empty = await sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer();
  expect(empty.byteLength).toBeLessThan(1_000);
  expect(await openPicture(empty)).toBe('too-large');
  // What follows a header is not read: as many bytes as a drawing has.
  const padded = Buffer.concat([empty, Buffer.alloc(10_000)]);
  expect(await openPicture(padded)).toMatchObject({ format: 'webp', width: 4_000, height: 4_000 });
  const large = await sharp({ create: { ...create, width: 6_300 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
  expect(await openPicture(Buffer.concat([large, Buffer.alloc(10_000)]))).toBe('too-large');
  expect(await openPicture(Buffer.from('no picture'))).toBeNull();
});
