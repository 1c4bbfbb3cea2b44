import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  control,
  creditsButton,
  expectHostedPage,
  fillBilling,
  orderByModal,
  packCard,
  pay,
  purchaseModal,
  sessionId,
} from './purchase.ts';

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const main = (page: Page) => page.getByRole('main');
const lookupCall = '**/api/credit/session/*';

async function expectPaid(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText(/^Paiement réussi\s!$/);
  await expect(main(page)).toContainText(/Crédits achetés\s*900/);
  await expect(main(page)).toContainText(/Montant\s*9,99\s€/);
}

test('a success shows credits, amount, date and reference, and saves the invoice', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await orderByModal(page);
  const looked = page.waitForResponse(lookupCall);
  await pay(page, 'succeeds');
  await expectPaid(page);
  await expect(creditsButton(page)).toContainText('900');
  const { transaction } = (await (await looked).json()) as { transaction: { _id: string } };
  await expect(main(page)).toContainText(/Date\s*\d{1,2}(?:er)?\s\S+\s\d{4}/);
  await expect(main(page)).toContainText(transaction._id.slice(0, 8).toUpperCase());
  await expect(main(page).getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(main(page).getByRole('link', { name: 'Voir mon profil' })).toHaveAttribute(
    'href',
    '/profile',
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger la facture' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`facture_${transaction._id}.pdf`);
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('after a payment the reader returns to the chapter they came from', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await page.goto(path);
  await creditsButton(page).click();
  const modal = purchaseModal(page);
  await packCard(modal, 'Pack Standard').getByRole('button', { name: 'Choisir' }).click();
  await packCard(modal, 'Pack Standard').getByRole('button', { name: 'Valider' }).click();
  await fillBilling(modal);
  await modal.getByRole('button', { name: 'Payer' }).click();
  await expectHostedPage(page);
  await pay(page, 'succeeds');
  await expectPaid(page);
  await main(page).getByRole('link', { name: 'Revenir à ma lecture' }).click();
  await expect(page).toHaveURL(path);
});

test('a debit that the bank has not confirmed is an order; then it is a payment, and the credits come', async ({
  page,
  request,
  signInAs,
}) => {
  await signInAs();
  await orderByModal(page);
  const session = sessionId(page);
  await pay(page, 'sepa');
  await expect(heading(page)).toHaveText('Commande enregistrée');
  await expect(main(page)).toContainText('Votre banque n’a pas encore confirmé ce paiement.');
  await expect(main(page)).toContainText('Crédits commandés');
  await expect(page.getByRole('button', { name: 'Télécharger la facture' })).toHaveCount(0);
  await expect(creditsButton(page)).toContainText('0');
  await control(request, 'settle-payment', { sessionId: session });
  await page.reload();
  await expectPaid(page);
  await expect(main(page)).not.toContainText('Votre banque');
  await expect(page.getByRole('button', { name: 'Télécharger la facture' })).toBeVisible();
  await expect(creditsButton(page)).toContainText('900');
});

/** The sandbox's delivery is everybody's; holding events back makes no other story fail. */
test.describe('with the webhook late', () => {
  test.afterEach(async ({ request }) => {
    await control(request, 'set-delivery', { mode: 'normal' });
    await control(request, 'release-events');
  });

  test('the page settles the purchase itself, and the late event changes nothing @desktop', async ({
    page,
    request,
    signInAs,
  }) => {
    await signInAs();
    await orderByModal(page);
    await control(request, 'set-delivery', { mode: 'late' });
    await pay(page, 'succeeds');
    await expectPaid(page);
    await expect(creditsButton(page)).toContainText('900');
    await control(request, 'set-delivery', { mode: 'normal' });
    await control(request, 'release-events');
    await control(request, 'idle');
    await page.reload();
    await expectPaid(page);
    await expect(creditsButton(page)).toContainText('900');
  });
});
