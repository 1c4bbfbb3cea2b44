import type { Page } from 'playwright/test';
import { giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { menuButton } from './sign-in.ts';

const menu = (page: Page) => page.getByRole('menu');
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

test('the menu is walked with the keyboard alone @desktop', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto('/mentions-legales');
  await menuButton(page).focus();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await page.keyboard.press(key);
    await expect(item(page, 'Ma bibliothèque'), key).toBeFocused();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(menu(page)).toHaveCount(0);
    await expect(menuButton(page)).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await expect(item(page, 'Déconnexion')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'Ma bibliothèque')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item(page, 'Déconnexion')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(item(page, 'Ma bibliothèque')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item(page, 'Déconnexion')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu(page)).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.closest('.menu') ?? null)).toBeNull();
  // Tab went on from the button, for the way back is as long.
  await page.keyboard.press('Shift+Tab');
  await expect(menuButton(page)).toBeFocused();
});

test('keys that the menu does not know, and all with a modifier, stay the browser’s @desktop @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/mentions-legales');
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Ma bibliothèque')).toBeFocused();
  await page.evaluate(() => {
    const taken: string[] = [];
    Reflect.set(window, 'takenKeys', taken);
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented) taken.push(event.key);
      // Else the browser may do what the key says, and the story would lose its page.
      event.preventDefault();
    });
  });
  for (const key of ['F5', 'Control+r', 'Control+f', 'PageDown', 'Alt+ArrowLeft', 'Meta+ArrowUp']) {
    await page.keyboard.press(key);
  }
  await expect(item(page, 'Ma bibliothèque')).toBeFocused();
  for (const key of ['ArrowRight', 'ArrowDown', 'Escape']) await page.keyboard.press(key);
  expect(await page.evaluate(() => Reflect.get(window, 'takenKeys') as string[])).toEqual([
    'ArrowRight',
    'ArrowDown',
    'Escape',
  ]);
});

test('arrows in the menu turn no chapters @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { free } = catalogue.mixed;
  await signInAs();
  await page.goto(`/chapter/${free._id}`);
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Ma bibliothèque')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'Ma bibliothèque')).toBeFocused();
  expect(page.url()).toContain(free._id);
});

test('a press elsewhere closes the menu, and a second one on its button too', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/mentions-legales');
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
  await page.mouse.click(20, 600);
  await expect(menu(page)).toHaveCount(0);
  await menuButton(page).click();
  await menuButton(page).click();
  await expect(menu(page)).toHaveCount(0);
});

for (const [role, names] of [
  ['reader', ['Ma bibliothèque', 'Mon Profil', 'Déconnexion']],
  ['author', ['Ma bibliothèque', 'Mon Profil', 'Mes Romans', 'Déconnexion']],
  [
    'admin',
    ['Ma bibliothèque', 'Mon Profil', 'Modération', 'Virements', 'Rémunération', 'Déconnexion'],
  ],
] as const) {
  test(`a person with the role ${role} finds ${names.join(', ')} @variant`, async ({
    page,
    signInAs,
  }) => {
    await signInAs({ role });
    await page.goto('/mentions-legales');
    await menuButton(page).click();
    await expect(page.getByRole('menuitem')).toHaveText(names);
  });
}

test('balance, initials and menu stand in the bar, and axe finds nothing', async ({
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

test('the bar and its menu stay on the screen, also with a long name and large letters', async ({
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
  test(`the bar is one row that never moves, at ${width} px with text of ${percent} % @variant`, async ({
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
