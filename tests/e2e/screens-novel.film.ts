/** The list of novels, a novel’s form and its chapters, filmed in their states at both sizes: `npm run screenshots:studio`. */
import sharp from 'sharp';
import { said, dialog, bar, begin, rows, titles, lighthouse } from './author-screens.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';
import { addNovel, chooseOf, chooseOfNovel, menuButton, novelMenu, showFields } from './studio.ts';

test.use({ actionTimeout: 15_000 });

test('the list of novels and a novel’s form @both-widths', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(180_000);
  expectFailure(400);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  await page.goto('/my-novels');
  await expect(page.getByRole('link', { name: 'Nouveau roman' }).first()).toBeVisible();
  await shot('aucun-roman');
  await page.getByRole('link', { name: 'Nouveau roman' }).first().click();
  await expect(page.getByLabel('Titre', { exact: true })).toBeVisible();
  await shot('nouveau-roman');
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(page.getByLabel('Titre', { exact: true })).toBeFocused();
  await shot('nouveau-roman-refuse');
  page.on('dialog', (question) => void question.accept());
  const { novelId } = await lighthouse(page, author);
  const empty = await addNovel(page, author, 'Un carnet vide');
  await page.goto('/my-novels');
  await expect(page.getByRole('link', { name: 'Le Phare de Kerlaz' }).first()).toBeVisible();
  await shot('romans');
  await page.goto(`/my-novels?roman=${novelId}&vue=fiche`);
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Le Phare de Kerlaz');
  await shot('fiche');
  const buffer = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Choisir une image')
    .setInputFiles({ name: 'mer.png', mimeType: 'image/png', buffer });
  await page.getByLabel('De gauche à droite').scrollIntoViewIfNeeded();
  await shot('fiche-couverture');
  await page.getByLabel('Résumé').fill('Une mer de feuilles.');
  await page.getByRole('link', { name: 'Mes romans' }).click();
  await expect(dialog(page)).toBeVisible();
  await shot('fiche-quitter');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await said(page, 'La fiche est enregistrée.');
  await shot('fiche-enregistree');
  await page.goto(`/my-novels?roman=${empty.novelId}&vue=fiche`);
  await page.getByRole('button', { name: 'Supprimer le roman' }).scrollIntoViewIfNeeded();
  await shot('fiche-bas');
  await page.getByRole('button', { name: 'Supprimer le roman' }).click();
  await expect(dialog(page)).toBeVisible();
  await shot('fiche-supprimer');
  await page.keyboard.press('Escape');
  await page.goto('/my-novels?vue=releves');
  await expect(page.getByRole('heading', { level: 2, name: 'Relevés' })).toBeVisible();
  await shot('releves-vide');
  await page.goto('/my-novels?vue=messages');
  await expect(page.getByRole('heading', { level: 2, name: 'Messages' })).toBeVisible();
  await shot('messages-vide');
});

test('a novel’s chapters, and what is done with many @both-widths', async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const empty = await addNovel(page, author, 'Un carnet vide');
  const { novelId } = await lighthouse(page, author);
  await page.goto(`/my-novels?roman=${empty.novelId}`);
  await expect(page.getByText('Ce roman n’a pas encore de chapitre.')).toBeVisible();
  await shot('aucun-chapitre');
  await page.goto(`/my-novels?roman=${novelId}`);
  await expect(rows(page)).toHaveCount(7);
  await page.waitForLoadState('networkidle');
  await shot('chapitres');
  await showFields(page);
  await shot('champs');
  await novelMenu(page).click();
  await shot('menu-du-roman');
  await page.keyboard.press('Escape');
  await menuButton(page, titles[2] ?? '').click();
  await shot('menu-d-un-chapitre');
  await page.keyboard.press('Escape');
  await menuButton(page, 'Le retour').click();
  await shot('menu-du-dernier');
  await page.keyboard.press('Escape');
  for (const [entry, name] of [
    [/^Publi(er|cation)…$/, 'publication'],
    [/^Prix/, 'prix-d-un-chapitre'],
  ] as const) {
    await menuButton(page, titles[2] ?? '').click();
    await page.locator('.row-menu-panel').getByText(entry).click();
    await expect(dialog(page)).toBeVisible();
    await shot(name);
    await page.keyboard.press('Escape');
  }
  await chooseOf(page, 'La marée', 'Publier…');
  await dialog(page).getByLabel('Publier à une date et une heure').check();
  await shot('programmer');
  await dialog(page).getByRole('button', { name: 'Programmer' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await shot('programme');
  await chooseOf(page, 'Le retour', 'Supprimer…');
  await expect(dialog(page)).toBeVisible();
  await shot('supprimer-un-brouillon');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Tout choisir/ }).click();
  await shot('tous-choisis');
  for (const [action, name] of [
    ['Programmer selon un rythme…', 'rythme'],
    ['Publier maintenant…', 'publier-tous'],
    ['Retirer ou annuler la parution…', 'retirer-tous'],
    ['Changer le prix…', 'prix-de-tous'],
    ['Rendre gratuits après leur parution…', 'gratuite-de-tous'],
    ['Ranger dans une partie…', 'partie-de-tous'],
    ['Supprimer', 'supprimer-tous'],
  ] as const) {
    await begin(page, action);
    await shot(name);
    if (name === 'rythme') {
      for (const day of await dialog(page).getByRole('checkbox').all()) await day.uncheck();
      await dialog(page).getByRole('button', { name: 'Programmer', exact: true }).click();
      await shot('rythme-sans-jour');
    }
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Choisir jusqu’à…' }).click();
  await shot('choisir-jusqu-a');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ne rien choisir' }).click();
  await page.getByRole('checkbox', { name: 'Choisir La marée' }).check();
  await begin(page, 'Ranger dans une partie…');
  await dialog(page).getByLabel('Partie du livre').fill('Livre premier');
  await dialog(page).getByRole('button', { name: 'Enregistrer' }).click();
  await said(page, /est enregistré/);
  await shot('range');
  await page.getByRole('checkbox', { name: 'Choisir La marée' }).check();
  await begin(page, 'Déplacer…');
  await shot('deplacer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ne rien choisir' }).click();
  await page.getByRole('checkbox', { name: 'Choisir Le retour' }).check();
  await bar(page).getByLabel('Action').selectOption({ label: 'Supprimer' });
  await bar(page).getByRole('button', { name: 'Continuer' }).click();
  await said(page, /à supprimer/);
  await shot('suppression-a-annuler');
  await page
    .getByRole('status')
    .filter({ hasText: /à supprimer/ })
    .getByRole('button', { name: 'Annuler' })
    .click();
  await chooseOfNovel(page, 'Changer l’ordre');
  await shot('ordonner');
  await page.keyboard.press('Escape');
  await page.goto(`/my-novels?roman=${novelId}&vue=gratuite`);
  await page.waitForLoadState('networkidle');
  await shot('gratuite');
  await page.goto(`/my-novels?roman=${novelId}&vue=exporter`);
  await expect(page.getByRole('heading', { level: 2, name: 'Exporter' })).toBeVisible();
  await shot('exporter');
});
