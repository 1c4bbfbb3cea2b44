/** The import of a book, filmed in their states at both sizes: `npm run screenshots:studio`. */
import { rows, titles, lighthouse } from './author-screens.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';

test.use({ actionTimeout: 15_000 });

const paragraph = 'Une phrase assez longue pour compter comme un texte de chapitre. '.repeat(12);
const book = [
  '# Le Phare',
  `## Avant-propos\n\nQui écrit ceci. ${paragraph}`,
  ...Array.from({ length: 14 }, (_, index) => {
    const [title] = [titles[index % titles.length] ?? ''];
    return `## ${title}\n\n${title} commence ici. ${paragraph}`;
  }),
].join('\n\n');

test('the import of a book @both-widths', async ({ page, context, signInAs, expectFailure }) => {
  test.setTimeout(180_000);
  expectFailure(400);
  expectFailure(/ERR_INTERNET_DISCONNECTED/);
  expectFailure('CSRF token unobtainable');
  page.on('dialog', (question) => void question.accept());
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  await lighthouse(page, author);
  await page.goto('/my-novels?vue=import');
  const file = page.getByLabel(/^Fichier EPUB/);
  await expect(file).toBeVisible();
  await shot('choisir-un-fichier');
  const markdown = { name: 'phare.md', mimeType: 'text/markdown', buffer: Buffer.from(book) };
  await file.setInputFiles({ ...markdown, name: 'phare.pdf' });
  await expect(page.getByRole('alert')).toBeVisible();
  await shot('mauvais-fichier');
  await context.setOffline(true);
  await file.setInputFiles(markdown);
  await expect(page.getByRole('alert')).toContainText(/connexion|ligne/);
  await shot('sans-connexion');
  await context.setOffline(false);
  await file.setInputFiles(markdown);
  await expect(page.getByRole('heading', { level: 3, name: 'Le Phare' })).toBeFocused();
  await shot('passages');
  await page.locator('.recognised > li').nth(2).scrollIntoViewIfNeeded();
  await page
    .getByRole('button', { name: /^Modifier/ })
    .nth(2)
    .click();
  await shot('outils-d-un-passage');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Aller aux réglages' }).click();
  await shot('reglages');
  await page.getByLabel('Premium à partir d’un chapitre').check();
  await page.getByLabel('À partir du chapitre choisi n°').fill('0');
  await page.getByRole('group', { name: 'Prix' }).scrollIntoViewIfNeeded();
  await shot('prix');
  await page.getByLabel('Programmés selon un rythme').check();
  const days = page.getByRole('group', { name: 'Jours de parution' });
  await days.scrollIntoViewIfNeeded();
  await shot('rythme');
  await page.getByLabel('À partir du chapitre choisi n°').fill('2');
  for (const day of await days.getByRole('checkbox').all()) await day.uncheck();
  await page.getByRole('button', { name: /^Importer 14\schapitres$/ }).click();
  await shot('rythme-sans-jour');
  await page.getByLabel('lundi').check();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Importer 14\schapitres$/ }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await shot('envoi-sans-connexion');
  await context.setOffline(false);
  await page.getByRole('button', { name: /^Importer 14\schapitres$/ }).click();
  await expect(rows(page)).toHaveCount(14);
  await shot('importe');
});
