import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BillingHistory } from '#islands/billing/BillingHistory.tsx';
import { RequireUser } from '#islands/ui/RequireUser.tsx';
import { getUser, type UserBody } from '#shared/contracts/auth.ts';
import {
  getInvoice,
  listTransactions,
  withdrawPurchase,
  type TransactionBody,
} from '#shared/contracts/credits.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { purchase, unpaid } from './purchases.ts';

const draw = async (who: Partial<UserBody> = {}) => {
  const user = signIn(who);
  await render(
    <main>
      <h1>Mon profil</h1>
      <RequireUser>{(shown) => <BillingHistory user={shown} />}</RequireUser>
    </main>,
  );
  return user;
};
const region = () => page.getByRole('region', { name: 'Vos achats' });
const invoices = () => page.getByRole('button', { name: /^(Télécharger la f|F)acture/ });
const shown = () => [
  ...document.querySelectorAll<HTMLElement>('ul.purchases > li, table.purchases tbody'),
];

const three: TransactionBody[] = [
  unpaid({ status: 'pending', packName: 'Pack Premium' }),
  unpaid({ status: 'failed' }),
  purchase({
    _id: '01930000-0000-7000-8000-000000000004',
    packName: 'Pack Standard',
    credits: 900,
    amount: 999,
  }),
];

for (const width of [360, 1280]) {
  test(`purchases are listed with their state in words, ${width} px; what was paid alone has an invoice`, async () => {
    await page.viewport(width, 800);
    answers(listTransactions, three);
    await draw();
    await expect.element(region()).toMatchTextContent('Pack Standard');
    const [pending = '', failed = '', paid = ''] = shown().map((one) => one.innerText);
    expect(shown()).toHaveLength(3);
    expect(pending).toContain('En attente');
    expect(pending).toContain(
      'Nous n’avons pas reçu ce paiement. S’il n’a pas été terminé, rien ne vous sera débité',
    );
    expect(failed).toContain('Échec');
    expect(paid).toMatch(/Payé/);
    expect(paid).toMatch(/Pack Standard/);
    expect(paid).toMatch(/900/);
    expect(paid).toMatch(/9,99\s+€/);
    expect(paid).toMatch(/21\s+novembre\s+2026/);
    expect(paid).toMatch(/01930000/);
    expect(invoices().elements()).toHaveLength(1);
    expect(page.getByRole('table').elements()).toHaveLength(width === 1280 ? 1 : 0);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await axeEverywhere();
  });
}

