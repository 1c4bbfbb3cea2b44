import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { answer, frame, pass, unlock } from './challenges.ts';
import { holdCalls } from './hold-calls.ts';
import { expectBalance, giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { lockedNovel } from './novels.ts';

const novelPath = `/novel/${lockedNovel.slug}`;
const chapterList = (page: Page) => page.getByRole('region', { name: 'Chapitres' });
const restButton = (page: Page) =>
  page.getByRole('button', { name: 'Déverrouiller tous les chapitres restants' });
/** The same in a line of a chapter's gate. */
const restLine = (page: Page) => page.getByRole('button', { name: /^Tout le reste/ });
const dialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Déverrouiller tous les chapitres restants' });
const confirmButton = (page: Page, credits: number) =>
  dialog(page).getByRole('button', {
    name: new RegExp(`^Confirmer pour ${credits}\\s+crédits?$`),
  });
/** Gives somebody credits, and opens the step in which they confirm on the novel's page. */
async function askForRest(page: Page, userId: string, credits: number): Promise<void> {
  await pass(page, userId);
  await giveCredits(page, userId, credits);
  await page.goto(novelPath);
  await restButton(page).click();
}
const text = (page: Page) => page.locator('.reader > .chapter-text');
const premiumBadges = (page: Page) => chapterList(page).locator('.badge');

test('a visitor reads the novel’s price in credits and euros, without a script', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(novelPath);
  await expect(chapterList(page)).toContainText(
    /12\s+chapitres payants\s+: 12\s+crédits, soit environ\s+0,20\s+€\./,
  );
  await expect(chapterList(page)).toContainText(
    /de 0,7 à 1,7\s+centime le crédit\. Le moins cher qui suffit\s+: 300\s+crédits pour 4,99\s+€\./,
  );
  await expect(restButton(page)).toHaveCount(0);
  expect(scripts.filter((url) => /NovelPrice|client\./.test(url))).toEqual([]);
});

test('one confirmed step opens all that is left, and the lists show it', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  const { id } = await signInAs();
  await giveCredits(page, id, 20);
  await page.goto(novelPath);
  await expect(restButton(page)).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await expect(premiumBadges(page).first()).toHaveText(/1\s+crédit/);
  await restButton(page).click();
  await expect(dialog(page)).toContainText(/Chapitres\s*12/);
  await expect(dialog(page)).toContainText(/Prix\s*12\s+crédits \(environ\s+0,20\s+€\)/);
  await expect(dialog(page)).toContainText(/Vous avez\s*20\s+crédits/);
  await expect(dialog(page)).toContainText(/Il vous restera\s*8\s+crédits/);
  // Neither button breaks its words in two.
  const heights = await dialog(page)
    .locator('.actions > .button')
    .evaluateAll((buttons) => buttons.map((button) => button.clientHeight));
  expect(heights).toHaveLength(2);
  expect(new Set(heights).size).toBe(1);
  await axe();

  // Nothing happens before it is confirmed; the focus goes back.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(restButton(page)).toBeFocused();
  await expectBalance(page, 20);

  // The question is due before the payment, once.
  expectFailure(403);
  await restButton(page).click();
  await confirmButton(page, 12).click();
  await expect(frame(page)).toContainText(/Ensuite, les chapitres s’ouvrent pour 12\s+crédits\./);
  await expectBalance(page, 20);
  await axe();
  await answer(page, true);
  const told = chapterList(page).locator('.told');
  await expect(told).toHaveText(/^12\s+chapitres déverrouillés\.$/);
  await expect(told).toBeFocused();
  await expectBalance(page, 8);
  await expect(chapterList(page)).toContainText('Tous les chapitres vous sont ouverts.');
  await expect(restButton(page)).toHaveCount(0);
  for (const badge of await premiumBadges(page).all())
    await expect(badge).toHaveText('Déverrouillé');
  await axe();
  await page.reload();
  await expect(premiumBadges(page).first()).toHaveText('Déverrouillé');
  await expectBalance(page, 8);
});

