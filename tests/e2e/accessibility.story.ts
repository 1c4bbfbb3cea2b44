import { siteUrl } from './addresses.ts';
import { test } from './fixtures.ts';
import { changeTheme, otherThemes } from './looks.ts';

test('axe finds nothing on chapters in any theme', async ({ page, catalogue, axe }) => {
  for (const chapter of [catalogue.mixed.free, catalogue.mixed.locked]) {
    await page.goto(`/chapter/${chapter._id}`);
    for (const theme of otherThemes) {
      await changeTheme(page, theme);
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
