import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { open } from './pages.ts';

test.use({ hasChosen: false });

const banner = (page: Page) => page.getByRole('region', { name: 'Choix des cookies' });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Paramètres des cookies' });
const toggle = (page: Page, name: string) => settings(page).getByRole('switch', { name });
const manage = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Gérer les cookies' });

/** One of each layout; whatever the page, banner and footer are the layout's. */
const askingPages = ['home', 'chapter', 'legal notice', '404'] as const;

const minimum = { necessary: true, analytics: false, preferences: false, marketing: false };
const whole = { ...minimum, analytics: true, preferences: true, marketing: true };

/** What is stored, but for the instant, which must be this one. */
async function storedChoice(page: Page): Promise<unknown> {
  const stored = await page.evaluate(() => localStorage.getItem('cookieConsent'));
  if (stored === null) return null;
  const { accepted, ...choice } = JSON.parse(stored) as Record<string, unknown>;
  expect(accepted).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.now() - Date.parse(String(accepted)))).toBeLessThan(60_000);
  return choice;
}

const store = (page: Page, value: string) =>
  page.addInitScript((text) => localStorage.setItem('cookieConsent', text), value);

test('a first visit is asked on each layout, and reads without answering', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  for (const name of askingPages) {
    await open(name, { page, catalogue, expectFailure });
    await expect(banner(page)).toBeVisible();
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    await expect(banner(page).getByRole('link')).toHaveAttribute(
      'href',
      '/politique-confidentialite',
    );
    await expect(page.getByRole('main')).toBeVisible();
  }
  expect(await storedChoice(page)).toBeNull();
});

test('the banner takes a fifth of a phone’s first screen @variant', async ({ page, catalogue }) => {
  for (const path of ['/', `/chapter/${catalogue.mixed.free._id}`]) {
    await page.goto(path);
    const box = await banner(page).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(740 / 5);
    for (const name of ['Accepter le minimum', 'Tout accepter', 'Paramètres']) {
      const target = await button(page, name).boundingBox();
      expect(target?.height).toBeGreaterThanOrEqual(44);
    }
  }
});

test('the buttons to refuse and to accept cookies look the same @variant', async ({ page }) => {
  await page.goto('/');
  const looks = await Promise.all(
    ['Accepter le minimum', 'Tout accepter'].map((name) =>
      button(page, name).evaluate((element) => {
        const { width, height, top } = element.getBoundingClientRect();
        const { color, backgroundColor, borderColor, font } = getComputedStyle(element);
        return { width, height, top, color, backgroundColor, borderColor, font };
      }),
    ),
  );
  expect(looks[0]).toEqual(looks[1]);
});

for (const [name, choice] of [
  ['Accepter le minimum', minimum],
  ['Tout accepter', whole],
] as const) {
  test(`“${name}” is stored and not asked again`, async ({ page, catalogue }) => {
    const strangers: string[] = [];
    page.on('request', (asked) => {
      if (new URL(asked.url()).hostname !== '127.0.0.1') strangers.push(asked.url());
    });
    await page.goto('/');
    await button(page, name).click();
    await expect(banner(page)).toBeHidden();
    expect(await storedChoice(page)).toEqual(choice);
    for (const path of ['/', `/chapter/${catalogue.mixed.free._id}`]) {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(banner(page)).toBeHidden();
    }
    expect(strangers, 'nothing measures: none is set').toEqual([]);
  });
}

test('cookie settings begin with the minimum and store what is switched on @variant', async ({
  page,
}) => {
  await page.goto('/');
  await button(page, 'Paramètres').click();
  await expect(toggle(page, 'Cookies nécessaires')).toBeChecked();
  await expect(toggle(page, 'Cookies nécessaires')).toBeDisabled();
  for (const name of ['analytiques', 'de préférences', 'marketing']) {
    await expect(toggle(page, `Cookies ${name}`)).not.toBeChecked();
  }
  await expect(toggle(page, 'Cookies analytiques')).toHaveAccessibleDescription(
    /Aucune n’est active à ce jour/,
  );
  await toggle(page, 'Cookies de préférences').check();
  await button(page, 'Enregistrer mes préférences').click();
  await expect(settings(page)).toBeHidden();
  await expect(banner(page)).toBeHidden();
  expect(await storedChoice(page)).toEqual({ ...minimum, preferences: true });
});

test('cookie settings closed by “Annuler” or Escape store nothing @desktop @variant', async ({
  page,
}) => {
  await page.goto('/');
  for (const way of ['Annuler', 'Escape'] as const) {
    await button(page, 'Paramètres').click();
    await expect(toggle(page, 'Cookies marketing')).not.toBeChecked();
    await toggle(page, 'Cookies marketing').check();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await button(page, 'Annuler').click();
    await expect(settings(page)).toBeHidden();
    await expect(button(page, 'Paramètres')).toBeFocused();
    await expect(banner(page)).toBeVisible();
    expect(await storedChoice(page)).toBeNull();
  }
  await button(page, 'Paramètres').click();
  await expect(toggle(page, 'Cookies marketing')).not.toBeChecked();
});

