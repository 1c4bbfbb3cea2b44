import { expect, test, type Page } from 'playwright/test';

type Size = { width: number; height: number };

/**
 * Takes numbered screenshots, light and dark, among the results of the run. Fails where the page is
 * wider than the window.
 * @param sizes windows to take them in, one after the other; the current one where there are none
 */
export function film(page: Page, sizes: readonly Size[] = []): (name: string) => Promise<void> {
  let count = 0;
  return async (name) => {
    count += 1;
    const number = String(count).padStart(2, '0');
    const own = page.viewportSize();
    const windows = sizes.length > 0 || own === null ? sizes : [own];
    for (const { width, height } of windows) {
      if (sizes.length > 0) await page.setViewportSize({ width, height });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `${number}-${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: test.info().outputPath(file) });
      }
      const wanted = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wanted, `width of ${name}`).toBeLessThanOrEqual(width);
    }
  };
}
