import { expect, test } from './fixtures.ts';

test('somebody adds an item, reads it without JavaScript, and changes it', async ({
  page,
  browser,
  baseURL,
  signInAs,
  axe,
}) => {
  await signInAs();
  await page.goto('/add');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajouter un article');
  const name = `Lampe ${Date.now()} ${Math.random()}`;
  await page.getByLabel('Prix*').fill('12.5');
  await page.getByRole('button', { name: 'Ajouter' }).click();
  await expect(page.getByRole('alert')).toHaveText('Veuillez remplir tous les champs obligatoires');
  await expect(page.getByLabel('Nom*')).toBeFocused();
  await page.getByLabel('Nom*').fill(name);
  await axe();
  await page.getByRole('button', { name: 'Ajouter' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/item');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const article = page.getByRole('article');
  await expect(article).toContainText(/Prix\s*12,50\s€/);
  await expect(article).toContainText('Pas de description disponible');
  await expect(article).toContainText(/Ajouté le \d{1,2}(?:er)?\s\S+\s\d{4}/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  const address = new URL(page.url()).pathname;
  const bare = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const barePage = await bare.newPage();
  await barePage.goto(address);
  await expect(barePage.getByRole('article')).toContainText(name);
  await expect(barePage.getByRole('link', { name: 'Modifier' })).toHaveCount(0);
  await barePage.getByRole('link', { name: 'Voir tous les articles' }).click();
  await expect(barePage.getByRole('link', { name })).toBeVisible();
  await bare.close();

  await page.getByRole('link', { name: 'Modifier' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modifier un article');
  await expect(page.getByLabel('Nom*')).toHaveValue(name);
  await page.getByLabel('Description').fill('De chevet.\nEn laiton.');
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(address);
  await expect(page.getByRole('article')).toContainText('En laiton.');
});
