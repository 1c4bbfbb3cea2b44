import { expect, test, type Page } from 'playwright/test';

/**
 * Takes numbered screenshots, light and dark, among the results of the run. Fails where the page is
 * wider than the window.
 */
export function film(page: Page): (name: string) => Promise<void> {
  let count = 0;
  return async (name) => {
    count += 1;
    const number = String(count).padStart(2, '0');
    const width = page.viewportSize()?.width ?? 0;
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `${number}-${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: test.info().outputPath(file) });
    }
    const wanted = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wanted, `width of ${name}`).toBeLessThanOrEqual(width);
  };
}
