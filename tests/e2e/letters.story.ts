import type { Page, Request } from 'playwright/test';
import { chromiumSwitches, findChromium } from '#scripts/chromium.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';

// Letters as wide as on telephones and on most desks, not rounded to whole pixels: then what stands
// in is as wide as Literata, and whether the page may change to it is decided by single lines.
test.use({
  launchOptions: {
    executablePath: await findChromium(),
    args: [...chromiumSwitches, '--font-render-hinting=none'],
  },
});

const isLetters = (request: Request) => request.url().includes('/Literata-');

test('the site’s fonts load after first paint; the next page has them at once', async ({
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

test('without the fonts the page is readable, and the next page asks again @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure('/Literata-');
  const fetched = watchLetters(page);
  await page.route('**/Literata-*', (route) => route.abort());
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect.poll(() => counted(page, fetched)).toBe(2);
  await expect(page.locator('.chapter-text')).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
  expect(await hasLetters(page)).toBe(false);
  await page.reload();
  await expect.poll(() => counted(page, fetched)).toBe(4);
});

test('the page does not shift when the fonts load late @both-widths @slow', async ({
  page,
  catalogue,
}) => {
  test.slow();
  const novels = catalogue.novels.filter(({ ratingCount }) => ratingCount > 0).slice(0, 4);
  const addresses = [
    '/',
    `/novel/${catalogue.mixed.novel.slug}`,
    ...novels.map(({ chapters }) => `/chapter/${chapters[0]?._id ?? ''}`),
  ];
  for (const address of addresses) {
    const held: (() => void)[] = [];
    await page.route('**/Literata-*', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(address);
    await expect.poll(() => counted(page, held), address).toBe(2);
    for (const release of held) release();
    await expect.poll(() => hasLetters(page), address).toBe(true);
    expect(await layoutShift(page), address).toBe(0);
    await page.evaluate(() => localStorage.removeItem('font'));
    await page.unroute('**/Literata-*');
  }
});

test('with Save-Data no font is loaded', async ({ page, catalogue }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const fetched = watchLetters(page);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`, { waitUntil: 'networkidle' });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(fetched).toEqual([]);
});

/**
 * Fonts are asked for in an idle moment, and Chromium without a window may find none while it draws
 * nothing.
 */
const drawFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

async function counted(page: Page, requests: readonly unknown[]): Promise<number> {
  await drawFrame(page);
  return requests.length;
}

function watchLetters(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (isLetters(request)) fetched.push(request.url());
  });
  return fetched;
}

async function hasLetters(page: Page): Promise<boolean> {
  await drawFrame(page);
  return page.evaluate(() => localStorage.getItem('font') !== null);
}

/** Families that the page has loaded. */
function drawnLetters(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
}
