import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { startSlowLine } from './in-pieces.ts';
import { layoutShift } from './layout-shift.ts';
import { open, pageNames, publicPages } from './pages.ts';

const shiftMax = 0.02;
const widths = [320, 360, 768, 1280, 1600];

for (const name of pageNames) {
  test(`nothing moves while ${name} is drawn and scrolled @partout`, async ({
    page,
    catalogue,
    expectFailure,
  }) => {
    await page.addInitScript(() => {
      localStorage.setItem('reader_fontSize', '130');
      localStorage.setItem('reader_darkMode', 'true');
    });
    await open(name, { page, catalogue, expectFailure });
    await page.waitForLoadState('load');
    await scrollThrough(page);
    expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  });

  test(`${name} never scrolls sideways @bureau`, async ({ page, catalogue, expectFailure }) => {
    await open(name, { page, catalogue, expectFailure });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { wanted, offenders } = await overflow(page);
      expect.soft(wanted, `${name} at ${width} px: ${offenders}`).toBeLessThanOrEqual(width);
    }
  });
}

for (const name of pageNames) {
  test(`${name} never scrolls sideways with large letters`, async ({
    page,
    catalogue,
    expectFailure,
  }) => {
    await open(name, { page, catalogue, expectFailure });
    const browser = await page.context().newCDPSession(page);
    for (const letters of [24, 32]) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard: letters } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${letters}px`);
      const { wanted, offenders } = await overflow(page);
      expect.soft(wanted, `${name} at ${letters} px: ${offenders}`).toBeLessThanOrEqual(360);
    }
  });
}

for (const name of ['home', 'catalogue', 'novel', 'chapter', 'locked chapter'] as const) {
  test(`nothing moves while ${name} arrives in small pieces @partout`, async ({
    page,
    catalogue,
    baseURL,
  }) => {
    const line = await startSlowLine(required(baseURL, 'address of the site'));
    try {
      await page.goto(line.address + publicPages[name](catalogue));
      expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
    } finally {
      await line.close();
    }
  });
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
}

/** Width that the page wants, and which elements reach past the window (those that scroll apart). */
function overflow(page: Page): Promise<{ wanted: number; offenders: string }> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const offenders = [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .filter((element) => element.closest('[data-carousel]') === null)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    return { wanted: root.scrollWidth, offenders: offenders.slice(0, 5).join(', ') };
  });
}
