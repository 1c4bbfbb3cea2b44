import type { Page } from 'playwright/test';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { bareNovel, longNovel } from './novels.ts';

// A combobox where suggestions are ready.
const field = (page: Page) => page.getByLabel('Titre, auteur ou mot');
const titles = (page: Page) => page.locator('.results h3');
const count = (page: Page) => page.locator('#resultats');
const chosen = (page: Page) => page.getByRole('navigation', { name: 'Critères choisis' });
const search = async (page: Page, words: string) => {
  await field(page).fill(words);
  // Suggestions may stand over the button.
  await field(page).press('Enter');
};

test('home leads to all novels, newest first', async ({ page, catalogueNow: catalogue }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Tous les romans' }).click();
  await expect(page).toHaveURL('/romans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tous les romans');
  await expect(count(page)).toHaveText(`${catalogue.novels.length}\u00A0romans`);
  await expect(titles(page)).toHaveText(
    catalogue.novels
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
      .map(({ title }) => title),
  );
});

test('criteria narrow the list, stay in the address, and are removed one by one', async ({
  page,
}) => {
  await page.goto('/romans');
  await page.getByLabel('Genre', { exact: true }).selectOption({ label: 'Tranche de vie' });
  await page.getByLabel('Statut').selectOption({ label: 'En pause' });
  await search(page, 'dragons');
  await expect(titles(page)).toHaveText([bareNovel.title]);
  await expect(chosen(page).getByRole('link')).toHaveText([
    /«\sdragons\s»/,
    /Tranche de vie/,
    /En pause/,
    'Tout effacer',
  ]);
  await page.reload();
  await expect(page.getByLabel('Genre', { exact: true })).toHaveValue('tranche-de-vie');
  await chosen(page).getByRole('link', { name: 'En pause' }).click();
  await expect(page).toHaveURL('/romans?q=dragons&genre=tranche-de-vie');
  await expect(page.getByLabel('Statut')).toHaveValue('');
  await chosen(page).getByRole('link', { name: 'Tout effacer' }).click();
  await expect(page).toHaveURL('/romans');
  await expect(chosen(page)).toHaveCount(0);
});

test('sort orders are links that keep the search words', async ({
  page,
  catalogueNow: catalogue,
}) => {
  const written = catalogue.novels
    .filter(({ authorName }) => authorName === 'Prosper Escalier')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  await page.goto('/romans?q=prosper');
  const orders = page.getByRole('navigation', { name: 'Ordre des romans' });
  await expect(orders.locator('[aria-current]')).toHaveText('Pertinence');
  await orders.getByRole('link', { name: 'Nouveautés' }).click();
  await expect(page).toHaveURL('/romans?q=prosper&tri=recents');
  await expect(orders.locator('[aria-current]')).toHaveText('Nouveautés');
  await expect(titles(page)).toHaveText(written.map(({ title }) => title));
  await search(page, 'prosper escalier');
  await expect(page).toHaveURL(/tri=recents/);
  await expect(titles(page)).toHaveText(written.map(({ title }) => title));
});

test('an empty result says so and links to all novels @variant', async ({ page }) => {
  await page.goto('/romans?q=kangourou+quantique');
  await expect(page.getByText('Aucun roman ne correspond à ces critères.')).toBeVisible();
  await page.getByRole('link', { name: 'Voir tous les romans' }).click();
  await expect(page).toHaveURL('/romans');
  await page.goto(`${siteUrl('empty')}/romans`);
  await expect(page.getByText('Aucun roman trouvé')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form, the orders and the criteria work', async ({ page }) => {
    await page.goto('/romans');
    await page.getByLabel('Genre', { exact: true }).selectOption({ label: 'Aventure' });
    await search(page, 'trois marches');
    await expect(titles(page)).toHaveText([longNovel.title]);
    await page.getByRole('link', { name: 'Plus lus' }).click();
    await expect(titles(page)).toHaveText([longNovel.title]);
    await chosen(page).getByRole('link', { name: 'Aventure' }).click();
    await expect(page).toHaveURL('/romans?q=trois+marches&tri=vues');
  });
});
