import type { Page } from 'playwright/test';
import { giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { menuButton } from './sign-in.ts';

const menu = (page: Page) => page.getByRole('menu');

test('the top bar shows balance, initials and menu, and passes axe', async ({
  page,
  signInAs,
  axe,
}) => {
  await signInAs({ name: 'Nora Lefèvre' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/mentions-legales');
    await expect(page.locator('.top-bar')).toContainText('0 crédit');
    await expect(menuButton(page)).toHaveText('NL');
    await axe();
    await menuButton(page).click();
    await expect(menu(page)).toBeVisible();
    await axe();
  }
});

test('the top bar and its menu fit the screen with a long name and large text @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs({ name: `Marie-Ange ${'de la Très Longue Lignée '.repeat(4)}`.trim() });
  await page.goto('/mentions-legales');
  await menuButton(page).click();
  const browser = await page.context().newCDPSession(page);
  for (const letters of [16, 24, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: letters } });
    await expect(page.locator('html')).toHaveCSS('font-size', `${letters}px`);
    const { wanted, width, panelLeft } = await page.evaluate(() => ({
      wanted: document.documentElement.scrollWidth,
      width: innerWidth,
      panelLeft: document.querySelector('.menu-panel')?.getBoundingClientRect().left ?? -1,
    }));
    expect.soft(wanted, `at ${letters} px`).toBeLessThanOrEqual(width);
    expect.soft(panelLeft, `at ${letters} px`).toBeGreaterThanOrEqual(0);
  }
});

/** A system font as wide as Verdana, and the size of the text. */
const letters = (percent: number) =>
  `:root { --sans: "DejaVu Sans", Verdana, sans-serif; font-size: ${percent}%; }`;
const balances = [12, 2_000, 12_345];

for (const [width, percent] of [
  [320, 150],
  [360, 100],
] as const) {
  test(`the top bar is one row and does not shift, at ${width} px with text of ${percent} % @variant`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const { id } = await signInAs({ role: 'author', name: 'Nora Lefèvre' });
    await page.addInitScript((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, letters(percent));
    let given = 0;
    for (const credits of balances) {
      await giveCredits(page, id, credits - given);
      given = credits;
      // Without a summary in local storage, then with the last visit's.
      for (const path of ['/', '/mentions-legales']) {
        await page.goto(path, { waitUntil: 'commit' });
        const bar = page.getByRole('banner');
        const before = await bar.boundingBox();
        await expect(page.locator('.credits')).toHaveText(
          new RegExp(`^${credits.toLocaleString('fr').replaceAll(/\s/g, '\\s')}\\s`),
        );
        const where = `${credits} credits on ${path}`;
        expect.soft((await bar.boundingBox())?.height, where).toBe(before?.height);
        expect.soft(before?.height, where).toBeLessThanOrEqual((56 * percent) / 100 + 3);
        expect.soft(await layoutShift(page), where).toBeLessThanOrEqual(shiftMax);
        const tops = await bar.locator('.brand, .credits, .menu-button').evaluateAll((parts) =>
          parts.map((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return { left, right, middle: (top + bottom) / 2 };
          }),
        );
        expect.soft(tops, where).toHaveLength(3);
        for (const [index, { left, right, middle }] of tops.entries()) {
          const previous = tops[index - 1];
          expect.soft(Math.abs(middle - (tops[0]?.middle ?? 0)), where).toBeLessThanOrEqual(2);
          expect.soft(left, where).toBeGreaterThanOrEqual(previous?.right ?? 0);
          // Inside the gutter.
          expect.soft(right, where).toBeLessThanOrEqual(width - (16 * percent) / 100);
        }
      }
    }
  });
}
