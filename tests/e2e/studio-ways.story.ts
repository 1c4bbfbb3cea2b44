import { expect, test } from './fixtures.ts';
import {
  backToChapters,
  chapterTitle,
  chooseOf,
  chooseOfNovel,
  editorText,
  idInAddress,
  menuButton,
  novelMenu,
  openChapter,
  openNovel,
  publish,
} from './studio.ts';

test('publication, preview and what is saved stay in sight however long the text is @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Fleuve', {
    title: 'La source',
    text: 'Une phrase. '.repeat(900),
  });
  const publication = page.getByRole('button', { name: /^Publi(er|cation)…$/ });
  await expect(page.getByText('1 800 mots'.replaceAll(' ', '\u00A0'))).toBeInViewport();
  for (const place of [0, 600, 100_000]) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place);
    for (const control of [
      publication,
      page.getByRole('link', { name: 'Aperçu' }),
      page.getByText('Enregistré', { exact: true }),
    ]) {
      await expect(control).toBeInViewport({ ratio: 1 });
    }
  }
  const bar = page.locator('.editor-bar');
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(104);
  const before = await bar.boundingBox();
  await publish(page);
  await expect(publication).toBeFocused();
  expect(await bar.boundingBox()).toEqual(before);
  const published = await publication.boundingBox();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByText(/est publié\.$/)).toHaveCount(0);
  await expect(publication).toBeFocused();
  expect(await publication.boundingBox()).toEqual(published);
});

test('a new chapter begins in its title, one that is written on in its text @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Page blanche');
  await page.getByRole('button', { name: 'Écrire un chapitre' }).click();
  await expect(chapterTitle(page)).toBeFocused();
  await expect(chapterTitle(page)).toHaveAccessibleDescription('Chapitre 1');
  const text = editorText(page);
  const shown = () =>
    text.evaluate(
      (element) => getComputedStyle(element.children[0] ?? element, '::before').content,
    );
  await expect(text).toHaveAttribute('aria-placeholder', 'Écrivez ici…');
  expect(await shown()).toContain('Écrivez ici…');
  await page.keyboard.type('Blanche');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Un mot.');
  expect(await shown()).toBe('none');
  await backToChapters(page, 'Page blanche');
  await page.getByRole('link', { name: 'Blanche', exact: true }).click();
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription('Chapitre 1');
});

test('a published chapter leads to its page, from the editor and from the list @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Vitrine', { title: 'Un', text: 'Au grand jour.' });
  const address = `/chapter/${idInAddress(page, 'chapitre')}`;
  const link = page.getByRole('link', { name: /^Page publique/ });
  await expect(link).toHaveCount(0);
  await publish(page);
  await expect(link).toHaveAttribute('href', address);
  await backToChapters(page, 'Vitrine');
  await chooseOf(page, 'Un', 'Page publique');
  await expect(page).toHaveURL(address);
  await expect(page.locator('.chapter-text')).toContainText('Au grand jour.');
});

test('after a dialog the focus is where one was, after a deletion on its undo @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const titles = ['Un', 'Deux', 'Trois'];
  await openNovel(
    page,
    author,
    'Le fil',
    titles.map((title) => ({ title, text: 'Un mot.' })),
  );
  const dialog = page.getByRole('dialog');
  const menu = menuButton(page, 'Un');
  await chooseOf(page, 'Un', 'Prix et partie…');
  await dialog.getByLabel(/^Partie du livre/).fill('Première partie');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('article').first()).toContainText('Première partie');
  await expect(menu).toBeFocused();
  await chooseOf(page, 'Un', 'Prix et partie…');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(menu).toBeFocused();
  await chooseOf(page, 'Un', 'Publier…');
  await dialog.getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(menu).toBeFocused();
  await chooseOf(page, 'Deux', 'Supprimer…');
  await dialog.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(page.locator('.deletion').getByRole('button', { name: 'Annuler' })).toBeFocused();
  await chooseOfNovel(page, 'Changer l’ordre');
  await expect(page.getByRole('button', { name: /^Déplacer Un/ })).toBeFocused();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(novelMenu(page)).toBeFocused();
});

test('back from the editor a long list stands where it was left @variant', async ({
  page,
  signInAs,
}) => {
  const chapters = Array.from({ length: 60 }, (_, index) => {
    const sentence = `Ici commence le chapitre ${index + 1}, qui a assez de mots pour en être un. `;
    return `## Veillée ${index + 1}\n\n${sentence.repeat(8)}`;
  });
  const book = Buffer.from(['# Soixante veillées', ...chapters].join('\n\n'));
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  const file = { name: 'veillees.md', mimeType: 'text/markdown', buffer: book };
  await page.getByLabel(/^Fichier EPUB/).setInputFiles(file);
  await page.getByRole('button', { name: /^Importer 60\schapitres$/ }).click();
  const link = page.getByRole('link', { name: 'Veillée 40', exact: true });
  await link.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  // Waits until the rows around it are drawn and it stands still.
  await link.hover();
  const top = async () => Math.round((await link.boundingBox())?.y ?? 0);
  for (const back of [
    () => page.goBack(),
    () => backToChapters(page, 'Soixante veillées'),
    () => page.goBack(),
  ]) {
    const before = await top();
    await link.click();
    await expect(chapterTitle(page)).toHaveValue('Veillée 40');
    await back();
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  }
});
