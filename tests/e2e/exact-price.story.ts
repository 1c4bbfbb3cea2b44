import { required } from './catalogue.ts';
import { answer } from './challenges.ts';
import { expectBalance, giveCredits } from './credits.ts';
import { expect, test } from './fixtures.ts';
import { fillBilling, pay, purchaseModal } from './purchase.ts';

/** Of the demonstration: 31 premium chapters, the least that may be paid for by themselves. */
const slug = 'la-forgeronne-de-brume';

test('from the gate a reader buys what finishes the novel, pays by card, and reads', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  // The chapter is refused before it is unlocked, its key before the question is answered.
  expectFailure(403);
  await signInAs();
  const locked = catalogue.novel(slug).chapters.find(({ isPremium }) => isPremium);
  const path = `/chapter/${required(locked, 'a premium chapter')._id}`;
  await page.goto(path);
  await page.getByRole('link', { name: 'Acheter des crédits' }).click();
  const modal = purchaseModal(page);
  await modal.getByRole('button', { name: /^Finir ce livre pour 0,51\s€$/ }).click();
  await expect(modal).toContainText(/31\s+chapitres s’ouvrent une fois pour toutes/);
  await fillBilling(modal);
  await axe();
  await modal.getByRole('button', { name: /^Payer 0,51/ }).click();
  await pay(page, 'succeeds');
  await expect(page.getByRole('main')).toContainText(/31\s+chapitres vous sont ouverts/);
  await axe();
  await expectBalance(page, 0);
  await page.getByRole('link', { name: 'Revenir à ma lecture' }).click();
  await expect(page).toHaveURL(path);
  await answer(page, true);
  await expect(page.locator('.reader > .chapter-text')).toBeVisible();
});

test('on the purchase page a price that has changed since is said, and nothing is charged', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(409);
  const { id } = await signInAs();
  const { _id: novelId } = catalogue.novel(slug);
  await page.goto(`/payment?roman=${novelId}`);
  await page.getByRole('button', { name: /^Finir ce livre pour 0,51\s€$/ }).click();
  await fillBilling(page);
  // In another tab, say.
  await giveCredits(page, id, 1);
  await page.getByRole('button', { name: 'Acheter maintenant' }).click();
  await expect(page.getByRole('alert')).toContainText(/Il vous manque maintenant 30\s+crédits/);
  await expect(page).toHaveURL(/\/payment\?roman=/);
  await expectBalance(page, 1);
  // Below the least that may be paid for: packs are left.
  await expect(page.getByRole('button', { name: /^Finir ce livre/ })).toHaveCount(0);
});
