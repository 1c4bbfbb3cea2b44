/** The editor, versions and preview, filmed in their states at both sizes: `npm run screenshots:studio`. */
import sharp from 'sharp';
import { dialog, prose } from './author-screens.ts';
import { knock } from './challenges.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';
import { ownNovel } from './own-novels-door.ts';
import { caretKnown, editorText, paste, saved } from './studio.ts';

test.use({ actionTimeout: 15_000 });

test('the editor, its dialogs, versions and preview @both-widths', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(240_000);
  expectFailure(/ERR_INTERNET_DISCONNECTED/);
  expectFailure('CSRF token unobtainable');
  const shot = film(page);
  const { id: userId } = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const html =
    `<p>La fenêtre s’ouvre sur la mer.</p><div class="box"><p class="centered"><strong>STATUT</strong></p><p>Nom : Aria</p></div>` +
    '<table><tr><th>Objet</th><th>Prix</th></tr><tr><td>Lampe à huile</td><td>12</td></tr></table>' +
    `<p class="centered">Trois jours plus tard</p><blockquote><p>Une citation.</p></blockquote><hr><p>${prose}</p>`;
  const { novelId, chapterIds } = ownNovel.parse(
    await knock(page, 'own-novel', {
      userId,
      title: 'Le Phare de Kerlaz',
      chapters: [{ title: 'La lampe', html, isPublished: true }],
    }),
  );
  const chapter = `/my-novels?roman=${novelId}&chapitre=${chapterIds[0] ?? ''}`;
  await page.goto(chapter);
  await expect(editorText(page)).toContainText('La fenêtre');
  await shot('editeur');
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name });
  const more = page.getByRole('button', { name: 'Autres outils' });
  /** A phone shows the rarer tools when asked, until one is chosen. */
  const press = async (name: string) => {
    const isHidden = (await more.isVisible()) && !(await tool(name).first().isVisible());
    if (isHidden) await more.click();
    await tool(name).first().click();
  };
  if (await more.isVisible()) {
    await more.click();
    await shot('autres-outils');
  }
  await editorText(page).getByText('Lampe à huile').click();
  await caretKnown(page);
  await shot('outils-du-tableau');
  await editorText(page).getByText('La fenêtre').click();
  await page.keyboard.press('Home');
  for (const [name, file] of [
    ['Image', 'image'],
    ['Note', 'note'],
    ['Lecture d’un mot', 'lecture-d-un-mot'],
  ] as const) {
    await press(name);
    await expect(dialog(page)).toBeVisible();
    await shot(`dialogue-${file}`);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await press('Image');
  const buffer = await sharp({
    create: { width: 900, height: 500, channels: 3, background: '#996633' },
  })
    .png()
    .toBuffer();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'tour.png', mimeType: 'image/png', buffer });
  await dialog(page).getByRole('button', { name: 'Insérer' }).click();
  await shot('image-sans-description');
  await dialog(page)
    .getByLabel(/^Ce que montre/)
    .fill('Une tour brune');
  await dialog(page).getByRole('button', { name: 'Insérer' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await editorText(page).getByRole('img').click();
  await shot('image-choisie');
  await editorText(page).press('Control+End');
  await caretKnown(page);
  await press('Note');
  await dialog(page).getByRole('textbox').first().fill('Marché couvert, démoli en 1854.');
  await dialog(page)
    .getByRole('button', { name: /Insérer|Ajouter/ })
    .click();
  await page.keyboard.press('Enter');
  await paste(
    page,
    '<p>Il dit "oui" !</p><p>=====</p><ul><li>Un point</li></ul><p><u>Souligné</u> <a href="https://exemple.fr">ici</a></p>',
    '',
  );
  await shot('colle');
  await press('Relire la typographie');
  await shot('relecture');
  await page
    .getByRole('region', { name: 'Relecture' })
    .getByRole('button', { name: 'Fermer' })
    .click();
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.insertText(' Une phrase dans le tunnel.');
  await expect(
    page
      .getByText(/gardé|appareil|connexion|serveur/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await shot('sans-connexion');
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(editorText(page)).toContainText('La fenêtre');
  await shot('rouvert');
  await page.getByRole('button', { name: /^Publi(er|cation)…$/ }).click();
  await shot('publication');
  await page.keyboard.press('Escape');
  const extras = page
    .getByText(/^Notes? de l’auteur|Autour du texte|Notes et commentaires/)
    .first();
  await extras.scrollIntoViewIfNeeded();
  await shot('bas-de-l-editeur');
  await page.goto(`${chapter}&vue=apercu`);
  await expect(page.getByText('La fenêtre s’ouvre')).toBeVisible();
  await shot('apercu');
  await page.goto(`${chapter}&vue=versions`);
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shot('versions');
  await page
    .getByRole('link', { name: /^Comparer/ })
    .last()
    .click();
  await expect(page.getByRole('button', { name: 'Reprendre cette version' })).toBeVisible();
  await shot('comparaison');
});
