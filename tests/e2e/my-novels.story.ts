import { authorsNovels } from '#scripts/demo/people.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './sign-in.ts';

const novels = 'main article';

test('an author finds their novels with their figures, and goes to one', async ({
  page,
  catalogueNow: catalogue,
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
    await expect(row).toContainText(/Modifié le \d{1,2}(?:er)?\s\S+\s\d{4}/);
  }
  const [first] = own;
  await page.getByRole('link', { name: first?.title ?? '', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(first?.title ?? '');
});
