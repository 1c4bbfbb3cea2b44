import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { otherMemberStates } from '#shared/money/billing-countries.ts';

const publisher = {
  PUBLISHER_NAME: 'Éditions du Test',
  PUBLISHER_LEGAL_FORM: 'SARL',
  PUBLISHER_CAPITAL: '1 000 €',
  PUBLISHER_ADDRESS: '1 rue du Test, Lyon',
  PUBLISHER_REGISTRATION: 'RCS Lyon 123',
  PUBLISHER_VAT_NUMBER: 'FR00123456789',
  PUBLISHER_DIRECTOR: 'Test Directrice',
  PUBLISHER_EMAIL: 'contact@editions.test',
  PUBLISHER_PHONE: '+33 1 00 00 00 00',
  HOSTING_NAME: 'Hébergeur',
  HOSTING_ADDRESS: '2 rue du Test',
  HOSTING_PHONE: '+33 2 00 00 00 00',
  MEDIATOR_NAME: 'Médiateur',
  MEDIATOR_URL: 'https://mediateur.test',
};
const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const signIn = {
  GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'secret',
  APPLE_CLIENT_ID: 'test.feuilleton.web',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: pemOf('P-256')
    .trimEnd()
    .replaceAll('\n', String.raw`\n`),
};
const payments = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' };
const production = {
  ...publisher,
  ...signIn,
  ...payments,
  SITE_URL: 'https://feuilleton.test/',
  SECRET_KEYS: `${'a'.repeat(32)},${'b'.repeat(32)}`,
  VAT_RATES: 'France=20, Belgique=21, Suisse=8.1, Canada=5, Autre=0',
};

const without = (names: readonly string[]) =>
  Object.fromEntries(Object.entries(production).filter(([name]) => !names.includes(name)));

function problems(environment: Record<string, string | undefined>): string[] {
  const result = parseConfig(environment);
  return result.ok ? [] : result.problems;
}

