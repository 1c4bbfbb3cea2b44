import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import type { Page, Request } from 'playwright/test';

const isLetters = (request: Request) => request.url().includes('/Literata-');

test('the site’s letters come after first paint; the next page has them at once', async ({
  page,
  catalogue,
}) => {
  const fetched = watchLetters(page);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect.poll(() => hasLetters(page)).toBe(true);
  expect(fetched.map((address) => address.replace(/.*\//, '')).toSorted()).toEqual([
    'Literata-italic.woff2',
    'Literata-normal.woff2',
  ]);
  expect(await layoutShift(page)).toBe(0);
  await page.reload();
  await expect.poll(() => drawnLetters(page)).toContain('Literata');
  expect(await layoutShift(page)).toBe(0);
});

test('without the fonts the page is read as it is, and the next one asks again', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure('/Literata-');
  const fetched = watchLetters(page);
  await page.route('**/Literata-*', (route) => route.abort());
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect.poll(() => fetched.length).toBe(2);
  await expect(page.locator('.chapter-text')).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
  expect(await hasLetters(page)).toBe(false);
  await page.reload();
  await expect.poll(() => fetched.length).toBe(4);
});

test('who saves data gets no fonts', async ({ page, catalogue }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const fetched = watchLetters(page);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`, { waitUntil: 'networkidle' });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(fetched).toEqual([]);
});

function watchLetters(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (isLetters(request)) fetched.push(request.url());
  });
  return fetched;
}

function hasLetters(page: Page): Promise<boolean> {
  return page.evaluate(() => localStorage.getItem('font') !== null);
}

/** Families that the page has loaded. */
function drawnLetters(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
}
