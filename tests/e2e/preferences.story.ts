import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { onlyLook, watchLooks, type Look } from './looks.ts';

const plainSize = '18px';
const plainLeading = '32.4px';

/** None, and what cannot be read; each broken value is in reader-preferences.test.ts. */
const plainly: Record<string, string>[] = [
  {},
  { reader_fontSize: '{}', reader_lineHeight: 'NaN', reader_fontFamily: '";}body{display:none' },
];

test('without stored preferences, or with broken ones, a chapter has the specification’s defaults', async ({
  page,
  catalogue,
}) => {
  await watchLooks(page);
  for (const stored of plainly) {
    await test.step(JSON.stringify(stored), async () => {
      const look = await lookAtEveryFrame(page, catalogue.mixed.free._id, stored);
      expect(look.classes).toBe('');
      expect(look.fontSize).toBe(plainSize);
      expect(look.lineHeight).toBe(plainLeading);
      expect(look.fontFamily).toMatch(/serif$/);
      await expect(page.locator('.reader-header')).toBeVisible();
      await expect(page.locator('.chapter-text')).toBeVisible();
    });
  }
});

test('stored preferences stand in the very first frame', async ({ page, catalogue }) => {
  await watchLooks(page);
  const look = await lookAtEveryFrame(page, catalogue.mixed.free._id, {
    reader_darkMode: 'true',
    reader_theme: 'sepia',
    reader_fontSize: '150',
    reader_fontFamily: 'Courier New',
    reader_lineHeight: '2.5',
    reader_showHeader: 'false',
  });
  expect(look.classes.split(' ').toSorted()).toEqual(['dark-mode', 'theme-sepia']);
  expect(look.fontSize).toBe('27px');
  expect(look.lineHeight).toBe('67.5px');
  expect(look.fontFamily).toMatch(/^"Courier New"/);
  await expectHeaderOutOfSight(page);
});

/** The title stays for those who do not see the page; nothing of the header takes a place. */
async function expectHeaderOutOfSight(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('.reader-header a')).toBeHidden();
  const header = await page.locator('.reader-header').boundingBox();
  expect(header).toMatchObject({ width: 1, height: 1 });
}

/** Opens a chapter with these in local storage; call `watchLooks` before. Fails when its look changes from frame to frame. */
async function lookAtEveryFrame(
  page: Page,
  chapterId: string,
  stored: Record<string, string>,
): Promise<Look> {
  await page.goto('/robots.txt');
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(`/chapter/${chapterId}`);
  return onlyLook(page);
}
