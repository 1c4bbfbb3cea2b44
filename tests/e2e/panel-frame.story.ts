import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { creditsButton } from './purchase.ts';

const frame = (page: Page) => page.locator('.panel-frame');
const settingsButton = (page: Page) => page.getByRole('button', { name: 'Réglages' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Réglages de lecture' });
const settingsModule = /\/_astro\/SettingsPanel\./;
const panelModules = /\/_astro\/(?:SettingsPanel|ChapterPanel|purchase)\./;

/** The panels' modules that the page has asked for so far. */
function watchModules(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/_astro\/([\w-]+)\./.exec(request.url()) ?? [];
    if (name !== undefined && panelModules.test(request.url())) asked.push(name);
  });
  return asked;
}

async function becomeIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState('networkidle');
}

test('the panels of a chapter are fetched once it is used, and not before', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  const asked = watchModules(page);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(creditsButton(page)).toBeVisible();
  await becomeIdle(page);
  expect(asked).toEqual([]);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => asked.toSorted()).toEqual(['ChapterPanel', 'SettingsPanel', 'purchase']);
});

test('somebody who saves data gets a panel’s module when they open it @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await signInAs();
  const asked = watchModules(page);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(creditsButton(page)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 400));
  await becomeIdle(page);
  await page.evaluate(() => scrollTo(0, 0));
  await becomeIdle(page);
  expect(asked).toEqual([]);
  await settingsButton(page).tap();
  await expect(settings(page)).toBeVisible();
  expect(asked).toEqual(['SettingsPanel']);
});

test('somebody without an account downloads no React to keep their place @variant', async ({
  page,
  catalogue,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/_astro/')) scripts.push(response.url());
  });
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.evaluate(() => scrollTo(0, 1_200));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('reading_places')))
    .not.toBeNull();
  for (const url of scripts) {
    expect(await (await page.request.get(url)).text(), url).not.toContain('react.element');
  }
});

test('a panel shows at once, empty, while its module is on its way', async ({
  page,
  catalogue,
}) => {
  const module = await holdCalls(page, settingsModule);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await settingsButton(page).tap();
  await expect(frame(page)).toBeVisible();
  await expect(frame(page)).toHaveText('Chargement…');
  await module.release();
  await expect(settings(page)).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(settingsButton(page)).toBeFocused();
});

test('a panel that was closed while it was empty does not open any more @variant', async ({
  page,
  catalogue,
}) => {
  const module = await holdCalls(page, settingsModule);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await settingsButton(page).tap();
  await expect(frame(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(frame(page)).toBeHidden();
  await expect(settingsButton(page)).toBeFocused();
  await module.release();
  await expect(frame(page)).toHaveCount(0);
  await expect(settings(page)).toHaveCount(0);
});

test('a panel whose module does not come gives way to the message @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure('/_astro/SettingsPanel');
  const module = await holdCalls(page, settingsModule);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await settingsButton(page).tap();
  await expect(frame(page)).toBeVisible();
  await module.fail();
  await expect(frame(page)).toHaveCount(0);
  await expect(page.locator('.control-bar').getByRole('alert')).toHaveText(
    'Pas de réponse. Vérifiez votre connexion.',
  );
});

test('comments show at once, empty, while their island is on its way @variant', async ({
  page,
  catalogue,
}) => {
  const module = await holdCalls(page, /\/_astro\/Comments\./);
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await page.getByRole('button', { name: 'Commentaires' }).tap();
  await expect(frame(page)).toBeVisible();
  await module.release();
  await expect(page.getByRole('dialog', { name: 'Commentaires' })).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});
