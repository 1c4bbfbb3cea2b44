import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { creditsButton, expectHostedPage, fillBilling, packCard, pay } from './purchase.ts';

const buy = (page: Page) => page.getByRole('button', { name: 'Acheter maintenant' });
const main = (page: Page) => page.getByRole('main');
const purchaseCall = /\/api\/credits\/purchase$/;

async function pick(page: Page, pack: string): Promise<void> {
  await page.goto('/payment');
  await packCard(page, pack).click();
  await expect(page.getByLabel('Nom complet')).toBeVisible();
}

test('the page shows the balance, the packs and what a credit is', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto('/payment');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acheter des crédits');
  await expect(main(page)).toContainText(/Crédits actuels\s: 0\scrédit/);
  await expect(main(page)).toContainText(
    /Un crédit déverrouille un chapitre premium de façon permanente/,
  );
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expect(packCard(page, 'Pack Standard')).toContainText('Le plus populaire');
  await expect(packCard(page, 'Pack Premium')).toContainText('Meilleur rapport qualité-prix!');
  await expect(page.getByText('Le plus populaire')).toHaveCount(1);
  await expect(page.getByText('Meilleur rapport qualité-prix!')).toHaveCount(1);
  await expect(buy(page)).toBeDisabled();
  await expect(page.getByLabel('Nom complet')).toHaveCount(0);
});

test('a stranger is led to the sign-in page, and back from there', async ({ page }) => {
  await page.goto('/payment');
  await expect(page).toHaveURL('/login?retour=%2Fpayment&motif=connexion');
});

test('without a pack one is told to pick one, by the keyboard too @bureau', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/payment');
  await buy(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Veuillez sélectionner un pack de crédits');
  await packCard(page, 'Pack Basique').click();
  await expect(page.getByRole('alert')).toHaveText('');
  await expect(buy(page)).toBeEnabled();
});

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

test('a reader who cancels at Stripe’s has no more credits, and may go back to pay @partout', async ({
  page,
  signInAs,
  axe,
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
  await axe();
  const noted = () => page.evaluate(() => sessionStorage.getItem('checkout_begun'));
  expect(await noted()).toBeNull();
  await page.getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(page).toHaveURL('/payment');
});

test('one who came to the page from a chapter goes back to it', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/PurchaseModal|ERR_FAILED/);
  await signInAs();
  const path = `/chapter/${catalogue.mixed.free._id}`;
  await page.route('**/_astro/PurchaseModal*.js', (route) => route.abort());
  await page.goto(path);
  await creditsButton(page).click();
  await expect(page).toHaveURL(`/payment?retour=${encodeURIComponent(path)}`);
  await packCard(page, 'Pack Standard').click();
  await fillBilling(page);
  await buy(page).click();
  await expectHostedPage(page);
  await pay(page, 'succeeds');
  const back = main(page).getByRole('link', { name: 'Revenir à ma lecture' });
  await expect(back).toBeVisible();
  await page.reload();
  await back.click();
  await expect(page).toHaveURL(path);
});

test('packs that do not come are asked for again, and the focus is not lost', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(500);
  await signInAs();
  await page.route('**/api/credit/packs', (route) =>
    route.fulfill({ status: 500, json: { error: 'INTERNAL', message: 'Panne.' } }),
  );
  await page.goto('/payment');
  await expect(page.getByRole('alert')).toContainText('Panne.');
  await page.unroute('**/api/credit/packs');
  await page.getByRole('button', { name: 'Réessayer' }).press('Enter');
  await expect(packCard(page, 'Pack Standard')).toBeVisible();
  await expect(page.locator('.balance')).toBeFocused();
});

test('the form says what is missing, and the first wrong field has the focus', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await pick(page, 'Pack Basique');
  await buy(page).click();
  await expect(page.getByText('Veuillez indiquer une adresse email valide.')).toBeVisible();
  await expect(page.getByText('Cochez la case pour commander.')).toBeVisible();
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused();
});

test('a failure is told by the server’s sentence, else by the page’s; a new pack clears it', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/status of 50[03]|^50[03] http/);
  await signInAs();
  await pick(page, 'Pack Basique');
  await fillBilling(page);
  const alert = page.getByRole('alert');
  await page.route(purchaseCall, (route) =>
    route.fulfill({ status: 503, json: { error: 'PAYMENT_UNAVAILABLE', msg: 'Plus tard.' } }),
  );
  await buy(page).click();
  await expect(alert).toHaveText('Plus tard.');
  await packCard(page, 'Pack Standard').click();
  await expect(alert).toHaveText('');
  await page.unroute(purchaseCall);
  await page.route(purchaseCall, (route) => route.fulfill({ status: 500, body: 'panne' }));
  await buy(page).click();
  await expect(alert).toHaveText('Une erreur est survenue lors du traitement de votre paiement');
  await page.unroute(purchaseCall);
  await buy(page).click();
  await expectHostedPage(page);
});

test('pressing twice sends once, and the page says that it is under way @bureau', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await pick(page, 'Pack Standard');
  await fillBilling(page);
  const held = await holdCalls(page, purchaseCall);
  await buy(page).dblclick();
  const busy = page.getByRole('button', { name: 'Traitement en cours...' });
  await expect(busy).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect.poll(() => held.bodies().length).toBe(1);
  // Another pack now would show a price that is not the one that is being ordered.
  await packCard(page, 'Pack Premium').click();
  await expect(page.getByRole('radio', { name: /Pack Standard/ })).toBeChecked();
  await expect(page.locator('.order')).toContainText('9,99');
  await held.release();
  await expectHostedPage(page);
  const checkoutKey = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(held.bodies()).toMatchObject([{ packageId: 'plan_standard', amount: 900, checkoutKey }]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the purchase page’s states, ${colorScheme} @partout`, async ({
    page,
    signInAs,
    axe,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signInAs();
    await page.goto('/payment');
    await expect(packCard(page, 'Pack Standard')).toBeVisible();
    await axe();
    await packCard(page, 'Pack Standard').click();
    await axe();
    await buy(page).click();
    await expect(page.getByText('Cochez la case pour commander.')).toBeVisible();
    await axe();
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['/payment', '/payment/success', '/payment/cancel']) {
    test(`${path} says that one is not signed in, and where that is done @bureau`, async ({
      page,
    }) => {
      await page.goto(path);
      // Playwright finds no text within a noscript element, but its children.
      await expect(page.locator('main noscript p').first()).toHaveText("Vous n'êtes pas connecté.");
      await page.locator('main noscript a').click();
      await expect(page).toHaveURL(`/login?retour=${encodeURIComponent(path)}`);
    });
  }
});
