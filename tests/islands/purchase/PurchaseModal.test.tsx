import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PurchaseModal } from '#islands/purchase/PurchaseModal.tsx';
import { createCheckoutSession, listPacks } from '#shared/contracts/credits.ts';
import { getNovelPrice } from '#shared/contracts/unlock.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { answers, bodiesOf, holds, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { button, fieldErrors, fillBilling, offerPacks } from './offer.ts';

const nothing = () => undefined;
const modal = () => page.getByRole('dialog', { name: 'Acheter des crédits' });
const submit = () => button(/^Payer/);
const choose = (pack: string) => button(`Choisir le ${pack}`);
const confirm = (pack: string) => button(`Valider le ${pack}`);

async function openBilling(pack = 'Pack Standard'): Promise<void> {
  await render(<PurchaseModal onClosed={nothing} />);
  await choose(pack).click();
  await confirm(pack).click();
  await expect.element(page.getByLabelText('Nom complet')).toBeVisible();
}

afterEach(() => page.viewport(360, 740));
beforeEach(() => {
  signIn({ name: 'Nora Lefèvre' });
  offerPacks();
});

describe('the purchase modal', () => {
  test('lists the packs on sale, with what they mean in chapters', async () => {
    await render(<PurchaseModal onClosed={nothing} />);
    await expect.element(choose('Pack Basique')).toBeVisible();
    await expect.element(modal()).toMatchTextContent('Un crédit ouvre un chapitre');
    const packs = page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
    expect(packs).toEqual([
      expect.stringMatching(
        /Pack Basique.*4,99\s€.*300\scrédits.*300\schapitres à\s1\scrédit, 1,7\scentime\schacun/s,
      ),
      expect.stringMatching(
        /Pack Standard.*Populaire.*9,99\s€.*900\scrédits.*900\schapitres à\s1\scrédit, 1,1\scentime\schacun/s,
      ),
      expect.stringMatching(
        /Pack Premium.*Meilleur rapport qualité-prix!.*14,99\s€.*2\s000\scrédits.*0,7\scentime/s,
      ),
    ]);
    expect(page.getByText('Populaire').elements()).toHaveLength(1);
    expect(page.getByText('Meilleur rapport qualité-prix!').elements()).toHaveLength(1);
    await axeEverywhere();
  });

  test('has each badge on one line, with the cards side by side', async () => {
    await page.viewport(1280, 800);
    await render(<PurchaseModal onClosed={nothing} />);
    await expect.element(choose('Pack Basique')).toBeVisible();
    for (const badge of document.querySelectorAll('.pack-badges .badge')) {
      const lines = document.createRange();
      lines.selectNodeContents(badge);
      const tops = [...lines.getClientRects()].map(({ top }) => Math.round(top));
      expect(new Set(tops).size, badge.textContent).toBe(1);
    }
  });

  test('selects a pack at a click, moves on at a second one, and goes back', async () => {
    await render(<PurchaseModal onClosed={nothing} />);
    await page.getByText(/^14,99/).click({ force: true });
    await expect.element(confirm('Pack Premium')).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent('Pack Premium sélectionné.');
    await axeEverywhere();
    await page.getByText(/^4,99/).click({ force: true });
    await expect.element(confirm('Pack Basique')).toBeVisible();
    await expect.element(confirm('Pack Premium')).not.toBeInTheDocument();
    await page.getByText(/^4,99/).click({ force: true });
    await expect.element(page.getByRole('heading', { name: /facturation/ })).toHaveFocus();
    await axeEverywhere();
    await page.getByLabelText('Ville').fill('Lyon');
    await button('Retour').click();
    await expect.element(page.getByRole('heading', { name: /^Choisissez un pack/ })).toHaveFocus();
    await confirm('Pack Basique').click();
    await expect.element(page.getByLabelText('Ville')).toHaveValue('Lyon');
    await expect.element(submit()).toMatchTextContent(/^Payer 4,99\s€$/);
  });

  test('says what is missing in an empty form, and sends nothing', async () => {
    await openBilling();
    const name = page.getByLabelText('Nom complet');
    await expect.element(name).toHaveValue('Nora Lefèvre');
    await expect.element(page.getByLabelText('Pays')).toHaveValue('France');
    await expect.element(page.getByRole('checkbox')).not.toBeChecked();
    await page.getByLabelText('Adresse e-mail').clear();
    await name.fill('  ');
    expect(fieldErrors()).toEqual([]);
    await submit().click();
    await expect.element(name).toHaveFocus();
    expect(fieldErrors()).toEqual([
      'Veuillez indiquer votre nom complet.',
      'Veuillez indiquer une adresse email valide.',
      'Veuillez indiquer votre adresse.',
      'Veuillez indiquer votre code postal.',
      'Veuillez indiquer votre ville.',
      'Cochez la case pour commander.',
    ]);
    await expect
      .element(name)
      .toHaveAccessibleDescription(/Veuillez indiquer votre nom complet\.$/);
    await axeEverywhere();
    await fillBilling();
    expect(fieldErrors()).toEqual([]);
    await page.getByRole('checkbox').click();
    await submit().click();
    await expect.element(page.getByRole('checkbox')).toHaveFocus();
    expect(bodiesOf(createCheckoutSession)).toEqual([]);
  });

  test('tells what the server refuses, a line per field, and that field has the focus', async () => {
    await openBilling();
    await fillBilling();
    refuses(createCheckoutSession, 'MALFORMED', {
      message: 'La requête est mal formée.',
      errors: [
        { field: 'billingInfo.email', message: 'Veuillez indiquer une adresse email valide.' },
      ],
    });
    await submit().click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent('Erreur: La requête est mal formée.');
    const lines = (alert.element() as HTMLElement).innerText.trim().split('\n');
    expect(lines).toEqual([
      'Erreur: La requête est mal formée.',
      'Adresse e-mail: Veuillez indiquer une adresse email valide.',
    ]);
    await expect.element(page.getByLabelText('Adresse e-mail')).toHaveFocus();
    await axeEverywhere();
  });

  test('says in one sentence that the payment service does not answer, and can be sent again', async () => {
    await openBilling();
    await fillBilling();
    const said = 'Erreur lors de la création de la session de paiement';
    refuses(createCheckoutSession, 'PAYMENT_UNAVAILABLE', { message: said });
    await submit().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(`Erreur: ${said}`);
    await submit().click();
    await expect.poll(() => bodiesOf(createCheckoutSession)).toHaveLength(2);
  });

  test('pressed twice sends once, with what was filled in', async () => {
    await openBilling();
    await fillBilling();
    holds(createCheckoutSession);
    await submit().dblClick();
    const busy = button('Traitement en cours...');
    await expect.element(busy).toBeVisible();
    await busy.click({ force: true });
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => bodiesOf(createCheckoutSession)).toHaveLength(1);
    await axeEverywhere();
    expect(bodiesOf(createCheckoutSession)).toEqual([
      {
        checkoutKey: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        planId: 'plan_standard',
        billingInfo: {
          fullName: 'Nora Lefèvre',
          email: 'nora@exemple.fr',
          address: '1 rue de l’Exemple',
          city: 'Lyon',
          postalCode: '69001',
          country: 'Belgique',
          vatNumber: '',
        },
        withdrawalConsent: '2026-11',
      },
    ]);
  });

  test('asks again for packs that did not come', async () => {
    refuses(listPacks, 'INTERNAL', { message: 'Panne.' });
    await render(<PurchaseModal onClosed={nothing} />);
    await expect.element(page.getByRole('alert')).toMatchTextContent('Panne.');
    offerPacks();
    await button('Réessayer').click();
    await expect.element(choose('Pack Basique')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Acheter des crédits' })).toHaveFocus();
  });

  test('sells what finishes the part or the novel, and shows another price before it is ordered', async () => {
    expectMessage(/409/);
    const novelId = '01930000-0000-7000-8000-000000000001';
    const price = (credits: number) => ({
      title: 'Le Phare',
      chapters: 20,
      credits,
      parts: [{ part: 'Livre II', chapters: 9, credits: 45 }],
    });
    signIn({ credits: 10 });
    answers(getNovelPrice, price(110));
    await render(<PurchaseModal wanted={{ novelId, part: 'Livre II' }} onClosed={nothing} />);
    await expect.element(button(/^Finir cette partie pour 0,58/)).toBeVisible();
    await button(/^Finir ce livre pour 1,66/).click();
    await expect.element(page.getByRole('heading', { name: /facturation/ })).toHaveFocus();
    await expect
      .element(modal())
      .toMatchTextContent(/Finir «\sLe Phare\s», 100\scrédits\s*1,66\s€ toutes taxes comprises/);
    await expect
      .element(modal())
      .toMatchTextContent(
        /20\schapitres s’ouvrent.*avec 10\scrédits que vous avez.*à paraître n’y/s,
      );
    await axeEverywhere();
    await fillBilling();
    answers(getNovelPrice, price(120));
    refuses(createCheckoutSession, 'PRICE_CHANGED', { message: 'Il vous en manque 110.' });
    await submit().click();
    await expect.element(button(/^Payer 1,82/)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /facturation/ })).toHaveFocus();
    await expect.element(page.getByText('Il vous en manque 110.')).toBeVisible();
    expect(bodiesOf(createCheckoutSession)).toMatchObject([
      { planId: 'exact', rest: { novelId, credits: 110, missingCredits: 100, amountCents: 166 } },
    ]);
    // It can no longer be bought so: the packs are in its place.
    answers(getNovelPrice, price(310));
    await submit().click();
    await expect.element(choose('Pack Basique')).toBeVisible();
    await expect.element(page.getByText('Il vous en manque 110.')).toBeVisible();
  });
});