test('the end of a chapter shows no price for a next chapter that is unlocked @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  const { id } = await signInAs();
  await giveCredits(page, id, 20);
  const [, second, third] = catalogue.novel(lockedNovel.slug).chapters;
  const next = page.locator('[data-turn="next"]');
  await page.goto(`/chapter/${required(second, 'chapter 2')._id}`);
  await expect(next.getByText(/^1\s+crédit$/)).toBeVisible();
  await pass(page, id);
  await restLine(page).click();
  await confirmButton(page, 12).click();
  await expect(text(page)).toBeFocused();
  await expect(page.locator('.premium').getByRole('status')).toHaveText(
    /^12\s+chapitres déverrouillés\.$/,
  );
  await expect(next.getByText(/^1\s+crédit$/)).toBeHidden();
  await page.goto(`/chapter/${required(third, 'chapter 3')._id}`);
  await expect(text(page)).toBeVisible();
  await expect(next.getByText(/^1\s+crédit$/)).toBeHidden();
});

test('a reader who has unlocked some chapters pays only for the others @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  const [, opened] = catalogue.novel(lockedNovel.slug).chapters;
  await unlock(page, id, required(opened, 'second chapter')._id);
  const held = await holdCalls(page, /\/api\/novels\/[\w-]+\/price$/);
  await page.goto(novelPath);
  await expect.poll(() => held.bodies().length).toBe(1);
  // What everybody pays is not said to somebody who pays less.
  await expect(chapterList(page).getByText('Chargement...')).toBeVisible();
  await expect(chapterList(page)).not.toContainText('chapitres payants');
  await expect(restButton(page)).toHaveCount(0);
  await held.release();
  await expect(chapterList(page)).toContainText(
    /Il vous reste 11\s+chapitres payants\s+: 11\s+crédits, soit environ\s+0,18\s+€/,
  );
  await expect(premiumBadges(page).nth(0)).toHaveText('Déverrouillé');
  await expect(premiumBadges(page).nth(1)).toHaveText(/1\s+crédit/);
});

test('missing credits for the rest are shown before it is pressed, with the way to buy @variant', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs();
  await giveCredits(page, id, 5);
  await page.goto(novelPath);
  await expect(restButton(page)).toHaveAccessibleDescription(
    /^Il vous manque 7\s+crédits pour cela\.$/,
  );
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await chapterList(page).getByRole('button', { name: 'Acheter des crédits' }).focus();
  await page.keyboard.press('Enter');
  const modal = page.getByRole('dialog', { name: 'Acheter des crédits' });
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    chapterList(page).getByRole('button', { name: 'Acheter des crédits' }),
  ).toBeFocused();
});

test('credits that are gone when it is confirmed are told @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(402);
  const { id } = await signInAs();
  await askForRest(page, id, 12);
  await giveCredits(page, id, -2);
  await confirmButton(page, 12).click();
  await expect(dialog(page)).toContainText(
    "Vous n'avez pas assez de crédits. Il vous en manque 2.",
  );
  await expect(dialog(page).getByRole('link', { name: 'Acheter des crédits' })).toBeFocused();
  await expectBalance(page, 10);
});

test('the gate unlocks the rest of the novel, and goes on to the text @desktop @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  const { id } = await signInAs();
  await giveCredits(page, id, 12);
  const last = catalogue.novel(lockedNovel.slug).chapters.at(-1);
  const other = await context.newPage();
  await other.goto(novelPath);
  await page.goto(`/chapter/${required(last, 'chapter')._id}`);
  await restLine(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(confirmButton(page, 12)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frame(page).getByRole('group')).toBeFocused();
  await answer(page, true);
  await expect(text(page)).toBeFocused();
  await expectBalance(page, 0);
  // The novel's page in the other tab has heard of it.
  await expectBalance(other, 0);
  await expect(other.getByText('Tous les chapitres vous sont ouverts.')).toBeVisible();
  // The reader's own list says the same.
  await page.getByRole('link', { name: 'Sommaire' }).first().click();
  await expect(page.getByRole('dialog').locator('.mark.locked')).toHaveCount(0);
  await expect(page.getByRole('dialog').locator('.mark.unlocked').first()).toHaveText(
    'Déverrouillé',
  );
});
