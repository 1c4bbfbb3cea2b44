import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parisDay } from '#shared/site/formats.ts';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { menuButton } from './sign-in.ts';
import { addNovel } from './studio.ts';

/** Examples, as a publisher types them. */
const rates = {
  'Assurance vieillesse plafonnée': '6,15',
  'Plafond annuel de la sécurité sociale': '48 060',
  CSG: '9,2',
  CRDS: '0,5',
  'Part du brut soumise à la CSG et à la CRDS': '98,25',
  'Formation professionnelle': '0,35',
  'TVA des droits d’auteur': '10',
  'Part de la TVA versée au Trésor': '9,2',
  'Contribution du diffuseur': '1',
  'Contribution du diffuseur à la formation': '0,1',
};

const sold = z.object({ month: z.string() });

test('an author sees, downloads and is paid a statement that an admin closes', async ({
  page,
  signInAs,
}) => {
  const reader = await signInAs({ name: 'Rémi Lecteur' });
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  const { chapterIds } = await addNovel(page, author, 'Le Fil du mois', [
    { title: 'Un', text: 'La halle', isPublished: true },
  ]);
  const sale = { userId: reader.id, chapterId: chapterIds[0] ?? '' };
  const { month } = sold.parse(await knock(page, 'past-sale', sale));

  // The publisher sets rates and the share of all, and closes the month.
  const admin = await signInAs({ role: 'admin', name: 'La rédaction' });
  await page.goto('/mentions-legales');
  await menuButton(page).click();
  await page.getByRole('menuitem', { name: 'Bureau' }).click();
  await page.getByRole('link', { name: 'Rémunération' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rémunération des auteurs');
  await page.getByRole('link', { name: 'Taux' }).click();
  for (const [label, value] of Object.entries(rates)) {
    const unit = label.startsWith('Plafond') ? '€' : '%';
    await page.getByLabel(`${label}, en\u00A0${unit}`, { exact: true }).fill(value);
  }
  await page.getByLabel('À partir du').fill(`${parisDay(new Date()).slice(0, 4)}-01-01`);
  await page.getByRole('button', { name: 'Fixer les taux' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Les taux sont fixés.' })).toBeVisible();
  await page.getByRole('link', { name: 'Parts' }).click();
  await page.getByLabel('Part de l’auteur, en %').fill('150');
  await page.getByLabel('À partir du').fill(`${month}-01`);
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await expect(page.getByText('La part va de 0 à 100 %')).toBeVisible();
  await page.getByLabel('Part de l’auteur, en %').fill('52,5');
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'La part est fixée.' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Tous les auteurs 52,5\s*%/ })).toBeVisible();
  await page.getByRole('link', { name: 'Mois' }).click();
  await page.getByRole('button', { name: /^Arrêter / }).click();
  const question = page.getByRole('dialog', { name: /^Arrêter .*\?$/ });
  await expect(question).toContainText('ce mois ne change plus');
  await question.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: /^Arrêter / }).click();
  await question.getByRole('button', { name: 'Arrêter le mois' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Le mois est arrêté' })).toBeVisible();
  await page.getByRole('link', { name: 'À payer' }).click();
  // 4.73 euros net; 52.5 % of the half that was spent.
  await expect(page.getByRole('row', { name: /Élise Plume.*1,23\s€.*aucun/ })).toBeVisible();

  // The author reads it, and says where to pay it to.
  await signInAs({ id: author.id });
  await page.goto('/my-novels');
  await expect(page.locator('.new-mark')).toBeVisible();
  await page.getByRole('link', { name: /^Relevés\s?, celui d.* est nouveau$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Relevés' })).toBeFocused();
  await expect(
    page.getByRole('row', { name: /Le Fil du mois 1,23\s€ 52,5\s% 150 / }),
  ).toBeVisible();
  // It is new no longer.
  await page.getByRole('link', { name: 'Mes romans' }).click();
  await page.getByRole('link', { name: 'Relevés', exact: true }).click();
  await page.getByRole('button', { name: 'Donner un compte' }).click();
  await page.getByLabel('Titulaire').fill('Élise Plume');
  await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 188');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByLabel('IBAN')).toBeFocused();
  await expect(page.getByText('Cet IBAN n’est pas juste')).toBeVisible();
  await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('FR76 •••• 0189')).toBeVisible();
  await page.getByRole('button', { name: 'Remplir la fiche' }).click();
  await page.getByLabel('Nom et prénoms').fill('Élise Plume');
  await page.getByLabel('Adresse postale').fill('1 rue de l’Exemple, Lyon');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(/: Traitements et salaires, TVA retenue/)).toBeVisible();
  for (const [format, name] of [
    ['PDF', `releve_${month}.pdf`],
    ['CSV', `releve_${month}.csv`],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Télécharger le ${format}` }).click();
    expect((await saved).suggestedFilename()).toBe(name);
    const told = page.getByRole('status').filter({ hasText: new RegExp(`^Le ${format} d`) });
    await expect(told).toHaveText(/est téléchargé\.$/);
  }

  // The publisher prepares the file for the bank, and records that it was paid.
  await signInAs({ id: admin.id });
  await page.goto('/remuneration');
  await page.getByRole('checkbox', { name: /Élise Plume.*moins de trois jours/ }).check();
  await expect(page.getByText(/1\s+virement, 1,04\s+€ en tout/)).toBeVisible();
  await page.getByRole('button', { name: 'Préparer le fichier SEPA' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Le fichier est prêt' })).toBeVisible();
  await page.getByRole('link', { name: 'Paiements aux auteurs' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le fichier' }).click();
  const xml = await readFile(await (await file).path(), 'utf8');
  expect(xml).toContain('<InstdAmt Ccy="EUR">1.04</InstdAmt>');
  await page.getByRole('button', { name: /^Noter payé/ }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText(/Payé le /)).toBeVisible();

  await signInAs({ id: author.id });
  await page.goto('/my-novels?vue=releves');
  await expect(page.getByRole('listitem').filter({ hasText: /1,04\s€ payé le / })).toBeVisible();
  const certificate = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le certificat' }).click();
  expect((await certificate).suggestedFilename()).toMatch(/^certificat_.*\.pdf$/);
});
