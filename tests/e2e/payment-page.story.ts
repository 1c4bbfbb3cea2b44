import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { creditsButton, expectHostedPage, fillBilling, packCard, pay } from './purchase.ts';

const buy = (page: Page) => page.getByRole('button', { name: 'Acheter maintenant' });
const main = (page: Page) => page.getByRole('main');

async function pick(page: Page, pack: string): Promise<void> {
  await page.goto('/payment');
  await packCard(page, pack).click();
  await expect(page.getByLabel('Nom complet')).toBeVisible();
}

test('a reader buys by the page: a declined card first, then one that is good', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await pick(page, 'Pack Standard');
  await fillBilling(page);
  await buy(page).click();
  await expectHostedPage(page);
  await pay(page, 'declined');
  await expect(page.getByRole('alert')).toContainText('La carte a été refusée.');
  await pay(page, 'succeeds');
  await expect(page).toHaveURL(/\/payment\/success\?session_id=cs_/);
  await expect(page.getByRole('heading', { name: /^Paiement réussi/ })).toBeVisible();
  await expect(creditsButton(page)).toContainText('900');
});

test('a reader who cancels at Stripe’s has no more credits, and may go back to pay', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await pick(page, 'Pack Standard');
  await fillBilling(page);
  await buy(page).click();
  await expectHostedPage(page);
  await page.getByRole('link', { name: 'Annuler et revenir' }).click();
  await expect(page).toHaveURL('/payment/cancel');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paiement annulé');
  await expect(main(page)).toContainText('Aucun crédit n’a été ajouté');
  await expect(page.getByRole('link', { name: 'contact@feuilleton.example' })).toHaveAttribute(
    'href',
    'mailto:contact@feuilleton.example',
  );
  await expect(main(page).getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(creditsButton(page)).toContainText('0');
  const noted = () => page.evaluate(() => sessionStorage.getItem('checkout_begun'));
  expect(await noted()).toBeNull();
  await page.getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(page).toHaveURL('/payment');
});
