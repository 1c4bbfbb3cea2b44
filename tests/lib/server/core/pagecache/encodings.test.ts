import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readDictionary } from '#server/core/pagecache/dictionary.ts';
import {
  bodyIn,
  bytesOf,
  chooseEncoding,
  compressThoroughly,
  encodeBodies,
} from '#server/core/pagecache/encodings.ts';

const all = {
  gzip: Buffer.from('x'),
  br: Buffer.from('x'),
  identityBytes: 1,
  effort: 'quick',
} as const;
const plainOnly = { identity: Buffer.from('x') };

describe('the encoding of a response', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['identity', 'identity'],
    ['br;q=0.0, gzip; q=0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['vibrant', 'identity'],
  ])('for “%s” is %s', (header, encoding) => {
    expect(chooseEncoding(header, all)).toBe(encoding);
  });

  test('is identity if compression was not tried', () => {
    expect(chooseEncoding('br, gzip', plainOnly)).toBe('identity');
  });
});

test('a picture is not compressed again', async () => {
  const { bodies } = await encodeBodies(Buffer.from('RIFF'), { 'content-type': 'image/webp' });
  expect(bodies).toEqual({ identity: Buffer.from('RIFF') });
  expect(await compressThoroughly(bodies)).toBe(bodies);
});

test('a text is the same after each effort, and smaller after the second', async () => {
  const text = Array.from({ length: 400 }, (_, index) => `Phrase ${index * index}.`).join(' ');
  const { bodies } = await encodeBodies(Buffer.from(text), { 'content-type': 'text/html' });
  const thorough = await compressThoroughly(bodies);
  expect(bytesOf(thorough)).toBeLessThan(bytesOf(bodies));
  for (const one of [bodies, thorough]) {
    expect(bodyIn(one, 'identity').toString()).toBe(text);
    expect(gunzipSync(bodyIn(one, 'gzip')).toString()).toBe(text);
  }
});

test.each(['quick', 'thorough'])(
  '%s bodies take no more memory than is counted',
  async (effort) => {
    const { bodies } = await encodeBodies(Buffer.from('Il neigeait. '.repeat(900)), {
      'content-type': 'text/html; charset=utf-8',
    });
    const kept = effort === 'quick' ? bodies : await compressThoroughly(bodies);
    const taken = [bodyIn(kept, 'br'), bodyIn(kept, 'gzip')].map(({ buffer }) => buffer.byteLength);
    expect(taken.reduce((sum, bytes) => sum + bytes, 0)).toBe(bytesOf(kept));
  },
);

describe('a dictionary', () => {
  const common = Array.from({ length: 300 }, (_, index) => `<p>Cadre ${index * index}.`).join('');
  const folder = mkdtempSync(join(tmpdir(), 'feuilleton-dictionary-'));
  mkdirSync(join(folder, '_astro'));
  writeFileSync(join(folder, '_astro/chapter.0123abcd.dict'), common);
  const dictionary = readDictionary(folder);
  rmSync(folder, { recursive: true });
  if (!dictionary) throw new Error('no dictionary was found');
  const text = Buffer.from(`${common}<p>Il neigeait.`);
  const encode = async () => {
    const { bodies } = await encodeBodies(text, { 'content-type': 'text/html' }, dictionary);
    return [bodies, await compressThoroughly(bodies)];
  };

  test('shortens a body, which is nothing without it', async () => {
    for (const bodies of await encode()) {
      const body = bodyIn(bodies, 'dcb');
      expect(body.length * 4).toBeLessThan(bodyIn(bodies, 'br').length);
      expect(body.subarray(0, 4)).toEqual(Buffer.from([0xff, 0x44, 0x43, 0x42]));
      expect(body.subarray(4, 36).toString('base64')).toBe(dictionary.name.slice(1, -1));
      // Known to Node, not to its types.
      const options = { params: {}, dictionary: dictionary.bytes };
      expect(brotliDecompressSync(body.subarray(36), options)).toEqual(text);
      expect(bytesOf(bodies)).toBe(
        bodyIn(bodies, 'br').length + bodyIn(bodies, 'gzip').length + body.length,
      );
    }
  });

  test('is used for who has it and takes it', async () => {
    const [bodies = plainOnly] = await encode();
    const chosen = (accepted: string, name?: string) => chooseEncoding(accepted, bodies, name);
    expect(chosen('gzip, br, dcb', dictionary.name)).toBe('dcb');
    expect(chosen('gzip, br, dcb')).toBe('br');
    expect(chosen('gzip, br, dcb', `${dictionary.name.slice(0, -2)}A:`)).toBe('br');
    expect(chosen('gzip, br, dcb;q=0', dictionary.name)).toBe('br');
    // A proxy that decompresses by itself asks for what it knows.
    expect(chosen('gzip', dictionary.name)).toBe('gzip');
    expect(chooseEncoding('br, dcb', all, dictionary.name)).toBe('br');
  });
});
