import type { Page } from 'playwright/test';
import { setFavorite } from '#shared/contracts/novels.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';

const address = `/novel/${longNovel.slug}`;
const toggle = (page: Page) => page.getByRole('button', { name: /^(Ajouter aux favoris|Favori)$/ });
const figure = (page: Page) => page.locator('[data-figure="favorites"]');
const count = async (page: Page) => Number(await figure(page).textContent());
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/favorite') && answer.ok());

test('a stranger who wants a favourite is led to sign in, and back here afterwards', async ({
  page,
}) => {
  await page.goto(address);
  await page.getByRole('link', { name: 'Ajouter aux favoris' }).click();
  await expect(page.getByRole('status')).toContainText('Connectez-vous pour continuer.');
  expect(new URL(page.url()).searchParams.get('retour')).toBe(address);
});

test('a favourite is set and taken away, and the number on the page follows @partout', async ({
  page,
  signInAs,
  axe,
}) => {
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  for (const isFavorited of [true, false, true]) {
    const answer = saved(page);
    await toggle(page).click();
    await expect(toggle(page)).toHaveAttribute('aria-pressed', String(isFavorited));
    await expect(toggle(page)).toHaveText(isFavorited ? 'Favori' : 'Ajouter aux favoris');
    const body = setFavorite.response.parse(await (await answer).json());
    expect(body.isFavorited).toBe(isFavorited);
    await expect(figure(page)).toHaveText(String(body.favorites));
  }
  await axe();
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe();
  await page.reload();
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a favourite is shown before the server answers, and set with the keyboard @bureau', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toBeVisible();
  const calls = await holdCalls(page, /\/favorite$/);
  const before = await count(page);
  await toggle(page).focus();
  await page.keyboard.press('Space');
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  expect(await count(page)).toBe(before + 1);
  await page.keyboard.press('Enter');
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await count(page)).toBe(before);
  await calls.release();
});

test('of many fast clicks the last one counts', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toBeVisible();
  const calls = await holdCalls(page, /\/favorite$/);
  for (let click = 0; click < 7; click++) await toggle(page).click();
  await expect.poll(() => calls.bodies()).toEqual([{ isFavorited: true }]);
  const answered = saved(page);
  await calls.release();
  await answered;
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  // Both ends are the same wish: nothing between them had to be sent.
  expect(calls.bodies()).toEqual([{ isFavorited: true }]);
  await page.reload();
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a favourite that cannot be saved is taken back, and the reader is told @partout', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure('/favorite');
  expectFailure('favourite');
  await page.clock.install();
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toBeVisible();
  const before = await count(page);
  await page.route('**/favorite', (route) => route.fulfill({ status: 500, body: 'panne' }));
  await toggle(page).click();
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
    'Ce changement n’a pas pu être enregistré.',
  );
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(figure(page)).toHaveText(String(before));
  await axe();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0);
});

test('nothing moves when the links become toggles @partout', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
});

test('the number is the one of now, whatever the page was made with', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.route('**/user-favorite', (route) =>
    route.fulfill({ json: { favorites: 41, isFavorited: true } }),
  );
  await page.goto(address);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(figure(page)).toHaveText('41');
});

for (const [name, role] of [
  ['Ajouter aux favoris', 'button'],
  ['3 étoiles sur 5', 'radio'],
] as const) {
  test(`“${name}” keeps the focus when the page awakes`, async ({ page, signInAs }) => {
    await signInAs();
    const scripts = await holdCalls(page, /\/_astro\/NovelActions/);
    await page.goto(address);
    await page.getByRole('link', { name }).focus();
    await scripts.release();
    await expect(page.getByRole(role, { name })).toBeFocused();
  });
}

test('somebody signed in whose page is not awake yet is not led away', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.route('**/_astro/NovelActions*', () => undefined);
  await page.goto(address);
  const link = page.getByRole('link', { name: 'Ajouter aux favoris' });
  await expect(link).toHaveCSS('pointer-events', 'none');
  await link.click({ force: true });
  await expect(page).toHaveURL(address);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('without JavaScript the favourite and each star lead to the sign-in page', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(address);
  const login = `/login?retour=${encodeURIComponent(address)}&motif=connexion`;
  const names = ['Ajouter aux favoris', '1 étoile sur 5', '3 étoiles sur 5', '5 étoiles sur 5'];
  for (const name of names) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', login);
  }
  await context.close();
});
