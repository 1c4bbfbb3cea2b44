import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../../src/lib/server/config/config.ts';

const publisher = {
  PUBLISHER_NAME: 'Éditions du Test',
  PUBLISHER_LEGAL_FORM: 'SARL',
  PUBLISHER_CAPITAL: '1 000 €',
  PUBLISHER_ADDRESS: '1 rue du Test, Lyon',
  PUBLISHER_REGISTRATION: 'RCS Lyon 123',
  PUBLISHER_VAT_NUMBER: 'FR123',
  PUBLISHER_DIRECTOR: 'Test Directrice',
  PUBLISHER_EMAIL: 'contact@editions.test',
  PUBLISHER_PHONE: '+33 1',
  HOSTING_NAME: 'Hébergeur',
  HOSTING_ADDRESS: '2 rue du Test',
  HOSTING_PHONE: '+33 2',
  MEDIATOR_NAME: 'Médiateur',
  MEDIATOR_URL: 'https://mediateur.test',
  VAT_NOTICE: 'TVA incluse.',
};
const production = {
  ...publisher,
  SITE_URL: 'https://feuilleton.test/',
  DATABASE_URL: 'postgres://localhost/feuilleton',
  SECRET_KEYS: `${'a'.repeat(32)},${'b'.repeat(32)}`,
};

function problems(environment: Record<string, string | undefined>): string[] {
  const result = parseConfig(environment);
  return result.ok ? [] : result.problems;
}

describe('production', () => {
  test('takes whole settings', () => {
    const result = parseConfig(production);
    expect(result).toMatchObject({
      ok: true,
      config: {
        mode: 'production',
        siteUrl: 'https://feuilleton.test',
        secretKeys: ['a'.repeat(32), 'b'.repeat(32)],
        creditCatalogue: 'terms',
        trustProxyHops: 0,
        publisher,
      },
    });
  });

  test.each(Object.keys(production))('names %s when it is missing', (name) => {
    expect(problems({ ...production, [name]: undefined })).toEqual([`${name} manque.`]);
    expect(problems({ ...production, [name]: '' })).toEqual([`${name} manque.`]);
  });

  test.each([
    ['SITE_URL', 'feuilleton.test'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['SITE_URL', 'https://feuilleton.test/lire'],
    ['ANALYTICS_SRC', 'http://mesure.test/m.js'],
    ['ANALYTICS_SRC', 'mesure.test/m.js'],
    ['ANALYTICS_SRC', 'https://*.mesure.test/m.js'],
    ['ANALYTICS_SRC', 'https://nom:secret@mesure.test/m.js'],
    ['ANALYTICS_SRC', "https://mesure.test 'unsafe-inline'/m.js"],
    ['DATABASE_URL', 'mysql://x'],
    ['SECRET_KEYS', 'courte'],
    ['PORT', 'quatre'],
    ['TRUST_PROXY', '-1'],
    ['CREDIT_CATALOGUE', 'autre'],
    ['PUBLISHER_EMAIL', 'pas une adresse'],
    ['LOG_LEVEL', 'bavard'],
  ])('names %s when it is “%s”', (name, value) => {
    expect(problems({ ...production, [name]: value })).toEqual([
      `${name} n’a pas la forme attendue.`,
    ]);
  });

  test('is what runs when no mode is told, and names every problem at once', () => {
    expect(problems({}).length).toBeGreaterThan(10);
  });
});

describe('the demonstration', () => {
  test('needs no setting and says whose site it is not', () => {
    const result = parseConfig({ FEUILLETON_MODE: 'demo' });
    expect(result).toMatchObject({ ok: true, config: { databaseUrl: 'file:./data', port: 4321 } });
    expect(result.ok && result.config.publisher.PUBLISHER_NAME).toContain('démonstration');
  });
});
