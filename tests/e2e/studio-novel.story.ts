import sharp from 'sharp';
import { expect, rememberChoice, test } from './fixtures.ts';
import {
  addNovel,
  backToChapters,
  chooseOf,
  chooseOfNovel,
  openChapter,
  openNovel,
  publish,
  writeChapter,
} from './studio.ts';

const wide = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

test('an author makes a novel with a cover, publishes a chapter, and readers see it @desktop', async ({
  page,
  browser,
  signInAs,
  expectFailure,
}) => {
  expectFailure(404);
  // The other width, and a second try, make theirs too.
  const unique = crypto.randomUUID().slice(0, 8);
  const title = `Les Îles de papier ${unique}`;
  await signInAs({ role: 'author', name: 'Inès Marchal' });
  await page.goto('/my-novels');
  await page.getByRole('link', { name: 'Nouveau roman' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await page.getByLabel('Titre', { exact: true }).fill(title);
  await expect(page.getByLabel('Nom de l’auteur')).toHaveValue('Inès Marchal');
  await page.getByLabel('Résumé').fill('Une mer de feuilles.');
  await page.getByText('Aucun genre choisi').click();
  await page.getByRole('checkbox', { name: 'Aventure' }).check();
  await page.getByLabel('Étiquettes').fill('mer, papier');
  const file = { name: 'mer.png', mimeType: 'image/png', buffer: await wide() };
  await page.getByLabel('Choisir une image').setInputFiles(file);
  const across = page.getByLabel('De gauche à droite');
  await expect(across).toHaveValue('0.5');
  const picture = page.getByRole('img', { name: /Image choisie/ });
  await picture.press('ArrowRight');
  await expect(across).not.toHaveValue('0.5');
  await picture.press('-');
  await expect(page.getByLabel('Taille du cadre')).toHaveValue('0.95');
  const before = await across.inputValue();
  await picture.hover({ position: { x: 100, y: 60 } });
  await page.mouse.down();
  await page.mouse.move(0, 300);
  await page.mouse.up();
  await expect(across).not.toHaveValue(before);
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
  await expect(page.getByText('Ce roman n’a pas encore de chapitre.')).toBeVisible();
  await expect(page.getByText('Pas encore publié')).toBeVisible();

  const address = `/novel/les-iles-de-papier-${unique}`;
  const readers = await browser.newContext();
  await rememberChoice(readers);
  const reader = await readers.newPage();
  expect((await reader.goto(address))?.status()).toBe(404);

  await writeChapter(page, 'La marée', 'Le vent tournait les pages.');
  await publish(page);
  await backToChapters(page, title);
  await expect(page.getByText('Publié', { exact: true })).toBeVisible();

  await expect(async () => {
    expect((await reader.goto(address))?.status()).toBe(200);
  }).toPass({ timeout: 5_000 });
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(reader.locator('main img').first()).toBeVisible();
  await reader.getByRole('link', { name: 'La marée' }).first().click();
  await expect(reader.locator('.chapter-text')).toContainText('Le vent tournait les pages.');

  await chooseOf(page, 'La marée', 'Publication…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Retirer : il redevient un brouillon').check();
  await expect(dialog).toContainText('«\u00A0La marée\u00A0» disparaît pour les lecteurs');
  await dialog.getByRole('button', { name: 'Retirer le chapitre' }).click();
  await expect(page.getByText('«\u00A0La marée\u00A0» est un brouillon.')).toBeVisible();
  await expect(async () => {
    expect((await reader.reload())?.status()).toBe(404);
  }).toPass({ timeout: 5_000 });
  await reader.context().close();
});

test('the catalogue that readers are shown follows what an author does @desktop @variant', async ({
  page,
  request,
  signInAs,
}) => {
  const title = `Nouveauté ${crypto.randomUUID().slice(0, 8)}`;
  const catalogue = async () => (await request.get('/romans')).text();
  const expectListed = async (words: string) => {
    // A kept page is fresh for a minute: only what the author does clears it so soon.
    await expect(async () => expect(await catalogue()).toContain(words)).toPass({ timeout: 5_000 });
  };
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, title, { title: 'Un', text: 'Un mot.' });
  expect(await catalogue()).not.toContain(title);
  await publish(page);
  await expectListed(title);
  await backToChapters(page, title);
  await page.getByRole('link', { name: 'Fiche' }).click();
  await page.getByLabel('Titre', { exact: true }).fill(`${title} bis`);
  await expect(page.getByText(/^Personne ne le voit/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('La fiche est enregistrée.')).toBeVisible();
  await expectListed(`${title} bis`);
});

test('what is wrong with a novel is said at its field, and unsaved work is not left by accident @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(400);
  await signInAs({ role: 'author' });
  await page.goto('/my-novels');
  await page.getByRole('link', { name: 'Nouveau roman' }).click();
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(page.getByText('Le titre est à remplir.')).toBeVisible();
  const title = page.getByLabel('Titre', { exact: true });
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert.filter({ hasText: /\S/ })).toHaveText(['Corrigez les champs signalés.']);
  await title.fill('Inachevé');
  await expect(page.getByText('Le titre est à remplir.')).toHaveCount(0);
  await expect(alert.filter({ hasText: /\S/ })).toHaveCount(0);
  await page.goBack();
  const dialog = page.getByRole('dialog', { name: 'Quitter cette page ?' });
  await dialog.getByRole('button', { name: 'Rester ici' }).click();
  await expect(title).toHaveValue('Inachevé');
  await expect(page).toHaveURL(/vue=nouveau/);
  await page.getByRole('link', { name: 'Mes romans' }).first().click();
  await dialog.getByRole('button', { name: 'Quitter' }).click();
  await expect(page.getByText('Aucun roman n’est rattaché à votre compte.')).toBeVisible();
});