describe('production', () => {
  test('accepts complete settings', () => {
    const result = parseConfig(production);
    expect(result).toMatchObject({
      ok: true,
      config: {
        mode: 'production',
        siteUrl: 'https://feuilleton.test',
        secretKeys: ['a'.repeat(32), 'b'.repeat(32)],
        creditCatalogue: 'terms',
        vat: {
          regime: 'rates',
          ratesPercent: { France: 20, Belgique: 21, Suisse: 8.1, Canada: 5, Autre: 0 },
        },
        trustProxyHops: 0,
        rateLimitStore: 'memory',
        publisher,
      },
    });
  });

  test.each(Object.keys(production))('names %s when it is missing', (name) => {
    const why = name.startsWith('MEDIATOR_')
      ? ' : il faut un médiateur de la consommation pour vendre'
      : '';
    expect(problems({ ...production, [name]: undefined })).toEqual([`${name} manque${why}.`]);
    expect(problems({ ...production, [name]: '' })).toEqual([`${name} manque${why}.`]);
  });

  test.each([
    ['Google', Object.keys(signIn).filter((name) => name.startsWith('APPLE_'))],
    ['Apple', Object.keys(signIn).filter((name) => name.startsWith('GOOGLE_'))],
    ['neither', Object.keys(signIn)],
  ])('starts with %s for signing in', (_, leftOut) => {
    expect(problems(without(leftOut))).toEqual([]);
  });

  test('sells nothing without Stripe, and needs no mediator then', () => {
    const mediator = ['MEDIATOR_NAME', 'MEDIATOR_URL'];
    const result = parseConfig(without([...Object.keys(payments), ...mediator]));
    expect(result).toMatchObject({ ok: true, config: { stripe: null } });
    const none = { MEDIATOR_NAME: 'none', MEDIATOR_URL: 'none' };
    expect(problems({ ...without(Object.keys(payments)), ...none })).toEqual([]);
    expect(problems({ ...production, ...none })).toEqual([
      'MEDIATOR_NAME manque : il faut un médiateur de la consommation pour vendre.',
      'MEDIATOR_URL manque : il faut un médiateur de la consommation pour vendre.',
    ]);
    expect(problems(without([...Object.keys(payments), 'MEDIATOR_URL']))).toEqual([
      'MEDIATOR_URL manque.',
    ]);
  });

  test.each(['association loi 1901', 'entrepreneur individuel', 'association', 'fondation'])(
    'has no capital as %s, and no VAT number under the franchise',
    (form) => {
      const small = {
        PUBLISHER_LEGAL_FORM: form,
        PUBLISHER_CAPITAL: 'none',
        PUBLISHER_VAT_NUMBER: 'none',
        VAT_RATES: 'none',
      };
      const result = parseConfig({ ...production, ...small });
      expect(result).toMatchObject({
        ok: true,
        config: { publisher: { PUBLISHER_CAPITAL: null, PUBLISHER_VAT_NUMBER: null } },
      });
      expect(problems({ ...production, ...small, VAT_RATES: production.VAT_RATES })).toEqual([
        'PUBLISHER_VAT_NUMBER=none n’est possible qu’avec VAT_RATES=none.',
      ]);
    },
  );

  test.each(['société par actions simplifiée', 'S.A.R.L.', 'SAS', 'EURL unipersonnelle'])(
    'has a capital as %s',
    (form) => {
      const settings = { ...production, PUBLISHER_LEGAL_FORM: form, PUBLISHER_CAPITAL: 'none' };
      expect(problems(settings)).toEqual([
        'PUBLISHER_CAPITAL=none n’est pas possible pour une société, qui doit le donner.',
      ]);
    },
  );

  test.each([
    ['SITE_URL', 'feuilleton.test'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['SITE_URL', 'https://feuilleton.test/lire'],
    ['ANALYTICS_SRC', 'http://mesure.test/m.js'],
    ['ANALYTICS_SRC', 'mesure.test/m.js'],
    ['ANALYTICS_SRC', 'https://*.mesure.test/m.js'],
    ['ANALYTICS_SRC', 'https://nom:secret@mesure.test/m.js'],
    ['ANALYTICS_SRC', "https://mesure.test 'unsafe-inline'/m.js"],
    ['AI_CRAWLERS_REFUSED', 'GPTBot,Deux mots'],
    ['AI_CRAWLERS_REFUSED', 'GPTBot\nAllow: /'],
    ['DATABASE_URL', 'mysql://x'],
    ['SECRET_KEYS', 'courte'],
    ['PORT', 'quatre'],
    ['PORT', '65536'],
    ['FEUILLETON_MODE', 'prod'],
    ['TRUST_PROXY', '-1'],
    ['PAGE_CACHE_MEGABYTES', '0'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['METRICS_TOKEN', 'trop-court'],
    ['STOP_DELAY_SECONDS', '301'],
    ['MEDIATOR_URL', 'mediateur'],
    ['CREDIT_CATALOGUE', 'autre'],
    ['VAT_RATES', '20'],
    ['VAT_RATES', 'aucune'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5'],
    ['VAT_RATES', 'France=20,France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0,Italie=22'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=30.1'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.15,Canada=5,Autre=0'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8,1,Canada=5,Autre=0'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=,Canada=5,Autre=0'],
    ['VAT_RATES', 'France=20=2,Belgique=21,Suisse=8,Canada=5,Autre=0'],
    ['VAT_RATES', 'France=-5,Belgique=21,Suisse=8,Canada=5,Autre=0'],
    // Nobody in the Union has a rate of zero: the franchise is `none`.
    ['VAT_RATES', 'France=0,Belgique=21,Suisse=8.1,Canada=5,Autre=0'],
    ['VAT_RATES', 'France=20,Belgique=0,Suisse=8.1,Canada=5,Autre=0'],
    // Another member state neither, and Belgium has its name.
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0,DE=0'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0,RE=0'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0,BE=6'],
    ['VAT_RATES', 'France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0,DE=7,DE=19'],
    ['COUNTRY_HEADER', 'cf ipcountry'],
    ['PUBLISHER_EMAIL', 'pas une adresse'],
    ['LOG_LEVEL', 'bavard'],
    ['RATE_LIMIT_STORE', 'redis'],
    ['PUBLISHER_NAME', '  '],
    ['GOOGLE_CLIENT_ID', '  '],
    ['GOOGLE_CLIENT_ID', '1234 .apps.googleusercontent.com'],
    ['STRIPE_SECRET_KEY', 'sk'],
    ['STRIPE_SECRET_KEY', 'pk_live_1234567890'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_1234'],
    ['PUBLISHER_PHONE', 'none'],
    ['HOSTING_PHONE', 'au siège'],
    ['PUBLISHER_VAT_NUMBER', 'non assujetti'],
    ['PUBLISHER_VAT_NUMBER', '12345678901'],
    ['STRIPE_API_ADDRESS', 'stripe'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['APPLE_ISSUER', 'https://appleid.apple.com/?x=1'],
    ['APPLE_TEAM_ID', 'trop court'],
    ['APPLE_KEY_ID', 'key1234567'],
    ['APPLE_PRIVATE_KEY', 'pas une clé'],
    ['APPLE_PRIVATE_KEY', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
    // Apple's are on P-256.
    ['APPLE_PRIVATE_KEY', pemOf('P-384')],
  ])('names %s when it is “%s”', (name, value) => {
    const [problem = '', ...others] = problems({ ...production, [name]: value });
    expect(others).toEqual([]);
    // The setting and its format; never the value.
    expect(problem).toMatch(
      new RegExp(`^${name} n’a pas la forme attendue(?: \\([^)]+\\))? : .{8,}\\.$`),
    );
  });

  test.each([
    ['France=20,Belgique=21,Suisse=8.1,Canada=5', 'Autre manque'],
    ['France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0,Italie=22', 'Italie n’est pas un des pays'],
    ['France=20,France=20,Belgique=21,Suisse=8.1,Canada=5,Autre=0', 'France y est deux fois'],
    ['France=20,Belgique=0,Suisse=8.1,Canada=5,Autre=0', 'le taux de Belgique n’en est pas un'],
  ])('says what is wrong with the rates %s', (rates, why) => {
    expect(problems({ ...production, VAT_RATES: rates }).join()).toContain(`attendue (${why}) : `);
  });

  test.each([
    ['PUBLISHER_PHONE', '04.78.00.00.00 (de 9 h à 18 h)'],
    ['HOSTING_PHONE', '1007'],
    ['PUBLISHER_VAT_NUMBER', 'FR 0K 123 456 789'],
    ['PUBLISHER_VAT_NUMBER', 'CHE-123.456.789 TVA'],
    ['STRIPE_SECRET_KEY', 'rk_live_1234'],
  ])('accepts %s=%s', (name, value) => {
    expect(problems({ ...production, [name]: value })).toEqual([]);
  });

  test('describes the format of a database address', () => {
    expect(problems({ ...production, DATABASE_URL: 'mysql://secret@x' })).toEqual([
      'DATABASE_URL n’a pas la forme attendue : ' +
        'memory:, file:DOSSIER ou postgres://utilisateur:mot-de-passe@serveur/base ' +
        '(serveur1:5432,serveur2:5432 pour plusieurs, dont l’un est primaire) ; ' +
        'dans l’utilisateur et le mot de passe, % s’écrit %25, # %23, / %2F, ? %3F, @ %40 et ' +
        'l’espace %20.',
    ]);
  });

  test.each([
    'pa%ss',
    'pa%',
    '%zz',
    'pa#ss',
    '#',
    'pa/ss',
    '12/ss',
    '/',
    'pa?ss',
    '1?ss',
    '?',
    'pa ss',
    'pa%20s s',
    'pa%E9',
    '12/s@s',
  ])('says how the signs of the password “%s” are written, with all other faults', (password) => {
    for (const who of [`site:${password}`, `${password}:secret`, password]) {
      const found = problems({
        ...production,
        DATABASE_URL: `postgres://${who}@db.test:5432/site`,
        MAIL_URL: `smtps://${who}@mail.test:465`,
        MAIL_FROM: 'bonjour@feuilleton.test',
        PORT: 'quatre',
      });
      for (const name of ['DATABASE_URL', 'MAIL_URL']) {
        const form = new RegExp(`^${name} n’a pas la forme.*%25.*%23.*%2F.*%3F.*%40.*%20\\.$`);
        expect(found, who).toContainEqual(expect.stringMatching(form));
      }
      expect(found, who).toHaveLength(3);
    }
  });

  test.each([
    'postgres://site:p%25%23%2F%3F%40%20s@db.test/site',
    'postgres://site:p@ss@db.test/site',
    'postgres:///site?host=/run/postgresql',
    'postgres://site:x@/site?host=/run/postgresql',
    'postgres://%2Ftmp/site',
    'postgresql://site@[::1]:5432/site?sslmode=verify-full',
    "postgres://site:a:b+c&d=e!$*'();,~é@db.test/ma%20base",
    'postgres://db.test',
    'postgres://site:p,w@one.test:5432,two.test:5433/site?target_session_attrs=read-write',
    'postgres://[::1],[::2]:5433/site?sslmode=verify-full&target_session_attrs=primary',
    'file:./data',
    'file:///srv/data',
    undefined,
  ])('accepts %s', (url) => {
    expect(problems({ ...production, DATABASE_URL: url })).toEqual([]);
  });

  test.each([
    'postgres://one.test,/site',
    'postgres://one.test,:5433/site',
    'postgres://site@,two.test/site',
    'postgres://one.test,two.test:x/site',
    'postgres://one.test,two.test/site?target_session_attrs=any',
    'postgres://one.test/site?target_session_attrs=standby',
    'postgres://site@/site?host=one.test,two.test',
    'postgres://site@/site?host=one.test&port=5432%2C5433',
  ])('refuses a list of servers written as %s', (url) => {
    const form = /^DATABASE_URL n’a pas la forme attendue : .*serveur1:5432,serveur2:5432/;
    expect(problems({ ...production, DATABASE_URL: url })).toEqual([expect.stringMatching(form)]);
  });

  test('takes a direct address of PostgreSQL only beside a pooler’s', () => {
    const direct = { ...production, DATABASE_DIRECT_URL: 'postgres://db.test/site' };
    const pooled = { ...direct, DATABASE_URL: 'postgres://pooler.test/site' };
    expect(problems(pooled)).toEqual([]);
    expect(problems({ ...pooled, DATABASE_DIRECT_URL: 'file:data' })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL n’a pas la forme attendue : postgres:/),
    ]);
    for (const url of ['file:data', undefined]) {
      expect(problems({ ...direct, DATABASE_URL: url })).toEqual([
        'DATABASE_DIRECT_URL ne va qu’avec une adresse postgres:// dans DATABASE_URL.',
      ]);
    }
  });

  test('takes a replica that is one server', () => {
    const at = (url: string) => problems({ ...primary, DATABASE_REPLICA_URL: url });
    const primary = { ...production, DATABASE_URL: 'postgres://one.test,two.test/site' };
    expect(at('postgres://two.test/site')).toEqual([]);
    for (const url of ['postgres://one.test,two.test/site', 'file:data']) {
      expect(at(url)).toEqual([expect.stringMatching(/^DATABASE_REPLICA_URL n’a pas la forme/)]);
    }
  });

  test('refuses a database of the moment', () => {
    const settings = { ...production, DATABASE_URL: 'memory:' };
    expect(problems(settings)).toEqual([
      'DATABASE_URL=memory: oublierait tout à l’arrêt : donnez file:DOSSIER ou une adresse postgres://.',
    ]);
    expect(problems({ ...settings, FEUILLETON_MODE: 'demo' })).toEqual([]);
  });

  test.each(['GOOGLE_ISSUER', 'APPLE_ISSUER', 'STRIPE_API_ADDRESS'])(
    'refuses a %s without https',
    (name) => {
      const settings = { ...production, [name]: 'http://127.0.0.1:4322' };
      expect(problems(settings)).toEqual([`${name} doit être une adresse https.`]);
    },
  );

  test('charges no VAT under the franchise', () => {
    const result = parseConfig({ ...production, VAT_RATES: 'none' });
    expect(result.ok && result.config.vat).toEqual({ regime: 'franchise' });
  });

  test('knows rates of further countries by their code', () => {
    const VAT_RATES = 'France=20, Belgique=21, Suisse=8.1, Canada=5, Autre=0, DE=19, JP=0';
    const result = parseConfig({ ...production, VAT_RATES });
    expect(result.ok && result.config.vat).toMatchObject({ ratesByCode: { DE: 19, JP: 0 } });
  });

  test('uses the one-stop shop with the rate of each member state only', () => {
    const since = { ...production, OSS_SINCE: '2027-01-01' };
    expect(problems({ ...since, VAT_RATES: 'none' })).toContain(
      'OSS_SINCE ne va pas avec VAT_RATES=none.',
    );
    const others = [...otherMemberStates].filter((code) => code !== 'BE');
    const all = [production.VAT_RATES, ...others.map((code) => `${code}=20`)].join(',');
    expect(problems({ ...since, VAT_RATES: all })).toEqual([]);
    expect(problems({ ...since, VAT_RATES: all.replace(',DE=20', '') })).toEqual([
      'OSS_SINCE ne va qu’avec le taux de chaque État membre dans VAT_RATES : il manque DE.',
    ]);
  });

  test('believes a header of the country from a trusted proxy only', () => {
    const header = { COUNTRY_HEADER: 'CF-IPCountry' };
    expect(problems({ ...production, ...header })).toEqual([
      'COUNTRY_HEADER ne va qu’avec TRUST_PROXY : un en-tête que tous écrivent ne prouve rien.',
    ]);
    const result = parseConfig({ ...production, ...header, TRUST_PROXY: '1' });
    expect(result).toMatchObject({ ok: true, config: { countryHeader: 'cf-ipcountry' } });
  });

  test('signs in at the real Google and Apple by default', () => {
    const result = parseConfig(production);
    expect(result.ok && result.config.identityProviders).toMatchObject({
      google: { issuer: 'https://accounts.google.com', clientId: signIn.GOOGLE_CLIENT_ID },
      apple: { issuer: 'https://appleid.apple.com', teamId: 'TEAM123456', keyId: 'KEY1234567' },
    });
  });

  test('is the default mode, and reports every problem at once', () => {
    expect(problems({}).length).toBeGreaterThan(10);
  });
});

describe('the demonstration', () => {
  test('needs no setting and has a fictitious publisher', () => {
    const result = parseConfig({ FEUILLETON_MODE: 'demo' });
    expect(result).toMatchObject({ ok: true, config: { databaseUrl: 'file:data', port: 4321 } });
    expect(result.ok && result.config.publisher.PUBLISHER_NAME).toContain('démonstration');
  });

  test('leaves out an unconfigured provider, and accepts one on http', () => {
    const demo = { FEUILLETON_MODE: 'demo' };
    expect(parseConfig(demo)).toMatchObject({
      config: { identityProviders: { google: null, apple: null } },
    });
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = signIn;
    const GOOGLE_ISSUER = 'http://127.0.0.1:4322/';
    expect(
      parseConfig({ ...demo, GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }),
    ).toMatchObject({
      config: { identityProviders: { google: { issuer: 'http://127.0.0.1:4322' }, apple: null } },
    });
    expect(problems({ ...demo, GOOGLE_CLIENT_ID })).toEqual(['GOOGLE_CLIENT_SECRET manque.']);
  });
});
