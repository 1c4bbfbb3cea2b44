import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { OrderView } from '#islands/desk/OrderView.tsx';
import { getDeskOrder, refundOrder, type DeskOrderBody } from '#shared/contracts/desk-orders.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, refuses } from '../world/forged-server.ts';

const at = '2026-11-20T10:00:00.000Z';
const order: DeskOrderBody = {
  _id: crypto.randomUUID(),
  person: { _id: crypto.randomUUID(), name: 'Léa' },
  packName: 'Pack Standard',
  status: 'completed',
  createdAt: at,
  completedAt: at,
  invoiceNumber: 'F2026-000001',
  refundsBlockedAt: null,
  amount: 999,
  refunded: 0,
  events: [],
  stripe: null,
  money: {
    credits: 900,
    unspentCredits: 900,
    frozenCredits: 0,
    takenCredits: 0,
    creditNotes: [{ _id: crypto.randomUUID(), number: 'A2026-000001', amount: -200 }],
    withdrawal: null,
    disputes: [],
    fees: [],
    sessionId: null,
    paymentId: null,
  },
};
const show = () =>
  render(
    <main>
      <h1>Bureau</h1>
      <OrderView id={order._id} role="admin" />
    </main>,
  );
const refund = page.getByRole('button', { name: 'Rembourser' });

test('a refund that another tab was quicker with is refused with the rest, which the form then shows', async () => {
  answers(getDeskOrder, order);
  await show();
  await expect.element(page.getByRole('button', { name: /^A2026-000001/ })).toBeVisible();
  await refund.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Il reste 9,99.€ à rembourser/)).toBeVisible();
  const message = 'Il reste 4,00\u00A0€ à rembourser au plus.';
  refuses(refundOrder, 'WITHDRAWAL_REFUSED', { message });
  answers(getDeskOrder, { ...order, refunded: 599 });
  await dialog.getByLabelText('Montant en euros').fill('9,99');
  await dialog.getByLabelText('Motif').fill('Double achat.');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^Il reste 4,00/);
  await expect.element(dialog.getByText(/un avoir est émis\. Il reste 4,00/)).toBeVisible();
});

test.each([
  ['open', /300 gelés/],
  ['lost', /La banque a rendu la somme à l’acheteur/],
])('a purchase whose dispute is %s says so and offers no refund', async (state, said) => {
  const dispute = { id: 'dp_1', state, amount: 999, reason: null, evidenceDueAt: null };
  const money = { ...order.money, frozenCredits: 300, disputes: [dispute] };
  answers(getDeskOrder, { ...order, money } as DeskOrderBody);
  await show();
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(refund).not.toBeInTheDocument();
  await axeEverywhere();
});

test('a purchase that is not there is no failure to try again', async () => {
  refuses(getDeskOrder, 'NOT_FOUND');
  await show();
  await expect.element(page.getByText('Cette commande n’existe pas.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument();
});