test('chapters are put in another order by keys, buttons, numbers and drag @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const titles = ['Printemps', 'Été', 'Automne'];
  await openNovel(
    page,
    author,
    'Quatre saisons',
    titles.map((title) => ({ title, text: 'Un mot.' })),
  );
  const rows = page.getByRole('region', { name: 'Chapitres' }).getByRole('listitem');
  await chooseOfNovel(page, 'Changer l’ordre');
  await page.getByRole('button', { name: /^Déplacer Automne/ }).press('ArrowUp');
  await expect(rows).toContainText(['Printemps', 'Automne', 'Été']);
  await expect(page.getByRole('button', { name: /^Déplacer Automne/ })).toBeFocused();
  await expect(page.getByText('Automne\u00A0: position 2 sur 3.')).toBeAttached();
  await page.getByRole('button', { name: 'Monter Été' }).click();
  await expect(rows).toContainText(['Printemps', 'Été', 'Automne']);
  await page.getByLabel('Position de Automne').fill('1');
  await page.getByLabel('Position de Automne').press('Enter');
  await expect(rows).toContainText(['Automne', 'Printemps', 'Été']);
  const handle = page.getByRole('button', { name: /^Déplacer Été/ });
  await handle.hover();
  await page.mouse.down();
  const top = await rows.first().boundingBox();
  await page.mouse.move((top?.x ?? 0) + 40, (top?.y ?? 0) + 10, { steps: 6 });
  await page.mouse.up();
  await expect(rows).toContainText(['Été', 'Automne', 'Printemps']);
  await page.getByRole('button', { name: 'Enregistrer l’ordre' }).click();
  await expect(page.getByText('Le nouvel ordre est enregistré.')).toBeVisible();
  await page.reload();
  await expect(rows).toContainText(['Été', 'Automne', 'Printemps']);
});

