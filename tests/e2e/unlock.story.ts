import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { answer, frame, pass } from './challenges.ts';
import { expectBalance, giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { layoutShift } from './layout-shift.ts';
import { lockedNovel, premiumSentence } from './novels.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Contenu premium' });
const unlockButton = (page: Page) =>
  panel(page).getByRole('button', { name: /^Déverrouiller pour 1\s+crédit$/ });
const text = (page: Page) => page.locator('.reader > .chapter-text');

function lockedPath(catalogue: Catalogue, chapterNumber = 2): string {
  const { chapters } = catalogue.novel(lockedNovel.slug);
  const chapter = chapters.find((one) => one.chapterNumber === chapterNumber);
  return `/chapter/${required(chapter, `chapter ${chapterNumber}`)._id}`;
}

test.beforeEach(({ expectFailure }) => {
  // The chapter is refused before it is unlocked, its key before the question is answered.
  expectFailure(403);
});

test('a stranger comes back to the gate, answers, pays, and reads; the next one asks nothing', async ({
  page,
  catalogue,
  signInAs,
  axe,
}) => {
  await page.goto(lockedPath(catalogue));
  await panel(page).getByRole('link', { name: 'Connectez-vous' }).click();
  await expect(page).toHaveURL(
    `/login?retour=${encodeURIComponent(lockedPath(catalogue))}&motif=connexion`,
  );
  // The sign-in itself has its own story.
  const { id } = await signInAs();
  await giveCredits(page, id, 3);
  await page.goto(lockedPath(catalogue));
  await expect(panel(page)).toContainText(/1\s+crédit, soit environ\s+1,7\s+centime/);
  await expect(panel(page)).toContainText(/Vous avez 3\s+crédits\./);
  await expect(panel(page)).toContainText(/Tout le reste\s+: 12\s+crédits, environ\s+0,20\s+€/);
  await axe();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);

  await unlockButton(page).click();
  await expect(frame(page)).toContainText(/Ensuite, le chapitre s’ouvre pour 1\s+crédit\./);
  await expectBalance(page, 3);
  await axe();
  await answer(page, true);
  await expect(text(page)).toContainText(premiumSentence);
  await expect(text(page)).toBeFocused();
  await expectBalance(page, 2);
  await axe();

  await page.goto(lockedPath(catalogue, 3));
  const drawn: string[] = [];
  page.on('request', (request) => void drawn.push(new URL(request.url()).pathname));
  await unlockButton(page).click();
  await expect(text(page)).toContainText(premiumSentence);
  await expectBalance(page, 1);
  expect(drawn).not.toContain('/api/challenge/draw');
  await page.reload();
  await expect(text(page)).toContainText(premiumSentence);
  await expectBalance(page, 1);
});

test('the seal breaks over the text, not at all with less motion @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await pass(page, id);
  await giveCredits(page, id, 2);
  const breaks = async (chapterNumber: number) => {
    await page.goto(lockedPath(catalogue, chapterNumber));
    await unlockButton(page).click();
    await expect(text(page)).toBeFocused();
    return page
      .locator('.seal-broken')
      .evaluate((seal) =>
        seal.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration),
      );
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await breaks(2)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await breaks(3)).toEqual([400, 400, 400]);
  await expect(page.locator('.seal-broken')).toBeHidden();
});

test('pressed twice while it is under way, it is charged once', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await pass(page, id);
  await giveCredits(page, id, 3);
  await page.goto(lockedPath(catalogue));
  const held = await holdCalls(page, /\/unlock$/);
  await unlockButton(page).click();
  await expect(panel(page).getByRole('button', { name: 'Déverrouillage...' })).toBeVisible();
  // A second press; Playwright itself would wait until the button takes one.
  await panel(page).getByRole('button', { name: 'Déverrouillage...' }).click({ force: true });
  await held.release();
  await expect(text(page)).toContainText(premiumSentence);
  expect(held.bodies()).toHaveLength(1);
  await expectBalance(page, 2);
});

test('all of it by keyboard: the focus goes from the button to the question to the text @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await giveCredits(page, id, 1);
  await page.goto(lockedPath(catalogue));
  await unlockButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(frame(page).getByRole('group')).toBeFocused();
  await answer(page, true);
  await expect(text(page)).toBeFocused();
});

test('the panel follows credits that come by another tab, or while one was away @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await page.goto(lockedPath(catalogue));
  await expect(unlockButton(page)).toBeDisabled();
  await giveCredits(page, id, 2);
  const other = await context.newPage();
  await other.goto('/profile');
  await expectBalance(other, 2);
  await expectBalance(page, 2);
  await expect(unlockButton(page)).toBeEnabled();
  await expect(panel(page)).not.toContainText('pas assez');

  // Taken and given behind both tabs' back: coming back to the page asks anew.
  await giveCredits(page, id, -2);
  await page.reload();
  await expect(unlockButton(page)).toBeDisabled();
  await other.close();
  await giveCredits(page, id, 1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(unlockButton(page)).toBeEnabled();
});

test('two tabs are charged once, and both go on to the text', async ({
  page,
  context,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await giveCredits(page, id, 3);
  await page.goto(lockedPath(catalogue));
  const other = await context.newPage();
  await other.goto(lockedPath(catalogue));
  await expect(unlockButton(page)).toBeEnabled();
  await expect(unlockButton(other)).toBeEnabled();
  await unlockButton(page).click();
  await answer(page, true);
  await expect(text(page)).toContainText(premiumSentence);
  // Nobody has touched it: the session has passed.
  await expect(text(other)).toContainText(premiumSentence);
  await expectBalance(other, 2);
});

test('credits spent elsewhere are reported, with the way to buy more @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(402);
  const { id } = await signInAs();
  await giveCredits(page, id, 1);
  await page.goto(lockedPath(catalogue));
  await expect(unlockButton(page)).toBeEnabled();
  await giveCredits(page, id, -1);
  await unlockButton(page).click();
  await expect(panel(page)).toContainText("Vous n'avez pas assez de crédits.");
  await expect(unlockButton(page)).toBeDisabled();
  // What was pressed takes no focus any more: it goes to what one can do, which says why.
  const more = panel(page).getByRole('link', { name: 'Acheter des crédits' });
  await expect(more).toBeFocused();
  await expect(more).toHaveAccessibleDescription("Vous n'avez pas assez de crédits.");
  await expectBalance(page, 0);
});
