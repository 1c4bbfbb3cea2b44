import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
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
