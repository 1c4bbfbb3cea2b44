import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

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

test('a ruler lies under the line that is read, follows taps and scrolling, and is kept', async ({
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
  // Beside the text there is no line.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect(band(page)).toBeHidden();
});

test('dimmed text keeps the contrast of text, in every theme, by day and by night', async ({
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
