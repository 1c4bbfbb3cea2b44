import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PaymentPage } from '#islands/purchase/PaymentPage.tsx';
import { listPacks, purchaseCredits } from '#shared/contracts/credits.ts';
import { getNovelPrice } from '#shared/contracts/unlock.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, breaks, holds, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { button, fieldErrors, fillBilling, offerPacks } from './offer.ts';

const buy = () => button('Acheter maintenant');
const pack = (name: string) => page.getByRole('radio', { name: new RegExp(name) });
const alert = () => page.getByRole('alert');
const main = () => page.getByRole('main');

const draw = () =>
  render(
    <main>
      <h1>Acheter des crédits</h1>
      <PaymentPage />
    </main>,
  );

const novelId = '01930000-0000-7000-8000-000000000001';
const address = location.href;
afterEach(() => history.replaceState({}, '', address));
beforeEach(() => {
  signIn({ email: null });
  offerPacks();
});

describe('the purchase page', () => {
  test('shows the balance, the packs and what a credit is', async () => {
    await draw();
    await expect.element(pack('Pack Basique')).toBeVisible();
    await expect.element(main()).toMatchTextContent(/Crédits actuels\s: 0\scrédit/);
    await expect
      .element(main())
      .toMatchTextContent(/Un crédit déverrouille un chapitre premium de façon permanente/);
    expect(page.getByRole('radio').elements()).toHaveLength(3);
    await expect.element(pack('Pack Standard.*Le plus populaire')).toBeVisible();
    await expect.element(pack('Pack Premium.*Meilleur rapport qualité-prix!')).toBeVisible();
    expect(page.getByText('Le plus populaire').elements()).toHaveLength(1);
    expect(page.getByText('Meilleur rapport qualité-prix!').elements()).toHaveLength(1);
    await expect.element(buy()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByLabelText('Nom complet')).not.toBeInTheDocument();
    await axeEverywhere();
  });

  test('says that nothing is on sale yet, in the place of the form', async () => {
    answers(listPacks, []);
    await draw();
    await expect.element(main()).toMatchTextContent(/Ils le seront bientôt\./);
    await expect.element(buy()).not.toBeInTheDocument();
    await axeEverywhere();
  });

  test('asks to pick a pack first, by the keyboard too', async () => {
    await draw();
    await expect.element(buy()).toBeVisible();
    (buy().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(alert()).toHaveTextContent('Veuillez sélectionner un pack de crédits');
    await pack('Pack Basique').click();
    await expect.element(alert()).toHaveTextContent('');
    await expect.element(buy()).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('says what is missing, and gives the first wrong field the focus', async () => {
    await draw();
    await pack('Pack Basique').click();
    await axeEverywhere();
    await buy().click();
    await expect
      .element(page.getByText('Veuillez indiquer une adresse email valide.'))
      .toBeVisible();
    await expect.element(page.getByText('Cochez la case pour commander.')).toBeVisible();
    await expect.element(page.getByLabelText('Adresse e-mail')).toHaveFocus();
    await axeEverywhere();
  });

  test('asks again for packs that did not come, and the focus is not lost', async () => {
    refuses(listPacks, 'INTERNAL', { message: 'Panne.' });
    await draw();
    await expect.element(alert()).toMatchTextContent('Panne.');
    offerPacks();
    (button('Réessayer').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(pack('Pack Standard')).toBeVisible();
    expect(document.activeElement?.className).toBe('balance');
  });

  test('tells a failure by the server’s sentence, else by its own; a new pack clears it', async () => {
    await draw();
    await pack('Pack Basique').click();
    await fillBilling();
    refuses(purchaseCredits, 'PAYMENT_UNAVAILABLE', { message: 'Plus tard.' });
    await buy().click();
    await expect.element(alert()).toHaveTextContent('Plus tard.');
    await pack('Pack Standard').click();
    await expect.element(alert()).toHaveTextContent('');
    breaks(purchaseCredits);
    await buy().click();
    await expect
      .element(alert())
      .toHaveTextContent('Une erreur est survenue lors du traitement de votre paiement');
    await axeEverywhere();
  });

  test('asks which country “Autre” is, and orders with its code', async () => {
    await draw();
    await pack('Pack Standard').click();
    await fillBilling();
    await page.getByLabelText('Pays', { exact: true }).selectOptions('Autre');
    await buy().click();
    expect(fieldErrors()).toEqual(['Veuillez préciser votre pays.']);
    await page.getByLabelText('Précisez le pays').selectOptions('Allemagne');
    await axeEverywhere();
    holds(purchaseCredits);
    await buy().click();
    await expect.poll(() => bodiesOf(purchaseCredits)).toHaveLength(1);
    expect(bodiesOf(purchaseCredits)).toMatchObject([
      { billingInfo: { country: 'Autre', countryCode: 'DE' } },
    ]);
  });

  test('of a novel that the address names sells what finishes it', async () => {
    history.replaceState({}, '', `?roman=${novelId}`);
    answers(getNovelPrice, { title: 'Le Phare', chapters: 9, credits: 45, parts: [] });
    await draw();
    const exact = button(/^Finir ce livre pour 0,74\s€$/);
    await exact.click();
    await expect.element(exact).toHaveAttribute('aria-pressed', 'true');
    await axeEverywhere();
    await fillBilling();
    refuses(purchaseCredits, 'PRICE_CHANGED', { message: 'Rien ne manque.' });
    await buy().click();
    await expect.element(alert()).toHaveTextContent('Rien ne manque.');
    expect(bodiesOf(purchaseCredits)).toMatchObject([
      { amount: 45, rest: { novelId, credits: 45, missingCredits: 45, amountCents: 74 } },
    ]);
  });

  test('pressed twice sends once, says so, and keeps the pack that is being ordered', async () => {
    await draw();
    await pack('Pack Standard').click();
    await fillBilling();
    holds(purchaseCredits);
    await buy().dblClick();
    await expect.element(button('Traitement en cours...')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await pack('Pack Premium').click({ force: true });
    await expect.element(pack('Pack Standard')).toBeChecked();
    await expect.element(main()).toMatchTextContent(/9,99\s€ toutes taxes comprises/);
    await expect.poll(() => bodiesOf(purchaseCredits)).toHaveLength(1);
    expect(bodiesOf(purchaseCredits)).toMatchObject([
      {
        packageId: 'plan_standard',
        amount: 900,
        checkoutKey: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      },
    ]);
  });
});
