import { expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';

const parse = (settings: Record<string, string | undefined>) =>
  parseConfig({ FEUILLETON_MODE: 'demo', ...settings });

test.each([{}, { ANALYTICS_SRC: undefined }, { ANALYTICS_SRC: '' }])(
  'no analytics without a setting: %j',
  (settings) => {
    expect(parse(settings)).toMatchObject({ config: { analyticsSource: null } });
  },
);

test('an https script is used, under its normalized address', () => {
  expect(parse({ ANALYTICS_SRC: 'https://Mesure.test:443/m.js?site=1' })).toMatchObject({
    config: { analyticsSource: 'https://mesure.test/m.js?site=1' },
  });
});

test.each(['http://mesure.test/m.js', 'https://*.test/m.js', "https://a.test;script-src'/m.js"])(
  'a malformed address is refused: %s',
  (address) => {
    const result = parse({ ANALYTICS_SRC: address });
    expect(result.ok ? [] : result.problems).toEqual([
      expect.stringMatching(/^ANALYTICS_SRC .*l’adresse https/),
    ]);
  },
);
