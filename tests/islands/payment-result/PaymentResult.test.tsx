import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { PaymentResult } from '#islands/payment-result/PaymentResult.tsx';
import { getInvoice, getPaymentSession } from '#shared/contracts/credits.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, holds, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const address = location.href;
const open = (search: string) => history.replaceState({}, '', `/payment/success${search}`);
const draw = () =>
  render(
    <main>
      <h1>Paiement</h1>
      <PaymentResult />
    </main>,
  );
const paid = { payment_status: 'paid', status: 'complete' };
const transaction = {
  _id: '01930000-0000-7000-8000-000000000001',
  credits: 900,
  amount: 999,
  status: 'completed',
  createdAt: '2026-11-21T12:00:00.000Z',
  completedAt: '2026-11-21T12:01:00.000Z',
} as const;

beforeEach(() => open('?session_id=cs_test_1'));
afterEach(() => history.replaceState({}, '', address));

describe('the payment result', () => {
  test('of a payment that is made names credits, amount, date and reference', async () => {
    signIn();
    answers(getPaymentSession, { transaction, session: paid });
    const screen = await draw();
    await expect
      .element(screen.getByRole('heading', { level: 2 }))
      .toMatchTextContent(/^Paiement réussi\s!$/);
    const result = screen.getByRole('main');
    await expect.element(result).toMatchTextContent(/Crédits achetés\s*900/);
    await expect.element(result).toMatchTextContent(/Montant\s*9,99\s€/);
    await expect.element(result).toMatchTextContent(/Date\s*21\s\S+\s2026/);
    await expect.element(result).toMatchTextContent('01930000');
    await expect
      .element(screen.getByRole('link', { name: 'Retour à l’accueil' }))
      .toHaveAttribute('href', '/');
    await expect
      .element(screen.getByRole('link', { name: 'Voir mon profil' }))
      .toHaveAttribute('href', '/profile');
    await axeEverywhere();
  });

  test.each([
    [{ opened: 12, isAsOrdered: true }, /12\schapitres vous sont ouverts, une fois pour toutes\./],
    [
      { opened: 11, isAsOrdered: false },
      /commandés\s: 12\s; ouverts par ce paiement\s: 11\..*sont sur votre compte\./,
    ],
    [{ opened: null, isAsOrdered: false }, /commandés s’ouvriront en même temps\./],
  ])('of a novel’s rest says what it has opened: %o', async (opened, said) => {
    signIn();
    const rest = { novelId: transaction._id, chapters: 12, ...opened };
    answers(getPaymentSession, { transaction: { ...transaction, rest }, session: paid });
    const screen = await draw();
    await expect.element(screen.getByRole('main')).toMatchTextContent(said);
  });

  test('tells that an invoice does not come, once, and stays', async () => {
    signIn();
    answers(getPaymentSession, { transaction, session: paid });
    refuses(getInvoice, 'INTERNAL');
    const screen = await draw();
    await screen.getByRole('button', { name: 'Télécharger la facture' }).click();
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent(
        'Erreur lors du téléchargement de la facture. Veuillez réessayer plus tard.',
      );
    // What tells something itself is not told by a region around it again.
    const told = document.querySelectorAll('[aria-live] :is([role="alert"], [role="status"])');
    expect(told).toHaveLength(0);
    await expect.element(screen.getByRole('heading', { level: 2 })).toBeVisible();
    await axeEverywhere();
  });

  test('of a debit that the bank has not confirmed is an order, without an invoice', async () => {
    signIn();
    answers(getPaymentSession, {
      transaction: { ...transaction, status: 'pending', completedAt: null },
      session: { payment_status: 'unpaid', status: 'complete' },
    });
    const screen = await draw();
    await expect
      .element(screen.getByRole('heading', { level: 2 }))
      .toMatchTextContent('Commande enregistrée');
    const result = screen.getByRole('main');
    await expect
      .element(result)
      .toMatchTextContent('Votre banque n’a pas encore confirmé ce paiement.');
    await expect.element(result).toMatchTextContent('Crédits commandés');
    await expect
      .element(screen.getByRole('button', { name: 'Télécharger la facture' }))
      .not.toBeInTheDocument();
    await axeEverywhere();
  });

  test('of a payment that the site has not noted yet is a success, without an invoice', async () => {
    signIn();
    answers(getPaymentSession, {
      transaction: { ...transaction, status: 'pending', completedAt: null },
      session: paid,
    });
    const screen = await draw();
    const result = screen.getByRole('main');
    await expect.element(result).toMatchTextContent(/Paiement réussi\s!/);
    await expect
      .element(result)
      .toMatchTextContent('Vos crédits ne sont pas encore sur votre compte.');
    await expect.element(result).not.toMatchTextContent('banque');
    await expect
      .element(screen.getByRole('button', { name: 'Télécharger la facture' }))
      .not.toBeInTheDocument();
    await axeEverywhere();
  });

  test('of a session that nobody has paid cannot be verified', async () => {
    signIn();
    answers(getPaymentSession, {
      transaction: { ...transaction, status: 'pending', completedAt: null },
      session: { payment_status: 'unpaid', status: 'open' },
    });
    const screen = await draw();
    await expect
      .element(screen.getByRole('heading', { level: 2 }))
      .toMatchTextContent('Vérification du paiement');
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent('Impossible de vérifier les détails de votre transaction...');
    await axeEverywhere();
  });

  test('of an order that has failed leads back to the purchase', async () => {
    signIn();
    answers(getPaymentSession, {
      transaction: { ...transaction, status: 'failed', completedAt: null },
      session: { payment_status: 'unpaid', status: 'expired' },
    });
    const screen = await draw();
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent(/Ce paiement a été refusé ou abandonné/);
    await expect
      .element(screen.getByRole('link', { name: 'Recommencer l’achat' }))
      .toHaveAttribute('href', '/payment');
    await axeEverywhere();
  });

  test('without a session has nothing to check', async () => {
    signIn();
    open('');
    const screen = await draw();
    await expect
      .element(screen.getByRole('heading', { level: 2 }))
      .toMatchTextContent('Information');
    await expect.element(screen.getByRole('main')).toMatchTextContent('ID de session manquant');
    await axeEverywhere();
  });

  test('of a session that nobody knows leads to the profile', async () => {
    signIn();
    refuses(getPaymentSession, 'NOT_FOUND');
    const screen = await draw();
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent(
        'Session expirée. Vérifiez votre profil pour confirmer que vos crédits ont été ajoutés.',
      );
  });

  test('of another person’s session does not say that credits have come', async () => {
    signIn();
    refuses(getPaymentSession, 'FORBIDDEN');
    const screen = await draw();
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent('Ce paiement a été fait depuis un autre compte.');
    await expect.element(screen.getByRole('main')).not.toMatchTextContent('ajoutés');
  });

  test('without network says to look at the profile', async () => {
    signIn();
    isOffline(getPaymentSession);
    const screen = await draw();
    await expect
      .element(screen.getByRole('main'))
      .toMatchTextContent(
        'Erreur lors de la vérification du paiement. Veuillez vérifier votre profil.',
      );
  });

  test('is awaited in words', async () => {
    signIn();
    answers(getPaymentSession, { transaction, session: paid });
    const held = holds(getPaymentSession);
    const screen = await draw();
    await expect.element(screen.getByText('Vérification de votre paiement...')).toBeVisible();
    await axeEverywhere();
    held.release();
    await expect.element(screen.getByRole('main')).toMatchTextContent(/Paiement réussi\s!/);
  });

  test('is asked for once more after three seconds where there is no transaction', async () => {
    signIn();
    answers(getPaymentSession, { transaction: null, session: paid });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const screen = await draw();
      await vi.waitUntil(() => bodiesOf(getPaymentSession).length === 1);
      await vi.advanceTimersByTimeAsync(2_900);
      expect(bodiesOf(getPaymentSession)).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      await expect
        .element(screen.getByRole('main'))
        .toMatchTextContent(
          'Transaction non trouvée. Vos crédits ont peut-être déjà été ajoutés à votre compte.',
        );
      expect(bodiesOf(getPaymentSession)).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is a success by the rise of the balance alone since this tab left to pay', async () => {
    const { _id: personId } = signIn({ credits: 300 });
    sessionStorage.setItem(
      'checkout_begun',
      JSON.stringify({ personId, credits: 0, returnPath: '/' }),
    );
    answers(getPaymentSession, { transaction: null, session: paid });
    const screen = await draw();
    const result = screen.getByRole('main');
    await expect.element(result).toMatchTextContent(/Paiement réussi\s!/);
    await expect.element(result).toMatchTextContent(/Crédits achetés\s*300/);
    await expect.element(result).not.toMatchTextContent('Montant');
    await expect.element(result).not.toMatchTextContent('Référence');
    await expect
      .element(screen.getByRole('button', { name: 'Télécharger la facture' }))
      .not.toBeInTheDocument();
  });
});
