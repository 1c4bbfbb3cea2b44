import { describe, expect, test } from 'vitest';
import { chooseEncoding, encodeBodies } from '#server/pagecache/encodings.ts';

const all = { identity: Buffer.from('x'), gzip: Buffer.from('x'), br: Buffer.from('x') };
const plainOnly = { ...all, gzip: Buffer.alloc(0), br: Buffer.alloc(0) };

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
  expect([bodies.gzip.length, bodies.br.length]).toEqual([0, 0]);
});
