import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  control,
  creditsButton,
  eventIds,
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

test('a success shows credits, amount, date and reference, and saves the invoice @partout', async ({
  page,
  signInAs,
  axe,
}) => {
  await signInAs();
  await orderByModal(page);
  const looked = page.waitForResponse(lookupCall);
  await pay(page, 'succeeds');
  await expectPaid(page);
  const { transaction } = (await (await looked).json()) as { transaction: { _id: string } };
  await expect(main(page)).toContainText(/Date\s*\d{1,2}\s\S+\s\d{4}/);
  await expect(main(page)).toContainText(transaction._id.slice(0, 8).toUpperCase());
  await expect(main(page).getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(main(page).getByRole('link', { name: 'Voir mon profil' })).toHaveAttribute(
    'href',
    '/profile',
  );
  await axe();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger la facture' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`facture_${transaction._id}.pdf`);
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an invoice that does not come is told, and the page stays @partout', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(500);
  await signInAs();
  await orderByModal(page);
  await pay(page, 'succeeds');
  await expectPaid(page);
  await page.route('**/api/credit/invoice/*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Télécharger la facture' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Erreur lors du téléchargement de la facture. Veuillez réessayer plus tard.',
  );
  // What tells something itself is not told by a region around it again.
  await expect(page.locator('[aria-live] :is([role="alert"], [role="status"])')).toHaveCount(0);
  await axe();
});

test('one who came from a chapter goes back to it', async ({ page, catalogue, signInAs }) => {
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

test('a page that is looked at again shows the same, and grants nothing twice', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await orderByModal(page);
  await pay(page, 'succeeds');
  await expectPaid(page);
  await page.reload();
  await expectPaid(page);
  await expect(creditsButton(page)).toContainText('900');
});

test('an event that comes twice grants once', async ({ page, request, signInAs }) => {
  await signInAs();
  await orderByModal(page);
  const session = sessionId(page);
  await pay(page, 'succeeds');
  await expectPaid(page);
  const ids = await eventIds(request, session, 'checkout.session.completed');
  expect(ids).toHaveLength(1);
  for (const eventId of [...ids, ...ids]) await control(request, 'deliver-again', { eventId });
  await page.reload();
  await expectPaid(page);
  await expect(creditsButton(page)).toContainText('900');
});

test('a debit that the bank has not confirmed is an order; then it is a payment, and the credits come @partout', async ({
  page,
  request,
  signInAs,
  axe,
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
  await axe();
  await control(request, 'settle-payment', { sessionId: session });
  await page.reload();
  await expectPaid(page);
  await expect(main(page)).not.toContainText('Votre banque');
  await expect(page.getByRole('button', { name: 'Télécharger la facture' })).toBeVisible();
  await expect(creditsButton(page)).toContainText('900');
});

test('a debit that the bank refuses is no success', async ({ page, request, signInAs }) => {
  await signInAs();
  await orderByModal(page);
  const session = sessionId(page);
  await pay(page, 'sepa');
  await expect(heading(page)).toHaveText('Commande enregistrée');
  await control(request, 'fail-payment', { sessionId: session });
  await control(request, 'idle');
  await page.reload();
  await expect(heading(page)).toHaveText('Vérification du paiement');
  await expect(main(page)).toContainText(/Ce paiement a été refusé ou abandonné\s+:/);
  await expect(creditsButton(page)).toContainText('0');
});

test('a session that nobody has paid cannot be verified @partout', async ({
  page,
  signInAs,
  axe,
}) => {
  await signInAs();
  await orderByModal(page);
  await page.goto(`/payment/success?session_id=${sessionId(page)}`);
  await expect(heading(page)).toHaveText('Vérification du paiement');
  await expect(main(page)).toContainText(
    'Impossible de vérifier les détails de votre transaction...',
  );
  await axe();
});

test('without a session there is nothing to check @partout', async ({ page, signInAs, axe }) => {
  await signInAs();
  await page.goto('/payment/success');
  await expect(heading(page)).toHaveText('Information');
  await expect(main(page)).toContainText('ID de session manquant');
  await axe();
});

test('a stranger signs in and comes back to the result', async ({ page }) => {
  await page.goto('/payment/success?session_id=cs_test_1');
  await expect(page).toHaveURL(
    '/login?retour=%2Fpayment%2Fsuccess%3Fsession_id%3Dcs_test_1&motif=connexion',
  );
});

test('a session that nobody knows, and another person’s, are told as the server says', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(404);
  expectFailure(403);
  await signInAs();
  await page.goto('/payment/success?session_id=cs_test_nobody');
  await expect(main(page)).toContainText(
    'Session expirée. Vérifiez votre profil pour confirmer que vos crédits ont été ajoutés.',
  );
  await orderByModal(page);
  const session = sessionId(page);
  await signInAs();
  await page.goto(`/payment/success?session_id=${session}`);
  await expect(main(page)).toContainText('Ce paiement a été fait depuis un autre compte.');
  await expect(main(page)).not.toContainText('ajoutés');
});

test('a payment that the site has not noted yet looks like a success, without an invoice', async ({
  page,
  signInAs,
  axe,
}) => {
  await signInAs();
  // How it looks; that it comes to this is shown by tests/built.
  await page.route(lookupCall, (route) =>
    route.fulfill({
      json: {
        transaction: {
          _id: '01930000-0000-7000-8000-000000000001',
          credits: 900,
          amount: 999,
          status: 'pending',
          createdAt: '2026-11-21T12:00:00.000Z',
          completedAt: null,
        },
        session: { payment_status: 'paid', status: 'complete' },
      },
    }),
  );
  await page.goto('/payment/success?session_id=cs_test_late');
  await expectPaid(page);
  await expect(main(page)).toContainText('Vos crédits ne sont pas encore sur votre compte.');
  await expect(main(page)).not.toContainText('banque');
  await expect(page.getByRole('button', { name: 'Télécharger la facture' })).toHaveCount(0);
  await axe();
});

test('no transaction is asked for once more after three seconds; a rise is a success by itself @partout', async ({
  page,
  signInAs,
  axe,
}) => {
  await page.clock.install();
  const person = await signInAs();
  let lookups = 0;
  const firstMayEnd = Promise.withResolvers<undefined>();
  await page.route(lookupCall, async (route) => {
    lookups++;
    await firstMayEnd.promise;
    // When the page asks again; that a paid session may lag is shown by tests/built.
    await route.fulfill({
      json: { transaction: null, session: { payment_status: 'paid', status: 'complete' } },
    });
  });
  await page.goto('/payment/success?session_id=cs_test_1');
  await expect(page.getByText('Vérification de votre paiement...')).toBeVisible();
  await axe();
  expect(lookups).toBe(1);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  firstMayEnd.resolve(undefined);
  let waitedMs = 0;
  while (lookups < 2) {
    await page.clock.runFor(100);
    waitedMs += 100;
  }
  expect(waitedMs).toBeGreaterThanOrEqual(3000);
  await page.clock.resume();
  await expect(main(page)).toContainText(
    'Transaction non trouvée. Vos crédits ont peut-être déjà été ajoutés à votre compte.',
  );
  expect(lookups).toBe(2);
  await axe();

  // This tab left to pay with fewer credits than there are now.
  await page.evaluate(
    (personId) =>
      sessionStorage.setItem(
        'checkout_begun',
        JSON.stringify({ personId, credits: -300, returnPath: '/' }),
      ),
    person.id,
  );
  await page.reload();
  await expect(heading(page)).toHaveText(/^Paiement réussi\s!$/);
  await expect(main(page)).toContainText(/Crédits achetés\s*300/);
  await expect(main(page)).not.toContainText('Montant');
  await expect(main(page)).not.toContainText('Référence');
  await expect(page.getByRole('button', { name: 'Télécharger la facture' })).toHaveCount(0);
});

test('without network the page says to look at the profile', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/ERR_FAILED/);
  await signInAs();
  await page.route(lookupCall, (route) => route.abort());
  await page.goto('/payment/success?session_id=cs_test_1');
  await expect(main(page)).toContainText(
    'Erreur lors de la vérification du paiement. Veuillez vérifier votre profil.',
  );
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on a success, ${colorScheme} @partout`, async ({
    page,
    signInAs,
    axe,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signInAs();
    await orderByModal(page);
    await pay(page, 'succeeds');
    await expectPaid(page);
    await axe();
  });
}

/** The sandbox's delivery is everybody's; holding events back makes no other story fail. */
test.describe('with the webhook late', () => {
  test.afterEach(async ({ request }) => {
    await control(request, 'set-delivery', { mode: 'normal' });
    await control(request, 'release-events');
  });

  test('the page settles the purchase itself, and the late event changes nothing @bureau', async ({
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
