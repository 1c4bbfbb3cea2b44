import { describe, expect, test } from 'vitest';
import { decodeText } from '#server/publishing/book/encoding.ts';

const sentence = 'L’été, cœur léger — « déjà » à Noël, où l’âme s’élève.';
const utf8 = Buffer.from(sentence);
const latin = (text: string) => Buffer.from(text, 'latin1');
const declared = (name: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${name}"?>\n<p>`), body]);
const withByte = (byte: number, at: number) =>
  Buffer.concat([utf8.subarray(0, at), Buffer.from([byte]), utf8.subarray(at)]);

describe('decodeText', () => {
  test.each([
    ['an ellipsis of Windows-1252', withByte(0x85, utf8.length), `${sentence}…`],
    ['an accent of Windows-1252', withByte(0xe9, utf8.length), `${sentence}é`],
    ['a byte among others', withByte(0x92, 0), `’${sentence}`],
    ['a letter that was cut off', Buffer.concat([utf8, utf8.subarray(1, 3)]), `${sentence}\ufffd`],
  ])('reads UTF-8 but for %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test('reads a file in two encodings, one after the other', () => {
    const twice = Buffer.concat([utf8, latin(' Été, à côté.')]);
    expect(decodeText(twice)).toBe(`${sentence} Été, à côté.`);
  });

  test.each(['utf-16', 'UTF-16LE', 'iso-8859-1', 'windows-1252', 'shift_jis', 'nonsense'])(
    'ignores a declaration of %s that the bytes disprove',
    (name) => {
      expect(decodeText(declared(name, utf8), 'xml')).toContain(sentence);
      expect(decodeText(declared(name, withByte(0x85, 0)), 'xml')).toContain(`…${sentence}`);
    },
  );

  test('believes a declaration that may be true', () => {
    expect(decodeText(declared('iso-8859-1', latin('Été à Noël')), 'xml')).toContain('Été à Noël');
    expect(decodeText(declared('iso-8859-15', latin('c\u00bdur')), 'xml')).toContain('cœur');
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
    expect(decodeText(declared('shift_jis', japanese), 'xml')).toContain('日本');
  });

  test('believes a byte order mark more than a declaration', () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), declared('iso-8859-1', utf8)]);
    expect(decodeText(marked, 'xml')).toContain(sentence);
    const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-8"?>${sentence}`, 'utf16le');
    expect(decodeText(wide, 'xml')).toContain(sentence);
  });

  test('knows UTF-16 without its mark', () => {
    const wide = Buffer.from(sentence, 'utf16le');
    expect(decodeText(wide)).toBe(sentence);
    expect(decodeText(Buffer.from(wide).swap16())).toBe(sentence);
  });

  test('reads Windows-1252 under the mark of UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeff'), Buffer.from('été là', 'latin1')]);
    expect(decodeText(bytes)).toBe('été là');
  });

  test('reads what is hardly UTF-8 as Windows-1252', () => {
    // « É» » happens to be a character of UTF-8.
    const old = latin('« ÉTÉ», dit-elle à l\u0092été, très étonnée.'.replace('É»', '\u00c9\u00bb'));
    expect(decodeText(old)).toBe('« ÉTÉ», dit-elle à l’été, très étonnée.');
  });
});
