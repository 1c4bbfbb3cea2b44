import { expect, test, type Announced } from './fixtures.ts';
import {
  backToChapters,
  chapterTitle,
  editorText,
  idInAddress,
  openChapter,
  openNovel,
  saved,
} from './studio.ts';

const offline: Announced[] = [/ERR_INTERNET_DISCONNECTED/, 'CSRF token unobtainable'];

test('what is published stays as it was while one writes on @desktop', async ({
  page,
  request,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const written = { title: 'Un', text: 'Première version.', isPublished: true };
  await openChapter(page, author, 'Seconde main', written);
  const address = `/chapter/${idInAddress(page, 'chapitre')}`;
  await editorText(page).press('Control+End');
  await page.keyboard.insertText(' Suite.');
  await expect(page.getByText('Enregistrement…')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  expect(await (await request.get(address)).text()).not.toContain('Suite.');
  await page.getByRole('button', { name: 'Publication…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(page.getByText(/est publié\.$/)).toBeVisible();
  await expect(async () => {
    expect(await (await request.get(address)).text()).toContain('Suite.');
  }).toPass({ timeout: 5_000 });

  // All is out: to take it away is a choice of its own.
  await page.getByRole('button', { name: 'Publication…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Tout est en ligne')).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await expect(dialog.getByRole('radio')).not.toBeChecked();
  await dialog.getByRole('radio').press('Enter');
  await expect(dialog.getByRole('button')).toHaveText(['Fermer']);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await request.get(address)).status()).toBe(200);
});

test('the toolbar is one stop of the keyboard, its buttons say what the text is @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Outils', { title: 'Un', text: 'Bonjour' });
  const text = editorText(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+i');
  const italic = page.getByRole('button', { name: 'Italique' });
  await expect(italic).toHaveAttribute('aria-pressed', 'true');
  await expect(text.locator('em')).toHaveText('Bonjour');
  await italic.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Gras' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Lecture d’un mot' });
  await expect(dialog.getByLabel('Mot', { exact: true })).toHaveValue('Bonjour');
  await dialog.getByLabel(/^Lecture/).fill('bon-jour');
  await dialog.getByRole('button', { name: 'Insérer' }).click();
  await expect(text.locator('ruby rt')).toHaveText('bon-jour');
  await text.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- Ah ! "Oui"... dit-il');
  await expect(text).toContainText('—\u2002Ah\u202F! «\u202FOui\u202F»… dit-il');
  await page.getByRole('button', { name: 'Citation' }).click();
  await expect(text.locator('blockquote')).toContainText('dit-il');
  await expect(page.getByText('4 mots'.replace(' ', '\u00A0'))).toBeVisible();
});

test('an empty new chapter is deleted when it is left, one with a word stays @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Par mégarde', [{ title: 'Un', text: 'Un mot.' }]);
  const begin = page.getByRole('button', { name: 'Écrire un chapitre' });
  const rows = page.getByRole('region', { name: 'Chapitres' }).getByRole('heading');
  await begin.click();
  await expect(chapterTitle(page)).toBeFocused();
  // Its preview is part of it.
  await page.getByRole('link', { name: 'Aperçu' }).click();
  await expect(page.getByRole('heading', { name: 'Sans titre' })).toBeVisible();
  await page.goBack();
  await expect(chapterTitle(page)).toBeVisible();
  await backToChapters(page, 'Par mégarde');
  await expect(rows).toHaveText(['Un']);
  await page.reload();
  await expect(rows).toHaveText(['Un']);

  await begin.click();
  await expect(chapterTitle(page)).toBeFocused();
  await page.keyboard.type('D');
  await backToChapters(page, 'Par mégarde');
  await expect(rows).toHaveText(['Un', 'D']);
});

test('a long title is seen whole and stays one line of text; Enter goes on to the text @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const title =
    'Où l’on apprend comment le gardien du phare perdit sa lampe, son chien et sa patience';
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Titres');
  await page.getByRole('button', { name: 'Écrire un chapitre' }).click();
  const field = chapterTitle(page);
  await field.fill(`${title}\net la suite`);
  await expect(field).toHaveValue(`${title} et la suite`);
  const heights = await field.evaluate((element) => {
    const { lineHeight } = getComputedStyle(element);
    const { scrollHeight, clientHeight } = element;
    return { scrollHeight, clientHeight, twoLines: 2 * Number.parseFloat(lineHeight) };
  });
  expect(heights.clientHeight).toBeGreaterThanOrEqual(heights.scrollHeight);
  expect(heights.clientHeight).toBeGreaterThanOrEqual(heights.twoLines);
  await field.press('Enter');
  await expect(editorText(page)).toBeFocused();
  await expect(field).toHaveValue(`${title} et la suite`);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(`${title} et la suite`);
});

