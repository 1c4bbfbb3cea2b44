import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectPage, openInPages, readInPages } from './paged.ts';
import { standInForSpeech } from './speech.ts';

const band = (page: Page) => page.locator('.reading-aid');
const scroll = (page: Page, top: number) =>
  page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);

/** The band's box, and that of the first line of text it lies over. */
async function lineUnderBand(page: Page) {
  return page.evaluate(() => {
    const box = document.querySelector('.reading-aid')?.getBoundingClientRect();
    const text = document.querySelector('.chapter-text');
    const style = text?.querySelector('p') && getComputedStyle(text.querySelector('p') as Element);
    return { height: box?.height, top: box?.top, line: Number.parseFloat(style?.lineHeight ?? '') };
  });
}

test('a ruler lies under the line that is read, follows taps and scrolling, and is kept @variant', async ({
  page,
  catalogue,
  axe,
}) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.waitForLoadState('load');
  await scroll(page, 900);
  await page.getByRole('button', { name: 'Réglages', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  await panel.getByRole('radio', { name: 'Règle' }).check();
  await expect(panel.getByRole('status')).toHaveText('Repère de lecture : Règle');
  await expect(band(page)).toBeVisible();
  await axe();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => localStorage.getItem('reader_page'))).toBe('ruler');

  await page.reload();
  await scroll(page, 900);
  await expect(band(page)).toBeVisible();
  const { height, line } = await lineUnderBand(page);
  expect(height).toBeCloseTo(line, 0);
  await page.mouse.click(180, 150);
  await expect.poll(async () => (await lineUnderBand(page)).top).toBeLessThan(150);
  expect((await lineUnderBand(page)).top).toBeGreaterThan(150 - line - 1);
  // Beside the text it keeps to the nearest line of it.
  await scroll(page, 0);
  await page.mouse.move(180, 1);
  const text = await page.locator('.chapter-text').boundingBox();
  await expect.poll(async () => (await lineUnderBand(page)).top).toBeCloseTo(text?.y ?? 0, 0);
});

test('in pages it is there from the first page on; arrows and a finger move it @variant', async ({
  page,
  catalogue,
  isMobile,
}) => {
  await readInPages(page, 'pages ruler');
  await openInPages(page, `/chapter/${catalogue.mixed.free._id}`);
  const top = async () => (await lineUnderBand(page)).top ?? 0;
  await expect(band(page)).toBeVisible();
  const { line } = await lineUnderBand(page);
  const first = await top();
  await page.keyboard.press('ArrowDown');
  await expect.poll(top).toBeCloseTo(first + line, 0);
  await page.keyboard.press('ArrowUp');
  await expect.poll(top).toBeCloseTo(first, 0);
  await page.keyboard.press('ArrowRight');
  await expectPage(page, isMobile ? 2 : 3);
  const start = await page
    .locator('.reader')
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingTop));
  await expect.poll(top).toBeCloseTo(start, 0);
  // Before the first line is the page before, and its last line.
  await page.keyboard.press('ArrowUp');
  await expectPage(page, 1);
  await expect.poll(top).toBeGreaterThan(first);
  await page.keyboard.press('ArrowDown');
  await expectPage(page, isMobile ? 2 : 3);
  if (!isMobile) return;
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: 180, y }],
    });
  await send('touchStart', 200);
  for (let y = 220; y <= 400; y += 20) await send('touchMove', y);
  await send('touchEnd');
  await expect.poll(async () => Math.abs((await top()) + line / 2 - 400)).toBeLessThan(line);
  await expectPage(page, 2);
});

test('only prose is dimmed: neither title, bar nor player @variant', async ({
  page,
  catalogue,
  axe,
}) => {
  await standInForSpeech(page);
  for (const words of ['dim', 'pages dim']) {
    await page.goto('/robots.txt');
    await page.evaluate((stored) => localStorage.setItem('reader_page', stored), words);
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    await page.waitForLoadState('networkidle');
    await expect(band(page)).toBeVisible();
    await page.getByRole('button', { name: 'Écouter' }).click();
    await expect(page.locator('.read-aloud')).toBeVisible();
    const isDimmed = (selector: string) =>
      page.evaluate((wanted) => {
        const aid = document.querySelector<HTMLElement>('.reading-aid');
        const element = document.querySelector(wanted)?.getClientRects()[0];
        const path = /path\(['"](.*)['"]\)/.exec(aid ? getComputedStyle(aid).clipPath : '')?.[1];
        if (!aid || !element || path === undefined) throw new Error('nothing is dimmed');
        const { left, top } = aid.getBoundingClientRect();
        const context = document.createElement('canvas').getContext('2d');
        const [x, y] = [element.left + element.width / 2, element.top + element.height / 2];
        return context?.isPointInPath(new Path2D(path), x - left, y - top);
      }, selector);
    expect(await isDimmed('.chapter-text > p')).toBe(true);
    for (const free of ['.reader-header h1', '.top-bar', '.reader-header .facts']) {
      expect(await isDimmed(free), free).toBe(false);
    }
    const layer = (selector: string) =>
      page.locator(selector).evaluate((one) => Number(getComputedStyle(one).zIndex));
    expect(await layer('.reading-aid')).toBeLessThan(await layer('.read-aloud'));
    await axe();
  }
});

test('dimmed text keeps the contrast of text, in every theme, by day and by night @variant', async ({
  page,
  catalogue,
}) => {
  test.slow();
  for (const [theme, dark] of [
    ['default', 'false'],
    ['default', 'true'],
    ['sepia', 'false'],
    ['night-blue', 'false'],
    ['green', 'false'],
    ['high-contrast', 'false'],
  ]) {
    await page.goto('/robots.txt');
    await page.evaluate(
      ([name = '', night = '']) => {
        localStorage.setItem('reader_theme', name);
        localStorage.setItem('reader_darkMode', night);
        localStorage.setItem('reader_page', 'dim');
      },
      [theme, dark],
    );
    await page.goto(`/chapter/${catalogue.mixed.free._id}`);
    await scroll(page, 900);
    await expect(band(page)).toBeVisible();
    const contrast = await page.evaluate(() => {
      const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const text = document.querySelector('.chapter-text');
      const element = document.querySelector<HTMLElement>('.reading-aid');
      const ink = channels(text ? getComputedStyle(text).color : '');
      const paper = channels(getComputedStyle(document.documentElement).backgroundColor);
      const share = Number.parseFloat(element?.style.getPropertyValue('--veil') ?? '') / 100;
      const luminance = (colour: number[]) => {
        const linear = colour.map((one) =>
          one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
        );
        return (linear[0] ?? 0) * 0.2126 + (linear[1] ?? 0) * 0.7152 + (linear[2] ?? 0) * 0.0722;
      };
      const mixed = ink.map((one, index) => one * (1 - share) + (paper[index] ?? 0) * share);
      const [low = 0, high = 0] = [luminance(mixed), luminance(paper)].sort((a, b) => a - b);
      return { ratio: (high + 0.05) / (low + 0.05), share };
    });
    expect(contrast.ratio, `${theme} ${dark}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast.share, `${theme} ${dark}`).toBeGreaterThan(0.1);
  }
});
