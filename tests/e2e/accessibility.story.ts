import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { openInTheme, otherThemes } from './looks.ts';

test('axe finds nothing on chapters in any theme @variant', async ({ page, catalogue, axe }) => {
  for (const theme of otherThemes) {
    await openInTheme(page, theme);
    for (const chapter of [catalogue.mixed.free, catalogue.mixed.locked]) {
      await page.goto(`/chapter/${chapter._id}`);
      await expect(page.locator(`body.theme-${theme}`)).toBeVisible();
      await axe();
    }
  }
});

test('axe finds nothing on the states of home', async ({ page, expectFailure, axe }) => {
  expectFailure(503);
  for (const name of ['empty', 'failing'] as const) {
    await page.goto(siteUrl(name));
    await axe();
  }
});
