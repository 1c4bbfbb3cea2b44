import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { pass, unlock } from './challenges.ts';
import { expectBalance, giveCredits } from './credits.ts';
import { openDevice } from './devices.ts';
import { endSessions } from './end-sessions.ts';
import { expect, test } from './fixtures.ts';
import { lockedNovel, premiumSentence } from './novels.ts';
import { orderByModal, pay } from './purchase.ts';
import { menuButton } from './sign-in.ts';

/** “Within seconds”, on a machine that does other things too. */
const soon = { timeout: 5_000 };

const unlockButton = (page: Page) =>
  page
    .getByRole('region', { name: 'Contenu premium' })
    .getByRole('button', { name: /^Déverrouiller pour/ });
const text = (page: Page) => page.locator('.reader > .chapter-text');

/** As when somebody comes back to a tab: what headless browsers do not do by themselves. */
const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a second tab sees a purchase, an unlock and a sign-out at once', async ({
  page,
  context,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  const { chapters } = catalogue.novel(lockedNovel.slug);
  const path = `/chapter/${required(chapters[1], 'premium chapter')._id}`;
  const { id } = await signInAs();
  await pass(page, id);
  const other = await context.newPage();
  await other.goto(path);
  await expect(unlockButton(other)).toBeDisabled();
  await orderByModal(page);
  await pay(page, 'succeeds');
  await expect(page.getByRole('main')).toContainText(/Paiement réussi/);
  await expectBalance(other, 900);
  await expect(unlockButton(other)).toBeEnabled(soon);

  await page.goto(path);
  await unlockButton(page).click();
  await expect(text(page)).toContainText(premiumSentence);
  await expect(text(other)).toContainText(premiumSentence, soon);
  await expectBalance(other, 899);

  await page.getByRole('button', { name: /^Menu du compte/ }).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(text(other)).toHaveCount(0, soon);
  await expect(menuButton(other)).toBeHidden();
});

test('another device sees them when it is looked at again @variant', async ({
  page,
  browser,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  expectFailure(401);
  const { chapters } = catalogue.novel(lockedNovel.slug);
  const chapterId = required(chapters[1], 'premium chapter')._id;
  const person = await signInAs();
  await pass(page, person.id);
  await page.goto(`/chapter/${chapterId}`);
  await expect(unlockButton(page)).toBeDisabled();
  // Done on another device: nothing of it comes by this browser.
  await giveCredits(page, person.id, 3);
  await lookAgain(page);
  await expect(unlockButton(page)).toBeEnabled(soon);
  await expectBalance(page, 3);

  await unlock(page, person.id, chapterId);
  await giveCredits(page, person.id, -1);
  await lookAgain(page);
  await expect(text(page)).toContainText(premiumSentence, soon);
  await expectBalance(page, 2);

  await endSessions(browser, person);
  await lookAgain(page);
  await expect(text(page)).toHaveCount(0, soon);
  await expect(page.locator('.session-banner')).toContainText('Votre session a pris fin.');
  const elsewhere = await openDevice(browser, person);
  await elsewhere.goto('/mentions-legales');
  await expectBalance(elsewhere, 2);
  await elsewhere.context().close();
});
