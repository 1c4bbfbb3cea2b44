import type { Page } from 'playwright/test';
import { required } from './catalogue.ts';
import { pass } from './challenges.ts';
import { expectBalance } from './credits.ts';
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
