import type { Page } from 'playwright/test';
import { openDevice } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { expectAtTop, readTo } from './reading.ts';

const question = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Vos réglages de lecture ont changé' });
const fontSize = (page: Page) =>
  page.locator('.chapter-text').evaluate((text) => getComputedStyle(text).fontSize);
const asked = (page: Page) => page.waitForResponse((reply) => reply.url().endsWith('/own-view'));
const told = (page: Page) =>
  page.waitForResponse(
    (reply) => reply.url().endsWith('/preferences') && reply.request().method() === 'PUT',
  );

/** Opens a chapter, and waits until this device has met the account. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto('/robots.txt');
  const answer = asked(page);
  await page.goto(address);
  await answer;
}

/** Makes the letters larger or smaller in the panel, so many times. */
async function change(page: Page, what: 'Augmenter' | 'Diminuer', times: number): Promise<void> {
  await page.getByRole('button', { name: 'Réglages', exact: true }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Réglages de lecture' });
  const button = panel.getByRole('button', { name: `${what} la taille du texte` });
  for (let time = 0; time < times; time++) await button.click();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
}

test('a device with nothing of its own takes the account’s preferences at once', async ({
  page,
  browser,
  catalogue,
  signInAs,
}) => {
  const address = `/chapter/${catalogue.mixed.free._id}`;
  const person = await signInAs();
  await open(page, address);
  const kept = told(page);
  await change(page, 'Augmenter', 3);
  const answer = await kept;
  expect(answer.request().postDataJSON()).toMatchObject({ preferences: { fontSize: 130 } });
  const tablet = await openDevice(browser, person);
  await tablet.goto(address);
  await expect.poll(() => fontSize(tablet)).toBe('23.4px');
  await expect(question(tablet)).toHaveCount(0);
  await tablet.context().close();
});

test('what changed on another device is offered: kept away until the next change, or taken where the reader is @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
  axe,
}) => {
  const address = `/chapter/${catalogue.mixed.free._id}`;
  const tablet = await openDevice(browser, await signInAs());
  await open(page, address);
  const first = told(page);
  await change(page, 'Augmenter', 1);
  await first;
  await open(tablet, address);
  await expect.poll(() => fontSize(tablet)).toBe('19.8px');
  const second = told(tablet);
  await change(tablet, 'Augmenter', 4);
  await second;

  await open(page, address);
  await expect(question(page)).toBeVisible();
  expect(await fontSize(page)).toBe('19.8px');
  await axe();
  await page.getByRole('button', { name: 'Garder ceux-ci' }).click();
  expect(await fontSize(page)).toBe('19.8px');
  await open(page, address);
  await expect(question(page)).toHaveCount(0);
  // The other device has its own, and is asked nothing.
  await open(tablet, address);
  expect(await fontSize(tablet)).toBe('27px');
  await expect(question(tablet)).toHaveCount(0);

  const third = told(tablet);
  await change(tablet, 'Diminuer', 1);
  await third;
  await open(page, address);
  await expect(question(page)).toBeVisible();
  // A change made here is the last one: it wins, and nothing is asked any more.
  const fourth = told(page);
  await change(page, 'Augmenter', 6);
  await fourth;
  await expect(question(page)).toHaveCount(0);

  await open(tablet, address);
  await expect(question(tablet)).toBeVisible();
  expect(await fontSize(tablet)).toBe('25.2px');
  const words = await readTo(tablet, 0.4);
  await tablet.getByRole('button', { name: 'Les appliquer' }).click();
  await expect.poll(() => fontSize(tablet)).toBe('30.6px');
  await expectAtTop(tablet, words);
  await expect(question(tablet)).toHaveCount(0);
  await open(tablet, address);
  expect(await fontSize(tablet)).toBe('30.6px');
  await expect(question(tablet)).toHaveCount(0);
  await tablet.context().close();
});

test('of many changes the last one wins @variant', async ({ page, catalogue, signInAs }) => {
  await signInAs();
  await open(page, `/chapter/${catalogue.mixed.free._id}`);
  const held = await holdCalls(page, /\/preferences$/);
  await change(page, 'Augmenter', 5);
  await expect.poll(() => held.bodies()).toMatchObject([{ preferences: { fontSize: 150 } }]);
  // While the first one is on its way.
  await change(page, 'Diminuer', 3);
  await held.release();
  await expect.poll(() => held.bodies().at(-1)).toMatchObject({ preferences: { fontSize: 120 } });
  expect(held.bodies()).toHaveLength(2);
});

test('a change made just before the page is left reaches the account @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
}) => {
  const address = `/chapter/${catalogue.mixed.free._id}`;
  const tablet = await openDevice(browser, await signInAs());
  await open(page, address);
  const first = told(page);
  await change(page, 'Augmenter', 1);
  await first;
  await change(page, 'Augmenter', 1);
  await page.goto('/robots.txt');
  await expect(async () => {
    const answer = asked(tablet);
    await tablet.goto(address);
    expect(await (await answer).json()).toMatchObject({
      preferences: { preferences: { fontSize: 120 } },
    });
  }).toPass();
  await tablet.context().close();
});

test('preferences chosen signed out stay, and become the account’s @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
}) => {
  const address = `/chapter/${catalogue.mixed.free._id}`;
  await page.goto(address);
  await change(page, 'Augmenter', 2);
  const person = await signInAs();
  const kept = told(page);
  await page.goto(address);
  await kept;
  expect(await fontSize(page)).toBe('21.6px');
  const tablet = await openDevice(browser, person);
  await tablet.goto(address);
  await expect.poll(() => fontSize(tablet)).toBe('21.6px');
  await tablet.context().close();
});

test('choices made signed out, and an account that differs, make a question @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
}) => {
  const address = `/chapter/${catalogue.mixed.free._id}`;
  const tablet = await openDevice(browser, await signInAs());
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('reader_fontSize', '80'));
  await open(tablet, address);
  const kept = told(tablet);
  await change(tablet, 'Augmenter', 2);
  await kept;
  await open(page, address);
  await expect(question(page)).toBeVisible();
  expect(await fontSize(page)).toBe('14.4px');
  await tablet.context().close();
});

test('what one person chose does not become the next one’s on the same browser', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const address = `/chapter/${catalogue.mixed.free._id}`;
  await signInAs();
  await open(page, address);
  const kept = told(page);
  await change(page, 'Augmenter', 3);
  await kept;
  await signInAs({ name: 'Quelqu’un d’autre' });
  await open(page, address);
  await open(page, address);
  const answer = asked(page);
  await page.reload();
  expect(await (await answer).json()).toMatchObject({ preferences: { preferences: null } });
  // What they choose themselves does.
  const keptToo = told(page);
  await change(page, 'Augmenter', 1);
  expect((await keptToo).request().postDataJSON()).toMatchObject({
    preferences: { fontSize: 140 },
  });
});
