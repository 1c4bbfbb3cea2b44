import { expect, test } from './fixtures.ts';
import { makeNovel } from './studio.ts';

const paragraph = 'Une phrase assez longue pour compter comme un texte de chapitre. '.repeat(12);
const book = [
  '# Le Phare',
  ...['La lampe', 'Le brouillard', 'Le naufrage'].map(
    (title) => `## ${title}\n\n${title} commence ici. ${paragraph}`,
  ),
].join('\n\n');
const markdown = { name: 'phare.md', mimeType: 'text/markdown', buffer: Buffer.from(book) };

test('a book becomes a novel: chapters are chosen, premium from the second, published', async ({
  page,
  signInAs,
  axe,
}) => {
  await signInAs({ role: 'author' });
  await page.goto('/my-novels');
  await page.getByRole('link', { name: 'Importer un livre' }).click();
  const file = page.getByLabel(/^Fichier EPUB/);
  await file.setInputFiles({ ...markdown, name: 'phare.pdf' });
  await expect(page.getByRole('alert')).toHaveText('Choisissez un fichier .epub, .md ou .txt.');
  await axe();
  await file.setInputFiles(markdown);
  await expect(page.getByRole('heading', { level: 3, name: 'Le Phare' })).toBeFocused();
  await expect(page.getByText('La lampe commence ici.')).toBeVisible();
  await axe();
  await page.getByRole('checkbox', { name: /^Le brouillard/ }).uncheck();
  await expect(page.getByText(/^2 sur 3\schapitres/)).toBeVisible();
  await expect(page.getByLabel('Titre')).toHaveValue('Le Phare');
  await page.getByLabel('Premium à partir d’un chapitre').check();
  await page.getByLabel('À partir du chapitre choisi n°').fill('2');
  await page.getByLabel('Coût de chacun, en crédits').fill('2');
  await page.getByLabel(/^Publiés aussitôt/).check();
  await page.getByRole('button', { name: /^Importer 2\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Le Phare' })).toBeFocused();
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/La lampe.*Publié le.*Gratuit/);
  await expect(rows.last()).toContainText(/Le naufrage.*Publié le.*2\scrédits/);
});

test('a file that is dropped goes into a novel that there is', async ({ page, signInAs }) => {
  await signInAs({ role: 'author' });
  await makeNovel(page, 'Suite et fin');
  await page.getByRole('link', { name: 'Importer' }).click();
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'phare.md', { type: 'text/markdown' }));
    return transfer;
  }, book);
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByLabel('Roman')).toHaveValue(/.+/);
  await page.getByRole('button', { name: 'Tout décocher' }).click();
  await expect(page.getByRole('button', { name: /^Importer 0/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'Tout cocher' }).click();
  await page.getByRole('button', { name: /^Importer 3\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Suite et fin' })).toBeVisible();
  await expect(page.getByText('Brouillon', { exact: true })).toHaveCount(3);
});

test('a file that is no book is refused in one sentence', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(422);
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  await page.getByLabel(/^Fichier EPUB/).setInputFiles({
    name: 'faux.epub',
    mimeType: 'application/epub+zip',
    buffer: Buffer.from('pas un livre'),
  });
  await expect(page.getByRole('alert')).toContainText(/\S+.*\./);
  await expect(page.getByLabel(/^Fichier EPUB/)).toBeEnabled();
});
