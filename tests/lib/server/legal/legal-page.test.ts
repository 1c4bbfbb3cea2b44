import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { legalPage } from '#server/legal/legal-page.ts';

function configOf(settings: Record<string, string> = {}) {
  const parsed = parseConfig({
    FEUILLETON_MODE: 'demo',
    SITE_URL: 'https://feuilleton.example',
    ...settings,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
}
const config = configOf();
const page = (body: string, head = '') =>
  legalPage(`---\ntitle: T\ndescription: D\n${head}---\n${body}`, config).html;
const read = (name: string) =>
  legalPage(
    readFileSync(new URL(`../../../../src/legal/${name}.md`, import.meta.url), 'utf8'),
    config,
  ).html;

test('addresses and telephone numbers are links', () => {
  const html = read('mentions-legales');
  expect(html).toContain('<a href="https://feuilleton.example">');
  expect(html).toMatch(/<a href="mailto:[^"]+@[^"]+">/);
  expect(html).toMatch(/<a href="tel:\+?\d+">/);
});

test('the section that tdmrep.json names reserves text and data mining', () => {
  const [, section = ''] = read('mentions-legales').split('<h2 id="propriete-intellectuelle">');
  expect(section.split('<h2')[0]).toContain('toute fouille de textes et de données');
});

test('a section can be linked to by its heading', () => {
  expect(page('## 6. Droit de rétractation : l’essentiel')).toBe(
    '<h2 id="droit-de-retractation-l-essentiel">6. Droit de rétractation : l’essentiel</h2>\n',
  );
});

test.each(['conditions-generales', 'politique-confidentialite'])(
  'the contents of %s lead to all its sections',
  (name) => {
    const html = read(name);
    const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/<li><a href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(8);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets).toEqual(ids);
  },
);

test('by default there are no contents', () => {
  expect(page('Un\n\n## Deux')).not.toContain('<nav');
});

test('the privacy policy says that there are no analytics, or names the script', () => {
  const source = readFileSync(
    new URL('../../../../src/legal/politique-confidentialite.md', import.meta.url),
    'utf8',
  );
  const without = legalPage(source, config).html;
  expect(without).toContain('Nous n’en employons aucun à ce jour');
  const measured = configOf({ ANALYTICS_SRC: 'https://mesure.example/m.js' });
  const withOne = legalPage(source, measured).html;
  expect(withOne).not.toContain('Nous n’en employons aucun');
  expect(withOne).toContain('chargé depuis <code>mesure.example</code>');
  expect(withOne).toMatch(/<code>mesure.example<\/code> reçoit votre adresse IP/);
});

const terms = readFileSync(
  new URL('../../../../src/legal/conditions-generales.md', import.meta.url),
  'utf8',
);
const notice = readFileSync(
  new URL('../../../../src/legal/mentions-legales.md', import.meta.url),
  'utf8',
);
const selling = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' };
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');

test('a publisher without capital under the franchise has no line for it, and says why no VAT', () => {
  const small = configOf({
    PUBLISHER_LEGAL_FORM: 'association',
    PUBLISHER_CAPITAL: 'none',
    PUBLISHER_VAT_NUMBER: 'none',
    VAT_RATES: 'none',
  });
  const html = legalPage(notice, small).html;
  const first = textOf(/<ul>[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '');
  expect(first).not.toContain('apital');
  expect(first).toContain('TVA non applicable, article 293 B du CGI');
  expect(first).not.toContain('intracommunautaire');
  expect(html.match(/<ul>/g)).toHaveLength(
    legalPage(notice, config).html.match(/<ul>/g)?.length ?? 0,
  );
  expect(textOf(legalPage(terms, small).html)).toContain(
    'TVA non applicable, article 293 B du CGI.',
  );
});

test('the terms say the rates of VAT, and the packs and the mediator of a site that sells', () => {
  const rates = 'France=20,Belgique=21,Suisse=0,Canada=5,Autre=20';
  const text = textOf(legalPage(terms, configOf({ ...selling, VAT_RATES: rates })).html);
  expect(text).toContain(
    'TVA incluse au taux du pays de facturation : France 20 %, Belgique 21 %, Suisse sans TVA, ' +
      'Canada 5 %, autres pays 20 %.',
  );
  // No rate of 0 for who is in the Union.
  const zero = configOf({ ...selling, VAT_RATES: rates.replace('Autre=20', 'Autre=0') });
  expect(textOf(legalPage(terms, zero).html)).toContain(
    'Martinique et La Réunion 20 %, autres pays sans TVA.',
  );
  expect(text).toContain('Les packs en vente sont les suivants : Pack Basique : 300 crédits');
  expect(text).toContain('Médiateur de l’Exemple, https://mediateur.example.');
});

test('while nothing is sold the terms say so, and that there is no mediator', () => {
  const text = textOf(
    legalPage(terms, configOf({ MEDIATOR_NAME: 'none', MEDIATOR_URL: 'none' })).html,
  );
  expect(text).toContain('Aucun crédit n’est en vente à ce jour.');
  expect(text).toContain(
    'Rien n’étant vendu sur le site à ce jour, aucun médiateur de la consommation n’est désigné.',
  );
});

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const sells = { STRIPE_SECRET_KEY: 'sk_test_1234', STRIPE_WEBHOOK_SECRET: 'whsec_1234' };
const names = ['mentions-legales', 'conditions-generales', 'politique-confidentialite'];
const legalText = (name: string, settings: Record<string, string>) => {
  const file = new URL(`../../../../src/legal/${name}.md`, import.meta.url);
  return legalPage(readFileSync(file, 'utf8'), configOf(settings)).html;
};

test.each(names)('%s names only the services that the site has', (name) => {
  const withGoogle = legalText(name, google);
  expect(withGoogle).not.toMatch(/Apple|Stripe|\{\{/);
  expect(withGoogle).toContain('Google');
  const withNone = legalText(name, {});
  expect(withNone).not.toMatch(/Apple|Stripe|compte Google|\{\{/);
  expect(withNone).toMatch(/n’est pas ouverte/);
});

test('the statement on accessibility says its state, whom to write to and where to complain', () => {
  const text = legalText('accessibilite', {});
  expect(text).toMatch(/Déclaration établie le \d+(?:er)? \p{L}+ \d{4}/u);
  expect(text).toContain('<strong>non conforme</strong>');
  expect(text).toMatch(/href="mailto:[^"]+"[\s\S]*Défenseur des droits/);
  expect(text).not.toMatch(/Google|Apple|Stripe|\{\{/);
  expect(legalText('accessibilite', { ...google, ...sells })).toMatch(/Google[\s\S]*Stripe/);
});

test('what is sold is paid on Stripe’s pages, which have cookies of their own', () => {
  const text = legalText('politique-confidentialite', { ...google, ...sells });
  expect(text).toContain('Les pages de Google et de Stripe sur lesquelles');
  expect(text).toContain('Google et Stripe appartiennent à des groupes');
  expect(text).toContain('Stripe Payments Europe Ltd');
});

test('the terms name the page of withdrawal, and its link where something is sold', () => {
  const address = 'href="https://feuilleton.example/retractation"';
  const selling = legalText('conditions-generales', sells);
  expect(selling).toContain(address);
  expect(selling).toContain('au bas de chaque page');
  const without = legalText('conditions-generales', {});
  expect(without).toContain(address);
  expect(without).not.toContain('au bas de chaque page');
});
