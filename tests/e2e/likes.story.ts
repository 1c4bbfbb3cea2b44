import type { Page } from 'playwright/test';
import { likeChapter } from '#shared/contracts/chapters.ts';
import { required, type Catalogue } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { openInTheme, otherThemes } from './looks.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';

const chapterId = (catalogue: Catalogue, number: number) =>
  required(catalogue.novel(longNovel.slug).chapters[number - 1], 'chapter')._id;
const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const like = (page: Page) => bar(page).getByRole('button', { name: 'J’aime' });
const likes = (page: Page) => page.locator('[data-control="like"] .mark-count');

test('a like is given and removed, and its number follows', async ({
  page,
  catalogue,
  signInAs,
  axe,
}) => {
  await signInAs();
  await page.goto(`/chapter/${chapterId(catalogue, 2)}`);
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await like(page).scrollIntoViewIfNeeded();
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  for (const what of ['like', 'unlike', 'like']) {
    const answer = page.waitForResponse((reply) => reply.url().endsWith(`/${what}`));
    await like(page).click();
    await expect(like(page)).toHaveAttribute('aria-pressed', String(what === 'like'));
    const body = likeChapter.response.parse(await (await answer).json());
    await expect(likes(page)).toHaveText(body.likes === 0 ? '' : String(body.likes));
  }
  await axe();
  await page.reload();
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
});

test('pressed toggles look pressed in every theme @variant', async ({
  page,
  catalogue,
  signInAs,
  axe,
}) => {
  await signInAs();
  for (const theme of otherThemes) {
    await openInTheme(page, theme);
    await page.goto(`/chapter/${chapterId(catalogue, 5)}`);
    for (const name of ['J’aime', 'Marque-page']) {
      const button = bar(page).getByRole('button', { name });
      const drawn = () =>
        button.evaluate((element) => {
          const icon = element.querySelector('svg');
          return [element, ...(icon ? [icon] : [])].map((one) => {
            const { backgroundColor, fill } = getComputedStyle(one);
            return backgroundColor + fill;
          });
        });
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      const before = await drawn();
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      expect(await drawn()).not.toEqual(before);
    }
    await axe();
    for (const name of ['J’aime', 'Marque-page']) {
      const taken = page.waitForResponse(/\/un(like|bookmark)$/);
      await bar(page).getByRole('button', { name }).click();
      await taken;
    }
  }
});
