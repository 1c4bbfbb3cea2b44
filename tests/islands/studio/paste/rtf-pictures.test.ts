import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readRtfPictures } from '#islands/studio/editor/paste/rtf-pictures.ts';
import { wordPicture, wordRtf } from './rtf.ts';

const recorded = new URL('recorded/libreoffice-7.4-pictures.rtf', import.meta.url);

const bytesOf = async (file: Blob): Promise<Buffer> => Buffer.from(await file.arrayBuffer());
const hexOf = async (file: Blob | null | undefined): Promise<string | null> =>
  file ? (await bytesOf(file)).toString('hex') : null;

test('a recorded copy of LibreOffice has its pictures once each, whole and at their sizes', async () => {
  const pictures = readRtfPictures(await readFile(recorded, 'latin1'));
  const read = await Promise.all(
    pictures.map(async ({ file, width, height }) => {
      const { format, width: fileWidth } = file ? await sharp(await bytesOf(file)).metadata() : {};
      return [format, fileWidth, Math.round(width), Math.round(height)];
    }),
  );
  expect(read).toEqual([
    ['png', 48, 48, 36],
    ['jpeg', 40, 40, 32],
    ['png', 44, 44, 30],
    // Cut in the document: its file has what was cut away.
    [undefined, undefined, 23, 30],
  ]);
});

describe('RTF as Word writes it', () => {
  test('shows what stands in the text, neither signs of lists nor heads of pages', async () => {
    const hex = '89504e470d0a1a0a'.repeat(40);
    const picture = wordPicture({ hex, width: 64, height: 48 });
    const [first, ...others] = readRtfPictures(wordRtf(`Une rue. ${picture} La gr\\'e8ve.`));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ width: 64, height: 48, file: { type: 'image/png' } });
    expect(await hexOf(first?.file)).toBe(hex);
  });

  test.each([
    ['a drawing', wordPicture({ hex: '0100', width: 4, height: 4, kind: 'emfblip' })],
    ['half a byte', wordPicture({ hex: '895', width: 4, height: 4 })],
    ['no hexadecimal number', wordPicture({ hex: 'zz', width: 4, height: 4 })],
    ['bytes that are no text', '{\\pict\\pngblip\\bin4 {}{}}'],
    ['nothing', '{\\pict\\pngblip}'],
  ])('has no file for %s, and goes on', async (_, picture) => {
    const after = wordPicture({ hex: 'ffd8ff', width: 8, height: 8, kind: 'jpegblip' });
    const files = readRtfPictures(wordRtf(`${picture} ${after}`)).map(({ file }) => hexOf(file));
    expect(await Promise.all(files)).toEqual([null, 'ffd8ff']);
  });

  test.each(['', '}', '}}}{\\pict', '{\\pict\\pngblip 89', '\\', 'mots sans groupe'])(
    'has no pictures where it is broken: %j',
    (rtf) => {
      expect(readRtfPictures(rtf)).toEqual([]);
    },
  );
});