test('the choice is changed from the footer of each layout @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  await page.goto('/');
  await button(page, 'Tout accepter').click();
  let isOn = true;
  for (const name of askingPages) {
    await open(name, { page, catalogue, expectFailure });
    await manage(page).click();
    await expect(toggle(page, 'Cookies marketing')).toBeChecked({ checked: isOn });
    isOn = !isOn;
    await toggle(page, 'Cookies marketing').setChecked(isOn);
    await button(page, 'Enregistrer mes préférences').click();
    await expect(manage(page)).toBeFocused();
    expect(await storedChoice(page), name).toEqual({ ...whole, marketing: isOn });
  }
});

test('the banner and its settings are worked with the keyboard alone @desktop @variant', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('link')).toBeFocused();
  for (const name of ['Accepter le minimum', 'Tout accepter', 'Paramètres']) {
    await page.keyboard.press('Tab');
    await expect(button(page, name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Feuilleton', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(toggle(page, 'Cookies analytiques')).toBeFocused();
  await page.keyboard.press('Space');
  for (let tab = 0; tab < 12; tab++) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside, 'the dialog keeps the focus').toBe(true);
  }
  await button(page, 'Enregistrer mes préférences').focus();
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeHidden();
  expect(await storedChoice(page)).toEqual({ ...minimum, analytics: true });
  await expect(page.getByRole('main')).toBeFocused();
});

test('after an answer by keyboard the focus is in the content, which does not shift @desktop @variant', async ({
  page,
  catalogue,
}) => {
  for (const [path, name] of [
    ['/', 'Accepter le minimum'],
    [`/chapter/${catalogue.mixed.free._id}`, 'Tout accepter'],
  ] as const) {
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.clear());
    await page.goto(path);
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    const top = await page.evaluate(() => scrollY);
    await button(page, name).focus();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await page.keyboard.press('Tab');
    await expect(page.locator('main a:focus, main button:focus')).toHaveCount(1);
  }
});

test('the banner hides nothing that has the focus, nor the end of the page @variant', async ({
  page,
  catalogue,
}) => {
  for (const path of [
    '/',
    `/novel/${catalogue.mixed.novel.slug}`,
    `/chapter/${catalogue.mixed.free._id}`,
  ]) {
    await page.goto(path);
    await expect(banner(page)).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let stops = 0;
    for (let tab = 0; tab < 100; tab++) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const element = document.activeElement;
        const bar = document.querySelector('.consent');
        if (!element || !bar || element === document.body) return null;
        if (bar.contains(element)) return 0;
        return element.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
      });
      if (covered === null) break;
      stops++;
      const who = await page.evaluate(() => document.activeElement?.textContent.trim());
      // Layouts end between pixels, and the box of a link in a line reaches beyond that line.
      expect.soft(covered, `${path}: ${who}`).toBeLessThan(2);
    }
    expect(stops).toBeGreaterThan(8);
  }
});

test('the page does not shift when the cookie banner opens or closes @variant', async ({
  page,
}) => {
  await page.goto('/politique-confidentialite');
  await expect(banner(page)).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  const place = () => page.locator('h1').evaluate((h1) => h1.getBoundingClientRect().top);
  const before = await place();
  await button(page, 'Accepter le minimum').click();
  await expect(banner(page)).toBeHidden();
  expect(await place()).toBe(before);
  expect(await layoutShift(page)).toBe(0);
});

test('the cookie banner never flashes for a visitor who has chosen @variant', async ({ page }) => {
  await store(page, JSON.stringify({ ...minimum, accepted: '2025-03-20T08:00:00.000Z' }));
  await page.addInitScript(() => {
    const look = () => {
      const bar = document.querySelector('.consent');
      if (bar)
        Reflect.set(window, 'framesSeen', Number(Reflect.get(window, 'framesSeen') ?? 0) + 1);
      if (bar && getComputedStyle(bar).display !== 'none') Reflect.set(window, 'hasFlashed', true);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/', { waitUntil: 'load' });
  await page.waitForFunction(() => Number(Reflect.get(window, 'framesSeen')) > 3);
  expect(await page.evaluate(() => Reflect.get(window, 'hasFlashed') as unknown)).toBeUndefined();
});

test('a choice in one tab is known in the other @variant', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/mentions-legales');
  await expect(banner(other)).toBeVisible();
  await button(page, 'Accepter le minimum').click();
  await expect(banner(other)).toBeHidden();
});

test('without storage the cookie banner closes for this page @variant', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError');
      },
    });
  });
  await page.goto('/mentions-legales');
  await button(page, 'Accepter le minimum').click();
  await expect(banner(page)).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is neither a cookie banner nor a button for its settings @variant', async ({
    page,
  }) => {
    for (const path of ['/', '/mentions-legales']) {
      await page.goto(path);
      await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
      await expect(page.locator('.consent')).toBeHidden();
      await expect(page.getByText('Gérer les cookies', { exact: true }).first()).toBeHidden();
    }
  });
});

test('axe finds nothing on the banner and its settings, by day and by night @variant', async ({
  page,
  axe,
}) => {
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await button(page, 'Paramètres').click();
  await toggle(page, 'Cookies analytiques').check();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
});

test('the banner leaves room with large letters on a small screen @variant', async ({ page }) => {
  await page.goto('/');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  const height = (await banner(page).boundingBox())?.height;
  expect(height).toBeLessThanOrEqual(740 * 0.75);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await button(page, 'Paramètres').click();
  await button(page, 'Annuler').scrollIntoViewIfNeeded();
  await expect(button(page, 'Annuler')).toBeInViewport({ ratio: 1 });
});