test('a chapter is given a price until a date; a draft is deleted by name @desktop @variant', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(400);
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Le Prix du sel', { title: 'Salines', text: 'Un mot.' });
  await backToChapters(page, 'Le Prix du sel');
  await chooseOf(page, 'Salines', 'Prix et partie…');
  const dialog = page.getByRole('dialog', { name: 'Prix et partie de «\u00A0Salines\u00A0»' });
  await dialog.getByLabel(/^Premium/).check();
  const cost = dialog.getByLabel('Coût en crédits');
  await cost.fill('0');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(cost).toBeFocused();
  await expect(cost).toHaveAccessibleDescription('Le coût est d’au moins un crédit.');
  await expect(dialog.getByRole('alert')).toHaveText('Corrigez les champs signalés.');
  await dialog.getByRole('button', { name: 'Prendre les premières phrases' }).click();
  const teaser = dialog.getByLabel(/^Extrait offert à tous/);
  await expect(teaser).toHaveValue('Un mot.');
  await expect(dialog).toContainText('7 / 300');
  await expect(dialog.getByRole('status')).toHaveText('Extrait rempli.');
  await teaser.fill('é'.repeat(301));
  await expect(dialog.getByRole('status')).toBeEmpty();
  // The form is longer than the window; its buttons are in it.
  await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toBeInViewport({ ratio: 1 });
  await expect(teaser).toHaveAccessibleDescription(/301 \/ 300 caractères\s+: trop long/);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(teaser).toHaveAccessibleDescription(/L’extrait a au plus 300 caractères\./);
  await teaser.fill('Une phrase offerte.');
  await cost.fill('3');
  await expect(dialog.getByRole('alert')).toBeEmpty();
  await expect(cost).toHaveAccessibleDescription('');
  await dialog.getByLabel('Gratuit à partir du…').check();
  await dialog.getByLabel('Jour').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText(/^Cet instant est passé/)).toHaveCount(1);
  await expect(dialog.getByLabel('Jour')).toBeFocused();
  await axe();
  await dialog.getByLabel('Jour').fill('2099-07-14');
  await dialog.getByLabel('Heure').fill('08:30');
  await expect(dialog).toContainText('14 juillet 2099 à 08:30'.replaceAll(' ', '\u00A0'));
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  const row = page.getByRole('article').filter({ hasText: 'Salines' });
  await expect(row).toContainText(/3\scrédits, gratuit à partir du 14\sjuillet\s2099\sà\s08:30/);
  await expect(page.getByRole('status').filter({ hasText: 'Salines' })).toHaveText(
    /«\sSalines\s» est enregistré\s: 3\scrédits, .*, avec un extrait de 19\scaractères\./,
  );
  await chooseOf(page, 'Salines', 'Aperçu');
  await expect(page.getByRole('region', { name: 'Extrait offert à tous' })).toContainText(
    'Une phrase offerte.',
  );
  await axe();
  await backToChapters(page, 'Le Prix du sel');
  await chooseOf(page, 'Salines', 'Supprimer…');
  await expect(page.getByRole('dialog', { name: /Supprimer «\sSalines\s»/ })).toBeVisible();
  await axe();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(page.getByText(/^1\schapitre à supprimer/)).toBeVisible();
  await page.getByRole('link', { name: 'Fiche' }).click();
  await expect(page.getByText(/^Personne ne le voit/)).toBeVisible();
  await page.getByRole('button', { name: 'Supprimer le roman' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer le roman' }).click();
  await expect(page.getByText('Aucun roman n’est rattaché à votre compte.')).toBeVisible();
});

test('an admin finds any novel by its title, and the search is in the address @variant', async ({
  page,
  signInAs,
  catalogue,
}) => {
  await signInAs({ role: 'admin' });
  await page.goto('/my-novels');
  await page.getByRole('link', { name: 'Tous les romans' }).click();
  const [novel] = catalogue.novels;
  const title = novel?.title ?? '';
  await page.getByLabel('Titre ou auteur').fill(title);
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(title);
  await page.reload();
  await expect(page.getByLabel('Titre ou auteur')).toHaveValue(title);
  await page.getByLabel('Titre ou auteur').fill('zzzz-introuvable');
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect(page.getByText('Aucun roman ne répond')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(title);
});

test('an admin’s list of all novels says whose each is, and who has left @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const title = `Sans adieu ${crypto.randomUUID().slice(0, 8)}`;
  const author = await signInAs({ role: 'author', name: 'Paule Rivage' });
  await addNovel(page, author, title);
  const { id: admin } = await signInAs({ role: 'admin' });
  const list = `/my-novels?de=tous&recherche=${encodeURIComponent(title)}`;
  const row = page.getByRole('main').getByRole('article').filter({ hasText: title });
  await page.goto(list);
  await expect(row).toContainText('compte : Paule Rivage');
  await signInAs({ id: author.id });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Pour confirmer/).fill('supprimer');
  await dialog.getByRole('button', { name: 'Supprimer pour de bon' }).click();
  await dialog.getByRole('button', { name: 'Aller à l’accueil' }).click();
  await expect(page).toHaveURL('/');
  await signInAs({ id: admin });
  await page.goto(list);
  await expect(row).toContainText('Compte supprimé');
});
