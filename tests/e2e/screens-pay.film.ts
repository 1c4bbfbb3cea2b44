/** Figures and pay, filmed in their states at both sizes: `npm run screenshots:studio`. */
import { z } from 'zod';
import { said, lighthouse } from './author-screens.ts';
import { knock } from './challenges.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';

test.use({ actionTimeout: 15_000 });

test('figures, and what the publisher pays @both-widths', async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const reader = await signInAs({ name: 'Rémi Lecteur' });
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await lighthouse(page, author);
  const { month } = z
    .object({ month: z.string() })
    .parse(await knock(page, 'past-sale', { userId: reader.id, chapterId: chapterIds[3] ?? '' }));
  await page.goto(`/my-novels?roman=${novelId}&vue=chiffres`);
  await expect(page.getByRole('heading', { level: 2, name: 'Chiffres' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shot('chiffres');
  const parts = page.locator('main section');
  for (let index = 0; index < (await parts.count()); index += 1) {
    await parts.nth(index).evaluate((part) => part.scrollIntoView({ block: 'start' }));
    await shot(`chiffres-partie-${index + 1}`);
  }
  await signInAs({ role: 'admin', name: 'La rédaction' });
  await page.goto('/remuneration#parts');
  await expect(page.getByLabel('Part de l’auteur, en %')).toBeVisible();
  await shot('parts');
  await page.getByLabel('Part de l’auteur, en %').fill('150');
  await page.getByLabel('À partir du').fill(`${month}-01`);
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await shot('part-refusee');
  await page.getByLabel('Part de l’auteur, en %').fill('60');
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await said(page, 'La part est fixée.');
  await shot('part-fixee');
  // The month is closed in `evening.story.ts`: once for all stories of a site.
  await page.getByRole('link', { name: 'Mois' }).click();
  await expect(page.getByRole('heading', { name: 'Mois' })).toBeVisible();
  await shot('mois');
  await page.getByRole('link', { name: 'À payer' }).click();
  await expect(page.locator('[aria-current]').filter({ hasText: 'À payer' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shot('a-payer');
});
