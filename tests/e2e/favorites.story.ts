import type { Page } from 'playwright/test';
import { setFavorite } from '#shared/contracts/novels.ts';
import { expect, sentAlone, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';

const address = `/novel/${longNovel.slug}`;
const toggle = (page: Page) => page.getByRole('button', { name: /^Suiv(re|i)$/ });
const figure = (page: Page) => page.locator('[data-figure="favorites"]');
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/favorite') && answer.ok());

test('a favourite is set and removed, and the number on the page follows', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  for (const isFavorited of [true, false, true]) {
    const answer = saved(page);
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute('aria-pressed', String(isFavorited));
    await expect(toggle(page)).toHaveText(isFavorited ? 'Suivi' : 'Suivre');
    const body = setFavorite.response.parse(await (await answer).json());
    expect(body.isFavorited).toBe(isFavorited);
    await expect(figure(page)).toHaveText(String(body.favorites));
  }
  await page.reload();
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a star keeps the focus when the page is hydrated @variant', async ({ page, signInAs }) => {
  await signInAs();
  const name = '3 étoiles sur 5';
  const scripts = await holdCalls(page, /\/_astro\/NovelActions/);
  await page.goto(address);
  await page.getByRole('link', { name, exact: true }).focus();
  await scripts.release();
  await expect(page.getByRole('radio', { name, exact: true })).toBeFocused();
});

test('until hydration the follow link does nothing for a signed-in reader @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.route('**/_astro/NovelActions*', () => undefined);
  await page.goto(address);
  const link = page.getByRole('link', { name: 'Suivre', exact: true });
  await expect(link).toHaveCSS('pointer-events', 'none');
  await link.click({ force: true });
  await expect(page).toHaveURL(address);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('as it is sent', () => {
  test.use(sentAlone);

  test('the favourite and each star lead a visitor to the sign-in page', async ({ page }) => {
    await page.goto(address);
    const login = `/login?retour=${encodeURIComponent(address)}&motif=connexion`;
    const names = ['Suivre', '1 étoile sur 5', '3 étoiles sur 5', '5 étoiles sur 5'];
    for (const name of names) {
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', login);
    }
  });
});
