import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { openInTheme, otherThemes } from './looks.ts';

test('axe finds nothing on a locked chapter in any theme @variant', async ({
  page,
  catalogue,
  axe,
}) => {
  for (const theme of otherThemes) {
    await openInTheme(page, theme);
    // A free one: likes.story.ts, with its toggles pressed.
    await page.goto(`/chapter/${catalogue.mixed.locked._id}`);
    await expect(page.locator(`body.theme-${theme}`)).toBeVisible();
    await axe();
  }
});

test('axe finds nothing on the states of home', async ({ page, expectFailure, axe }) => {
  expectFailure(503);
  for (const name of ['empty', 'failing'] as const) {
    await page.goto(siteUrl(name));
    await axe();
  }
});