describe('the history of purchases', () => {
  test('tells what is coming of a refund that the bank sent back, and what came', async () => {
    const transfer = { paidOn: '2026-11-30', reference: 'VIR 2026-17' };
    answers(listTransactions, [
      purchase({
        returned: [{ _id: crypto.randomUUID(), amount: 499, state: 'transfer', transfer: null }],
      }),
      purchase({
        refundedCents: 166,
        returned: [{ _id: crypto.randomUUID(), amount: 166, state: 'transferred', transfer }],
      }),
    ]);
    await draw();
    await expect.element(region()).toMatchTextContent('Pack Basique');
    await axeEverywhere();
    const [coming = '', came = ''] = shown().map((one) => one.innerText);
    expect(coming).toMatch(
      /renvoyé par votre banque\s: 4,99\s€\. .*vous serez remboursé par virement/,
    );
    expect(coming).not.toContain('remboursés');
    expect(came).toMatch(/dont 1,66\s€ remboursés/);
    expect(came).toMatch(/Remboursé par virement le 30\snovembre\s2026, référence\sVIR 2026-17/);
  });

  test('says that there are none, and where credits are bought', async () => {
    answers(listTransactions, []);
    await draw();
    await expect
      .element(region())
      .toMatchTextContent("Vous n'avez pas encore effectué d'achat de crédits.");
    await expect
      .element(page.getByRole('link', { name: 'Acheter des crédits' }))
      .toHaveAttribute('href', '/payment');
    await axeEverywhere();
  });

  test('says that it could not be loaded, and tries again', async () => {
    isOffline(listTransactions);
    await draw();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent("Impossible de charger l'historique de vos transactions.");
    await axeEverywhere();
    answers(listTransactions, [purchase()]);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(region()).toMatchTextContent('Pack Basique');
    await expect.element(page.getByRole('heading', { name: 'Vos achats' })).toHaveFocus();
    isOffline(getInvoice);
    await invoices().click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: /./ }))
      .toHaveTextContent(
        'Erreur lors du téléchargement de la facture. Veuillez réessayer plus tard.',
      );
    await axeEverywhere();
  });

  test('has at a desk the way to withdraw in the row of its purchase, beside the invoice', async () => {
    await page.viewport(1280, 800);
    answers(listTransactions, [
      purchase({ packName: 'Pack Standard', credits: 900, amount: 999 }),
      purchase(),
    ]);
    await draw();
    for (const pack of ['Pack Standard', 'Pack Basique']) {
      const row = page.getByRole('row', { name: new RegExp(pack) });
      await expect.element(row.getByRole('button', { name: /^Facture/ })).toBeVisible();
      await expect
        .element(row.getByRole('button', { name: /^Renoncer au contrat ici/ }))
        .toBeVisible();
      await expect.element(row).toMatchTextContent(/jusqu’au 5\sdécembre\s2026/);
    }
    expect(page.getByRole('row').elements()).toHaveLength(3);
    await axeEverywhere();
  });

  test('asks before it withdraws, and Escape gives the focus back', async () => {
    answers(listTransactions, [purchase()]);
    await draw();
    const withdraw = page.getByRole('button', { name: /^Renoncer au contrat ici/ });
    await withdraw.click();
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByRole('heading', { name: 'Renoncer au contrat' }))
      .toHaveFocus();
    await expect.element(dialog).toMatchTextContent(/Crédits retirés\s*300\scrédits/);
    await expect.element(dialog).toMatchTextContent(/Remboursement\s*4,99\s€/);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(withdraw).toHaveFocus();
    await withdraw.click();
    await expect.element(dialog).toBeVisible();
    await axeEverywhere();
  });

  test('tells what was spent meanwhile, and has the new sum confirmed', async () => {
    const bought = purchase();
    answers(listTransactions, [bought]);
    const user = await draw({ credits: 300 });
    await page.getByRole('button', { name: /^Renoncer au contrat ici/ }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent(/Crédits retirés\s*300\scrédits/);
    refuses(withdrawPurchase, 'WITHDRAWAL_REFUSED', { message: 'Vos crédits ont changé.' });
    answers(listTransactions, [
      { ...bought, withdrawable: { credits: 200, amount: 333, lastDay: '2026-12-05' } },
    ]);
    answers(getUser, { ...user, credits: 200 });
    const confirm = dialog.getByRole('button', { name: 'Confirmer la rétractation' });
    await confirm.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Vos crédits ont changé.');
    await expect.element(dialog).toMatchTextContent(/Crédits retirés\s*200\scrédits/);
    await expect.element(dialog).toMatchTextContent(/Remboursement\s*3,33\s€/);
    await expect.element(dialog).toMatchTextContent(/Il vous restera\s*0\scrédit/);
    await axeEverywhere();
    await confirm.click();
    await expect
      .poll(() => bodiesOf(withdrawPurchase))
      .toEqual([{ credits: 300 }, { credits: 200 }]);
    // The second refusal reloads, too: the next test must not get those requests.
    await expect.element(confirm).toBeVisible();
  });

  test('says why, where nothing is left to give back', async () => {
    const bought = purchase();
    answers(listTransactions, [bought]);
    await draw({ credits: 300 });
    await page.getByRole('button', { name: /^Renoncer au contrat ici/ }).click();
    const dialog = page.getByRole('dialog');
    const sentence = 'Il ne reste de cet achat aucun crédit à rembourser.';
    refuses(withdrawPurchase, 'WITHDRAWAL_REFUSED', { message: sentence });
    answers(listTransactions, [{ ...bought, withdrawable: null }]);
    const confirm = dialog.getByRole('button', { name: 'Confirmer la rétractation' });
    await confirm.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(sentence);
    await expect.element(confirm).not.toBeInTheDocument();
    await expect
      .element(dialog.getByRole('heading', { name: 'Renoncer au contrat' }))
      .toHaveFocus();
    await axeEverywhere();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect
      .element(page.getByRole('button', { name: /^Renoncer au contrat ici/ }))
      .not.toBeInTheDocument();
  });
});
