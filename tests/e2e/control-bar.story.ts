import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const isShown = (page: Page) => expect(bar(page)).toHaveCSS('opacity', '1');
const isGone = (page: Page) => expect(bar(page)).toHaveCSS('opacity', '0');
const scroll = (page: Page, top: number) =>
  page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);

/** Presses the text in the middle of the window. */
async function pressText(page: Page): Promise<void> {
  await page.mouse.click((page.viewportSize()?.width ?? 0) / 2, 300);
}

test('the controls show at first, hide while one scrolls down, and return @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(bar(page)).toBeInViewport();
  await isShown(page);
  await scroll(page, 900);
  await isGone(page);
  await scroll(page, 700);
  await isShown(page);
  await scroll(page, 1_100);
  await isGone(page);
  await pressText(page);
  await isShown(page);
  await pressText(page);
  await isGone(page);
});

test('Tab reaches the controls from the middle of the text, which does not scroll @desktop', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await scroll(page, 1_200);
  await pressText(page);
  await page.keyboard.press('Tab');
  await expect(bar(page).locator(':focus')).toHaveCount(1);
  await isShown(page);
  expect(Math.abs((await page.evaluate(() => scrollY)) - 1_200)).toBeLessThan(100);
});

test('the control bar shows the time left and a line of progress @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const left = bar(page).locator('[data-time-left]');
  await expect(left).toHaveText(/^Encore \d+\u00A0min$/);
  const read = () =>
    page.locator('.turns').evaluate((one) => Number(one.style.getPropertyValue('--read')));
  const before = await read();
  await scroll(page, 1_500);
  await expect.poll(read).toBeGreaterThan(before);
  await page.getByRole('navigation', { name: 'Chapitres' }).scrollIntoViewIfNeeded();
  await expect(left).toHaveText('Fin du chapitre');
  expect(await read()).toBe(1);
});

test('the controls fit one line at every width, signed in too', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(bar(page).getByRole('button', { name: /marque-page/i })).toBeVisible();
  for (const width of [320, 360, 600, 880, 900, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const tops = await bar(page)
      .locator('.control')
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.getClientRects().length > 0)
          .map((control) => Math.round(control.getBoundingClientRect().top)),
      );
    expect(new Set(tops).size, `${width} px`).toBe(1);
  }
});

test('the controls are equally wide and at least 44 pixels, with large text too @variant', async ({
  page,
  catalogue,
}) => {
  const second = required(catalogue.mixed.novel.chapters[1], 'second chapter');
  await page.goto(`/chapter/${second._id}`);
  const browser = await page.context().newCDPSession(page);
  for (const [width, standard] of [
    [360, 16],
    [320, 16],
    [360, 32],
    [320, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    const widths = await bar(page)
      .locator('.control')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.getClientRects().length > 0)
          .map((cell) => cell.getBoundingClientRect().width),
      );
    expect(Math.min(...widths), `${width} px, ${standard} px letters`).toBeGreaterThanOrEqual(44);
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.5);
    const isOver = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isOver).toBe(false);
  }
});

test('the bar is at least as wide as the text, however large that is @desktop @variant', async ({
  page,
  catalogue,
}) => {
  for (const [fontSize, words] of [
    ['100', ''],
    ['200', 'wide'],
  ] as const) {
    await page.goto('/robots.txt');
    await page.evaluate(
      ([size, layout]) => {
        localStorage.setItem('reader_fontSize', size);
        if (layout) localStorage.setItem('reader_page', layout);
      },
      [fontSize, words] as const,
    );
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    const [line, text] = await page.evaluate(() =>
      ['.control-bar', '.chapter-text'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().width ?? 0,
      ),
    );
    expect(line).toBeGreaterThanOrEqual(text ?? Infinity);
  }
});

test('offline, night mode works at once, and the settings open once online @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.waitForLoadState('networkidle');
  expectFailure(/ERR_INTERNET_DISCONNECTED|dynamically imported/);
  await page.context().setOffline(true);
  const night = bar(page).getByRole('button', { name: 'Nuit' });
  await expect(night).toHaveAttribute('aria-pressed', 'false');
  await night.click();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 22, 26)');
  await expect(night).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => localStorage.getItem('reader_darkMode'))).toBe('true');
  await bar(page).getByRole('button', { name: 'Réglages' }).click();
  const message = bar(page).getByRole('alert');
  await expect(message).toHaveText('Pas de connexion.');
  // Above the cells, on a line of its own.
  const low = await message.evaluate((line) => line.getBoundingClientRect().bottom);
  const tops = await bar(page)
    .locator('.control')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  expect(low).toBeLessThanOrEqual(Math.min(...tops.filter((top) => top > 0)));
  await page.context().setOffline(false);
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await expect(panel).toBeVisible();
  await expect(message).toHaveCount(0);
  await page.keyboard.press('Escape');
  // What agrees with the system is not stored.
  await night.click();
  expect(await page.evaluate(() => localStorage.getItem('reader_darkMode'))).toBeNull();
});
