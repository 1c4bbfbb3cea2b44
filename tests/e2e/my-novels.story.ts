import { authorsNovels } from '#scripts/demo/people.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './sign-in.ts';

const novels = 'main article';

test('an author finds their novels with their figures, and goes to one', async ({
  page,
  catalogueNow: catalogue,
  axe,
}) => {
  await page.goto('/login?retour=%2Fmy-novels');
  await signIn(page, 'Google', 'Mathilde Orsel');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mes romans');
  const own = catalogue.novels.filter(({ slug }) => authorsNovels.includes(slug));
  await expect(page.locator(novels)).toHaveCount(own.length);
  for (const novel of own) {
    const row = page.locator(novels).filter({ hasText: novel.title });
    await expect(row.getByRole('link', { name: novel.title, exact: true })).toHaveAttribute(
      'href',
      `/my-novels?roman=${novel._id}`,
    );
    const { chapterCount } = novel;
    const count = chapterCount > 0 ? `${chapterCount}\u00A0chapitre` : 'Aucun chapitre publié';
    await expect(row).toContainText(count);
    await expect(row).toContainText(/\d+\sfavoris.*[\d\s]+vues de la page/);
    await expect(row).toContainText(/Modifié le \d{1,2}\s\S+\s\d{4}/);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  const [first] = own;
  await page.getByRole('link', { name: first?.title ?? '', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(first?.title ?? '');
});

test('a stranger is led to the sign-in page and back', async ({ page }) => {
  await page.goto('/my-novels');
  await expect(page).toHaveURL(/\/login\?retour=%2Fmy-novels&motif=connexion$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the author’s area says that one is not signed in', async ({ page }) => {
    await page.goto('/my-novels');
    // Playwright finds no text within a noscript element, but its children.
    await expect(page.locator('main noscript p').first()).toHaveText("Vous n'êtes pas connecté.");
    await expect(page.locator('main noscript a')).toHaveText('Se connecter');
  });
});
