/** What holds for every kind of page, on one load where that does. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { open, pageNames, type PageName } from './pages.ts';

const widths = [320, 360, 768, 1280, 1600];
/** Sizes of a browser's letters, in pixels; 16 is usual. */
const letterSizes = [24, 32];

for (const name of pageNames) {
  test(`${name}: axe finds nothing, nothing scrolls sideways, nothing moves @both-widths`, async ({
    page,
    catalogue,
    expectFailure,
    axe,
  }, { project }) => {
    await open(name, { page, catalogue, expectFailure });
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.step(`axe, ${colorScheme}`, async () => {
        await page.emulateMedia({ colorScheme });
        await axe();
      });
    }
    await page.emulateMedia({ colorScheme: null });
    if (project.name === 'desktop') await tryWidths(page, name);
    else await tryLargeLetters(page, name);

    await test.step('nothing moves while it is drawn and scrolled, as a reader likes it', async () => {
      await page.evaluate(() => {
        localStorage.setItem('reader_fontSize', '130');
        localStorage.setItem('reader_darkMode', 'true');
      });
      await open(name, { page, catalogue, expectFailure });
      await page.waitForLoadState('load');
      await scrollThrough(page);
      expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
    });
  });
}

async function tryWidths(page: Page, name: PageName): Promise<void> {
  await test.step('never scrolls sideways, at any width', async () => {
    const usual = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { wanted, offenders } = await overflow(page);
      expect.soft(wanted, `${name} at ${width} px: ${offenders}`).toBeLessThanOrEqual(width);
    }
    if (usual) await page.setViewportSize(usual);
  });
}

async function tryLargeLetters(page: Page, name: PageName): Promise<void> {
  await test.step('never scrolls sideways, with large letters', async () => {
    const browser = await page.context().newCDPSession(page);
    const setLetters = async (letters: number) => {
      await browser.send('Page.setFontSizes', { fontSizes: { standard: letters } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${letters}px`);
    };
    for (const letters of letterSizes) {
      await setLetters(letters);
      const { wanted, offenders } = await overflow(page);
      expect.soft(wanted, `${name} at ${letters} px: ${offenders}`).toBeLessThanOrEqual(360);
    }
    await setLetters(16);
    await browser.detach();
  });
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
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
