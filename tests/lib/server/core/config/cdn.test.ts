import { expect, test } from 'vitest';
import { parseCdn } from '#server/core/config/cdn.ts';

const url = 'https://api.fastly.com/service/S1/';

test('no CDN is told without the settings', () => {
  expect(parseCdn({ CDN_PURGE: '' })).toEqual({ cdn: null });
});

test.each([
  [
    { CDN_PURGE: 'varnish', CDN_PURGE_URL: 'http://10.0.0.2:6081, http://10.0.0.3:6081/' },
    { kind: 'varnish', addresses: ['http://10.0.0.2:6081', 'http://10.0.0.3:6081'], token: '' },
  ],
  [
    { CDN_PURGE: 'fastly', CDN_PURGE_URL: url, CDN_PURGE_TOKEN: 'a' },
    { kind: 'fastly', addresses: ['https://api.fastly.com/service/S1'], token: 'a' },
  ],
])('%o is a CDN', (environment, cdn) => {
  expect(parseCdn(environment)).toEqual({ cdn });
});

test.each([
  [{ CDN_PURGE: 'akamai', CDN_PURGE_URL: url }, ['CDN_PURGE n’a pas la forme attendue']],
  [{ CDN_PURGE: 'varnish' }, ['CDN_PURGE_URL manque.']],
  [{ CDN_PURGE_URL: url }, ['CDN_PURGE manque.']],
  [{ CDN_PURGE: 'varnish', CDN_PURGE_URL: 'cache:6081' }, ['CDN_PURGE_URL n’a pas la forme']],
  [{ CDN_PURGE: 'fastly', CDN_PURGE_URL: url }, ['CDN_PURGE_TOKEN manque.']],
  [
    { CDN_PURGE: 'fastly', CDN_PURGE_URL: url, CDN_PURGE_TOKEN: 'a b' },
    ['CDN_PURGE_TOKEN n’a pas la forme'],
  ],
])('%o is refused by its name', (environment, sentences) => {
  const result = parseCdn(environment);
  expect('problems' in result && result.problems).toEqual(
    sentences.map((sentence) => expect.stringContaining(sentence) as string),
  );
});
