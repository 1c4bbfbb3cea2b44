import { expect, test } from 'vitest';
import { analyticsSource } from '#server/core/config/analytics.ts';
import { buildSettings } from '#server/core/config/build-settings.ts';

test.each([{}, { ANALYTICS_SRC: undefined }, { ANALYTICS_SRC: '' }])(
  'no analytics without a setting: %j',
  (environment) => {
    expect(analyticsSource(environment)).toBeNull();
  },
);

test('an https script is used, under its normalized address', () => {
  expect(analyticsSource({ ANALYTICS_SRC: 'https://Mesure.test:443/m.js?site=1' })).toBe(
    'https://mesure.test/m.js?site=1',
  );
});

test('a malformed address fails the build', () => {
  expect(() => analyticsSource({ ANALYTICS_SRC: 'http://mesure.test/m.js' })).toThrow(
    'ANALYTICS_SRC n’a pas la forme attendue : l’adresse https',
  );
});

test('a build belongs to the script that its pages may load', () => {
  const without = buildSettings({});
  const withOne = buildSettings({ ANALYTICS_SRC: 'https://mesure.test/m.js' });
  const withAnother = buildSettings({ ANALYTICS_SRC: 'https://autre.test/m.js' });
  expect(new Set([without, withOne, withAnother]).size).toBe(3);
});
