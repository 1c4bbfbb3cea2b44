import { expect, sentAlone, test } from './fixtures.ts';

test.use(sentAlone);

const pages = [
  {
    path: '/mentions-legales',
    title: 'Mentions légales',
    topics: [
      /éditeur/i,
      /hébergement/i,
      /propriété intellectuelle/i,
      /Google/,
      /Apple/,
      /responsabilité/i,
      /droit français/i,
    ],
  },
  {
    path: '/politique-confidentialite',
    title: 'Politique de confidentialité',
    topics: [
      /données collectées|données que/i,
      /partage|destinataires/i,
      /sécurité/i,
      /conservation/i,
      /RGPD/,
      /cookies/i,
      /modification/i,
      /contact/i,
    ],
  },
  {
    path: '/conditions-generales',
    title: 'Conditions générales',
    topics: [
      /objet/i,
      /inscription/i,
      /300 crédits pour 4,99 €/,
      /900 crédits pour 9,99 €/,
      /2 000 crédits pour 14,99 €/,
      /rétractation/i,
      /propriété intellectuelle/i,
      /données personnelles/i,
      /résiliation/i,
      /droit/i,
    ],
  },
];

for (const { path, title, topics } of pages) {
  test(`${path} is a real, filled text with its date`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    const text = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('Dernière mise à jour : 20 mars 2025');
    expect(text).toMatch(/Version en vigueur depuis le \d{1,2}(?:er)? \S+ \d{4}/);
    expect(text.length).toBeGreaterThan(2_000);
    expect(text).not.toMatch(/\{\{|\}\}|undefined|TODO|lorem/);
    for (const topic of topics) expect.soft(text).toMatch(topic);
  });
}

test('the footer leads to the catalogue and the four legal pages from everywhere', async ({
  page,
  catalogue,
}) => {
  for (const start of [
    '/',
    `/novel/${catalogue.mixed.novel.slug}`,
    `/chapter/${catalogue.mixed.free._id}`,
    '/mentions-legales',
  ]) {
    await page.goto(start);
    const footer = page.getByRole('contentinfo');
    for (const [name, path] of [
      ['Mentions légales', '/mentions-legales'],
      ['Politique de confidentialité', '/politique-confidentialite'],
      ['CGU/CGV', '/conditions-generales'],
      ['Accessibilité', '/accessibilite'],
      ['Catalogue', '/romans'],
    ] as const) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', path);
    }
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'CGU/CGV' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Conditions générales');
});