test('a session that ends while one writes is told; the text waits for the sign-in @desktop @variant', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  expectFailure(401);
  const { id } = await signInAs({ role: 'author' });
  await openChapter(page, { id }, 'Veillée', { title: 'Un', text: 'Début.' });
  const address = page.url();
  await context.clearCookies();
  await page.keyboard.insertText(' Minuit passé.');
  await expect(page).toHaveURL(/\/login\?.*motif=brouillon/);
  await expect(page.getByRole('main')).toContainText('Votre session');
  await signInAs({ id });
  await page.goto(address);
  await page.getByRole('button', { name: 'Reprendre mes modifications' }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(editorText(page)).toHaveText('Début. Minuit passé.');
});

test('without a connection the text is kept here, and saved when it is back', async ({
  page,
  context,
  signInAs,
  expectFailure,
  axe,
}) => {
  offline.forEach(expectFailure);
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Hors ligne', { title: 'Un', text: 'Début.' });
  const barHeight = async () => (await page.locator('.editor-bar').boundingBox())?.height;
  const calm = await barHeight();
  await context.setOffline(true);
  await page.keyboard.insertText(' Dans le tunnel.');
  await expect(page.getByText('Hors connexion : gardé sur cet appareil')).toBeVisible();
  expect(await barHeight()).toBe(calm);
  await axe();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(editorText(page)).toHaveText('Début. Dans le tunnel.');
});

test('a text that was never saved is offered after a crash @desktop @variant', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  offline.forEach(expectFailure);
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Reprise', { title: 'Un', text: 'Début.' });
  const address = page.url();
  await context.setOffline(true);
  await page.keyboard.insertText(' Perdu ?');
  await expect(page.getByText('Hors connexion : gardé sur cet appareil')).toBeVisible();
  // As a crash does: nothing is asked, nothing is saved on the way.
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(
    again.getByRole('heading', { name: 'Reprendre vos modifications non enregistrées ?' }),
  ).toBeFocused();
  await again.getByText('Lire le texte gardé sur cet appareil').click();
  await expect(again.getByRole('region', { name: /gardé/ })).toContainText('Début. Perdu ?');
  await again.getByRole('button', { name: 'Reprendre mes modifications' }).click();
  await expect(saved(again)).toBeVisible();
  await again.reload();
  await expect(editorText(again)).toHaveText('Début. Perdu ?');
});

test('of two tabs the author says which text holds; both stay until then @desktop @variant', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  expectFailure(409);
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Deux onglets', { title: 'Un', text: 'Commun.' });
  const other = await context.newPage();
  await other.goto(page.url());
  await editorText(other).press('Control+End');
  await other.keyboard.insertText(' De l’autre.');
  await expect(other.getByText('Enregistrement…')).toBeVisible();
  await expect(saved(other)).toBeVisible();

  await editorText(page).press('Control+End');
  await page.keyboard.insertText(' D’ici.');
  const dialog = page.getByRole('dialog', { name: 'Deux versions de ce chapitre' });
  await dialog.getByText(/^Lire l’autre version/).click();
  await expect(dialog.getByRole('region')).toContainText('Commun. De l’autre.');
  await dialog.getByRole('button', { name: 'Décider plus tard' }).click();
  await expect(editorText(page)).toHaveText('Commun. D’ici.');
  await expect(editorText(page)).toBeFocused();
  await page.getByRole('button', { name: 'Choisir' }).click();
  await dialog.getByRole('button', { name: 'Garder ma version' }).click();
  await expect(editorText(page)).toBeFocused();
  await expect(saved(page)).toBeVisible();

  await editorText(other).press('Control+End');
  await other.keyboard.insertText(' Encore.');
  const second = other.getByRole('dialog', { name: 'Deux versions de ce chapitre' });
  await second.getByRole('button', { name: 'Prendre l’autre version' }).click();
  await expect(editorText(other)).toHaveText('Commun. D’ici.');
  await expect(saved(other)).toBeVisible();
  await editorText(other).press('Control+z');
  await expect(editorText(other)).toHaveText('Commun. De l’autre. Encore.');
});

test('the preview is drawn as the chapter’s page is, in the reader’s theme @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await page.evaluate(() => localStorage.setItem('reader_theme', 'sepia'));
  await openChapter(page, author, 'Miroir', { title: 'Reflet', text: 'Au fond de la glace.' });
  await page.getByRole('link', { name: 'Aperçu' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reflet' })).toBeVisible();
  const text = page.locator('.reader > .chapter-text');
  await expect(text).toContainText('Au fond de la glace.');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await paper()).toBe('rgb(244, 236, 216)');
  await page.getByRole('link', { name: 'Modifier' }).click();
  await expect(chapterTitle(page)).toHaveValue('Reflet');
  await page.getByRole('link', { name: 'Mes romans' }).first().click();
  await expect(page.getByRole('link', { name: 'Nouveau roman' })).toBeVisible();
  expect(await paper()).not.toBe('rgb(244, 236, 216)');
});
