import type { Page } from 'playwright/test';
import { rateNovel } from '#shared/contracts/novels.ts';
import { ratingWords } from '#shared/site/rating.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { longNovel } from './novels.ts';

const address = `/novel/${longNovel.slug}`;
const group = (page: Page) => page.getByRole('radiogroup', { name: 'Votre note' });
const star = (page: Page, number: number) =>
  group(page).getByRole('radio', { name: `${number} étoile` });
const mean = (page: Page) => page.locator('[data-figure="rating"]');
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/rate') && answer.ok());

/** Presses a star where a reader would: the control itself is only heard, not seen. */
const press = (page: Page, number: number) =>
  group(page)
    .locator('.rate-star')
    .nth(number - 1)
    .click();

test('a rating is given and changed, and the mean on the page follows', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto(address);
  for (const number of [4, 2]) {
    const answer = saved(page);
    await press(page, number);
    await expect(star(page, number)).toBeChecked();
    const { ratingAvg, ratingCount } = rateNovel.response.parse(await (await answer).json());
    await expect(mean(page)).toHaveText(ratingWords(ratingAvg, ratingCount));
  }
  await page.reload();
  await expect(star(page, 2)).toBeChecked();
});

test('a rating is chosen with the arrow keys; only where they stop is it kept @desktop', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto(address);
  await expect(group(page)).toBeVisible();
  const calls = await holdCalls(page, /\/rate$/);
  await star(page, 1).focus();
  await page.keyboard.press('Space');
  for (let time = 0; time < 3; time++) await page.keyboard.press('ArrowRight');
  await expect(star(page, 4)).toBeChecked();
  await expect.poll(() => calls.bodies()).toEqual([{ rating: 1 }]);
  await calls.release();
  await expect.poll(() => calls.bodies()).toEqual([{ rating: 1 }, { rating: 4 }]);
  await expect(mean(page)).not.toHaveText('Pas encore de note');
  await expect(star(page, 4)).toBeChecked();
});

test('a star that has the focus shows it, and stars before the pointer fill @desktop @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto(address);
  await expect(group(page)).toBeVisible();
  await star(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.rate-star').nth(1)).toHaveCSS('outline-style', 'solid');
  await page.locator('.rate-star').nth(2).hover();
  const drawn = await page
    .locator('.rate-star')
    .evaluateAll((stars) => stars.map((one) => getComputedStyle(one, '::before').content));
  expect(drawn.map((content) => content.includes('★'))).toEqual([true, true, true, false, false]);
});
