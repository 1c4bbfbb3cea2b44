/** Figures, pay, and the acceptance of a first novel, filmed in their states at both sizes: `npm run test:slow`. */
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { said, dialog, prose, lighthouse } from './author-screens.ts';
import { knock } from './challenges.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';
import { addNovel, chooseOf } from './studio.ts';

test.use({ actionTimeout: 15_000 });

const cancel = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Annuler', exact: true }).click();
test('figures, and what the publisher pays @partout @lent', async ({ page, signInAs }) => {
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

test('the acceptance of a first novel @partout @lent', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(180_000);
  expectFailure(409);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Nora' });
  const title = `Premier roman ${author.id.slice(-6)}`;
  const { novelId } = await addNovel(
    page,
    author,
    title,
    [
      { title: 'Un', text: prose },
      { title: 'Deux', text: prose },
    ],
    { isGated: true },
  );
  const studio = `/my-novels?roman=${novelId}`;
  await page.goto(studio);
  await expect(page.getByRole('heading', { name: 'Avant la première parution' })).toBeVisible();
  await shot('avant-la-premiere-parution');
  await chooseOf(page, 'Un', 'Publier…');
  await dialog(page).getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(dialog(page).getByText(/Votre premier roman est relu/)).toBeVisible();
  await shot('publier-refuse');
  await cancel(page);
  await page.getByRole('button', { name: 'Demander la relecture…' }).click();
  await shot('demander');
  await dialog(page)
    .getByLabel(/Ce texte est de moi/)
    .check();
  await dialog(page)
    .getByLabel(/Il convient à tous/)
    .check();
  await dialog(page).getByLabel('Chapitres qui paraissent dès la réponse').fill('1');
  await dialog(page).getByRole('button', { name: 'Demander la relecture' }).click();
  await expect(page.getByText(/Relecture demandée le/)).toBeVisible();
  await shot('demandee');
  await signInAs({ role: 'admin', name: 'Camille' });
  await page.goto('/moderation#romans');
  const waiting = page.getByRole('article', { name: title });
  await expect(waiting).toBeVisible();
  await shot('file');
  await waiting.getByRole('button', { name: /Refuser/ }).click();
  await waiting.getByLabel('Ce que l’auteur doit changer').fill('Le résumé raconte la fin.');
  await shot('refuser');
  await waiting.getByRole('button', { name: 'Refuser le roman' }).click();
  await expect(page.getByText('Roman refusé. L’auteur est prévenu.')).toBeVisible();
  await shot('refuse');
  await signInAs({ id: author.id });
  await page.goto(studio);
  await expect(page.getByText(/Le résumé raconte la fin/)).toBeVisible();
  await shot('motif-du-refus');
});
