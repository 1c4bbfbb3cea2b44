import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';

for (const theme of ['sepia', 'night-blue', 'green', 'high-contrast']) {
  test(`axe finds nothing on chapters in the theme ${theme} @partout`, async ({
    page,
    catalogue,
    axe,
  }) => {
    await page.addInitScript((name) => localStorage.setItem('reader_theme', name), theme);
    for (const chapter of [catalogue.mixed.free, catalogue.mixed.locked]) {
      await page.goto(`/chapter/${chapter._id}`);
      await expect(page.locator(`body.theme-${theme}`)).toBeVisible();
      await axe();
    }
  });
}

test('axe finds nothing on the states of home @partout', async ({ page, expectFailure, axe }) => {
  expectFailure(503);
  for (const name of ['empty', 'failing'] as const) {
    await page.goto(siteUrl(name));
    await axe();
  }
});
