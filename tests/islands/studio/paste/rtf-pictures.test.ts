import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readHex, readRtfPictures } from '#islands/studio/editor/paste/rtf-pictures.ts';
import { wordPicture, wordRtf } from './rtf.ts';

const recorded = new URL('recorded/libreoffice-7.4-pictures.rtf', import.meta.url);

test('a recorded copy of LibreOffice has its pictures once each, whole and at their sizes', async () => {
  const pictures = readRtfPictures(await readFile(recorded, 'latin1'));
  const read = await Promise.all(
    pictures.map(async ({ hex, isCropped, width, height }) => {
      const { format, width: fileWidth } = await sharp(readHex(hex) ?? undefined).metadata();
      return [format, fileWidth, Math.round(width), Math.round(height), isCropped];
    }),
  );
  expect(read).toEqual([
    ['png', 48, 48, 36, false],
    ['jpeg', 40, 40, 32, false],
    ['png', 44, 44, 30, false],
    ['png', 42, 23, 30, true],
  ]);
});

describe('RTF as Word writes it', () => {
  test('shows what stands in the text, neither signs of lists nor heads of pages', () => {
    const hex = '89504e470d0a1a0a'.repeat(40);
    const picture = wordPicture({ hex, width: 64, height: 48 });
    const [first, ...others] = readRtfPictures(wordRtf(`Une rue. ${picture} La gr\\'e8ve.`));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ width: 64, height: 48, type: 'image/png', isCropped: false });
    expect(Buffer.from(readHex(first?.hex ?? '') ?? []).toString('hex')).toBe(hex);
  });

  test.each([
    ['a drawing', wordPicture({ hex: '0100', width: 4, height: 4, kind: 'emfblip' }), ''],
    ['half a byte', wordPicture({ hex: '895', width: 4, height: 4 }), 'image/png'],
    ['no hexadecimal number', wordPicture({ hex: 'zz', width: 4, height: 4 }), 'image/png'],
    ['bytes that are no text', '{\\pict\\pngblip\\bin4 {}{}}', 'image/png'],
    ['bytes without their count', '{\\pict\\pngblip\\bin }', 'image/png'],
    ['bytes before the beginning', '{\\pict\\pngblip\\bin-900 }', 'image/png'],
    ['nothing', '{\\pict\\pngblip}', 'image/png'],
  ])('has no file for %s, and goes on', (_, picture, type) => {
    const after = wordPicture({ hex: 'ffd8ff', width: 8, height: 8, kind: 'jpegblip' });
    const [first, second] = readRtfPictures(wordRtf(`${picture} ${after}`));
    expect(first?.type).toBe(type);
    expect(type === '' || readHex(first?.hex ?? '') === null).toBe(true);
    expect(Buffer.from(readHex(second?.hex ?? '') ?? []).toString('hex')).toBe('ffd8ff');
  });

  test('has pictures of notes last, as HTML has', () => {
    const at = (width: number) => wordPicture({ hex: '89504e47', width, height: 9 });
    const rtf = wordRtf(`${at(10)} Un mot{\\footnote Sa note ${at(30)}}, puis ${at(20)}.`);
    expect(readRtfPictures(rtf).map(({ width }) => width)).toEqual([10, 20, 30]);
  });

  test('has none where it is nested as no program nests', () => {
    expect(readRtfPictures('{'.repeat(200_000) + '{\\pict\\pngblip 89}')).toEqual([]);
  });

  test.each(['', '}', '}}}{\\pict', '{\\pict\\pngblip 89', '\\', 'mots sans groupe'])(
    'has no pictures where it is broken: %j',
    (rtf) => {
      expect(readRtfPictures(rtf)).toEqual([]);
    },
  );
});
